//! Chess on the game contract, over the rules of `shakmaty`.

mod estimate;
mod evaluation;
mod exchange;
mod heuristics;
mod pesto;
mod position;

pub use evaluation::{Evaluation, Tapered, TaperedState};
pub use exchange::exchange;
pub use position::Position;
