//! The best-first search without a depth.
//!
//! The whole explored tree is kept. Each node has its minimax value and what each player might
//! still gain from moves that were not tried yet; the search makes the move on which the larger
//! of these chances at the root rests, and carries the new numbers back to the root.
//!
//! | file | what it holds |
//! |---|---|
//! | `iteration` | the four functions, for both forms: whether it is over, and select, ask, apply, back up |
//! | `explored` | the grower of a tree in which every explored position is a node |
//! | `searched` | the grower of a tree whose leaves are searched |
//! | `tree_walk`, `path_node` | the walk to the node that grows, and its nodes |
//! | `notes` | what follows for the answer |
//! | `standing` | when nothing is left to find out, and how likely the answer holds |
//! | `outside` | questions that are answered elsewhere while the search is saved |
//! | `included` | lines that are searched before anything else |
//! | `leave_out` | moves that are no longer considered |
//! | `comment`, `comments` | what people say about positions |
//! | `merge` | two searches that become one |
//! | `ranking`, `candidate` | values for more candidates than the best one |
//! | `make_room`, `reclaim` | what is done where the tree is full |
//!
//! [`BestFirst`] owns one object for each concern:
//!
//! | owner | of what |
//! |---|---|
//! | `TreeWalk` | the position analysed, the way to it, and the walk from there to the node that grows |
//! | `Explored`, `Searched` | what one form of the search has beside the tree: who values leaves, and what is asked. Only that of the tree's form is in use |
//! | `Answer` | the preferred move, its story, and what it has withstood |
//! | `ReclaimPass` | the memory: the pass that frees nodes |
//! | `Counters` of [`SearchState`] | counts that nothing depends on |

mod answer;
mod arrive;
mod aside;
mod candidate;
mod comment;
mod comments;
mod explored;
mod growth;
mod included;
mod iteration;
mod leaf_lines;
mod leaf_memory;
mod leave_out;
mod line;
mod make_room;
mod merge;
mod notes;
mod outside;
mod path_node;
mod ranking;
mod reclaim;
mod reclaim_pass;
mod report;
mod restore;
mod run;
mod search;
mod searched;
mod standing;
mod start_over;
mod state;
mod steps;
mod tree_walk;
mod who_answers;

pub use comment::{CannotComment, Comment};
pub use leaf_lines::LeafLine;
pub use leaf_memory::LeafMemory;
pub use merge::{CannotMerge, Merged};
pub use ranking::{Rank, Ranking};
pub use reclaim::TooLarge;
pub use reclaim_pass::{Protected, ReclaimPass, ReclaimState};
pub use search::BestFirst;
pub use searched::VisitState;
pub use state::{SearchState, Stats, Unfit};
pub use steps::CannotStep;
