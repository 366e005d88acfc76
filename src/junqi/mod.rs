//! Siguo Junqi, the army chess of four countries: four seats in two teams, ranks that may be
//! hidden, battles with several results. The rules are described in `docs/junqi.md`.

mod board;
mod estimate;
mod evaluation;
mod game;
mod kind;
mod lineup;
mod moves;
mod play;
mod point;
mod position;
mod rules;
mod text;
mod unknown;
mod worth;

pub use kind::{Battle, Counts, Kind, Kinds};
pub use lineup::{Lineup, START, may_stand, random_lineup};
pub use point::{Place, Point, PointSet};
pub use position::{Move, Piece, Position};
pub use rules::{Defeat, Rules, Seat};
pub use text::PositionError;
