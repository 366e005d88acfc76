//! The best-first search without a depth.
//!
//! The whole explored tree is kept. Each node has its minimax value and what each player might
//! still gain from moves that nobody tried yet; the search makes the move on which the larger
//! of these chances at the root rests, and carries the new numbers back to the root.
//!
//! [`BestFirst`] owns one object for each concern:
//!
//! | owner | of what |
//! |---|---|
//! | `TreeWalk` | the position analysed, the way to it, and the walk from there to the node that grows |
//! | `Expansion` | the moves that an iteration is about to make |
//! | `Round` | what an iteration has done so far, so that it can be taken back |
//! | `Answer` | the preferred move, its story, and what it has withstood |
//! | `Reclaimer` | the memory: the pass that frees nodes, and its counters |
//! | `Counters` of [`SearchState`] | counts that nothing depends on |

mod answer;
mod aside;
mod checkpoints;
mod deepen;
mod expand;
mod leaf_memory;
mod line;
mod path_node;
mod planned;
mod reclaim;
mod reclaim_pass;
mod report;
mod restore;
mod round;
mod search;
mod searching;
mod standing;
mod start_over;
mod state;
mod steps;
mod tree_walk;

pub use checkpoints::Checkpoints;
pub use leaf_memory::LeafMemory;
pub use reclaim::TooLarge;
pub use reclaim_pass::{Protected, ReclaimPass, ReclaimState};
pub use search::BestFirst;
pub use state::{SearchState, Stats, Unfit};
pub use steps::CannotStep;
