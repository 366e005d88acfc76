//! The depth-limited reference searchers: what the best-first search is measured against.
//!
//! | searcher | what it is |
//! |---|---|
//! | [`Negamax`] | plain minimax and expectimax, nothing pruned: the oracle of the tests |
//! | [`AlphaBeta`] | alpha-beta and nothing else, the order of moves switchable |
//! | [`PvsClassic`] | principal variation search of the textbooks, each part switchable |
//! | [`Pvs`] | principal variation search with all that strong engines add |
//!
//! All of them deepen iteratively ([`deepen`](deepening::deepen)), share one [`DepthFirstWalk`](walk::DepthFirstWalk)
//! with its limits, its node counter and its leaves, and see every number from Max's view. Inside
//! a search wins count plies from the root.

mod alpha_beta;
mod deepening;
mod journal;
mod killers;
mod lines;
mod negamax;
mod order;
mod pvs;
mod pvs_classic;
mod transposition;
mod walk;

pub use alpha_beta::{AlphaBeta, AlphaBetaOptions, Fail};
pub use negamax::Negamax;
pub use order::MoveOrder;
pub use pvs::{LearntMove, LearntMoves, Pvs, PvsLeaves, PvsOptions};
pub use pvs_classic::{Forms, KillerPlace, PvsClassic, PvsClassicOptions};
pub use walk::Leaf;
