//! The depth-limited reference searchers: what the best-first search is measured against.
//!
//! | searcher | what it is |
//! |---|---|
//! | [`Negamax`] | plain minimax and expectimax, nothing pruned: the oracle of the tests |
//! | [`PvsClassic`] | alpha-beta and the principal variation search of the textbooks, each part switchable |
//!
//! The third is the engine that searches leaves as well, [`Pvs`](crate::search::Pvs). What the
//! three share is in `depth_first`. Inside a search every number is seen from Max's point of view,
//! and wins count plies from the root.

mod negamax;
mod order;
mod pvs_classic;

pub use negamax::Negamax;
pub use order::MoveOrder;
pub use pvs_classic::{AlphaBetaOptions, Fail, Forms, KillerPlace, PvsClassic, PvsClassicOptions};
