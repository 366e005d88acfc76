//! Chess on the game contract, over the rules of `shakmaty`.

mod capture;
mod epd;
mod estimate;
mod evaluation;
mod exchange;
mod fen;
mod heuristics;
mod notation;
pub mod perft;
mod pesto;
mod position;
mod quote;

pub use epd::{Epd, EpdError};
pub use evaluation::{Evaluation, Tapered, TaperedState};
pub use exchange::exchange;
pub use fen::{FenError, FenWarning};
pub use position::Position;
