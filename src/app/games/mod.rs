//! The games that the commands can analyse: how their positions are read. What is reported of a
//! position is up to [`Notation`](crate::game::Notation).
//!
//! Another game needs a file beside `chess.rs` that implements [`CommandLineGame`], a name in
//! [`GameKind`], and a place in `main` that chooses it.

mod cause_story;
mod causes;
mod chess;
mod claims;
mod command_line_game;
mod ending_tables;
mod game_kind;
mod judgement;
mod junqi;
mod junqi_suite;
mod openings;
mod variants;

pub use cause_story::{CauseQuestion, CauseStory, CauseTest, Causes, Weight, idea};
pub use claims::UnreadableClaim;
pub use command_line_game::{
    CommandLineGame, Expected, GivenLine, GivenPosition, MaterialGain, PieceWorth, TableStory,
    TestPosition, ValueStory,
};
pub use ending_tables::EndingTables;
pub use game_kind::GameKind;
pub use judgement::{ClaimVerdict, Judgement};
pub use openings::{Opening, Openings};
pub(in crate::app) use variants::castling_rules;
