//! The depth-limited reference searchers: what the best-first search is measured against.
//!
//! | searcher | what it is |
//! |---|---|
//! | [`Negamax`] | plain minimax and expectimax, nothing pruned: the oracle of the tests |
//! | [`AlphaBeta`] | alpha-beta and nothing else, the order of moves switchable |
//! | [`PvsClassic`] | principal variation search of the textbooks, each part switchable |
//!
//! The fourth is the engine that searches leaves as well, [`Pvs`](crate::search::Pvs). What the
//! four share is in `depth_first`. Inside a search every number is seen from Max's point of view,
//! and wins count plies from the root.

mod alpha_beta;
mod negamax;
mod order;
mod pvs_classic;

pub use alpha_beta::{AlphaBeta, AlphaBetaOptions, Fail};
pub use negamax::Negamax;
pub use order::MoveOrder;
pub use pvs_classic::{Forms, KillerPlace, PvsClassic, PvsClassicOptions};
