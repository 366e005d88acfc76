//! How likely each move of a position is the best one, before anything is searched: a conditional
//! logit. Every move has features that can be told by looking at the board; the odds of a move are
//! the exponential of the sum of their weights.
//!
//! The weights were fitted to positions from the trees of our own searches and the moves that a strong
//! engine finds best there; `tools/README.md` has the commands, and `moves.json` beside this file
//! what the embedded weights were fitted to.

mod features;
mod model;
mod scene;

pub use features::FeatureGroup;
pub use model::MoveModel;
