//! The best-first search without a depth.
//!
//! The whole explored tree is kept. Each node has its minimax value and what each player might
//! still gain from moves that were not tried yet; the search works at the node on which the larger
//! of these chances at the root rests, and carries the new numbers back to the root.
//!
//! | file or folder | what it holds |
//! |---|---|
//! | `iterate` | the loop and its four functions, and what is asked next |
//! | `change` | what is asked about a node, and what becomes of it |
//! | `tree_walk`, `path_node` | the walk to the node that grows, and its nodes |
//! | `out`, `questions`, `counted` | the questions that are out, the nodes that the limit leaves for them, and nodes that count as searched once more meanwhile |
//! | `leaf` | what is asked about a node, and what an answer makes of it |
//! | `anchor`, `anchors` | the search of whole positions, and how long its move is the answer |
//! | `shares`, `lines` | who gets the next nodes; values for more moves than the best one, and lines that are long enough to be read |
//! | `faster_win` | a faster win than the proven one |
//! | `spare` | what is searched for want of work |
//! | `included`, `leave_out` | lines that are searched before anything else, and moves that are not searched |
//! | `answer`, `choose`, `line`, `leaf_lines` | the answer, how it is chosen, its line, and the lines behind leaves |
//! | `standing`, `settled`, `no_progress` | when nothing is left to find out, how likely the answer holds, and whether the search gets nowhere |
//! | `searcher`, `rest` | a search from its beginning to its end, and coming to rest |
//! | `search`, `state`, `restore`, `by_node` | what a search owns, and keeps |
//! | `report`, `told`, `played_answers`, `ground` | what it tells, and what that rests on |
//! | `steps`, `arrive`, `aside` | other positions, and other questions |
//! | `merge` | two searches that become one |
//! | [`pure`] | the pure form, whose leaves are valued at first sight |
//! | [`beside`] | several positions at the same time |
//! | [`memory`] | what is done where the tree is full, and the tables beside it |

mod anchor;
mod anchors;
mod answer;
mod arrive;
mod aside;
mod beside;
mod by_node;
mod change;
mod choose;
mod counted;
mod faster_win;
mod focus;
mod included;
mod iterate;
mod leaf;
mod leaf_lines;
mod leave_out;
mod lines;
mod memory;
mod merge;
mod out;
mod path_node;
mod pure;
mod questions;
mod rest;
mod restore;
mod search;
mod searcher;
mod settled;
mod shares;
mod spare;
mod state;
mod steps;
mod tree_walk;

pub use anchor::Anchor;
pub(super) use answer::as_evaluation;
pub use beside::SearchedBeside;
pub use leaf_lines::LeafLine;
pub use memory::leaf_memory::LeafMemory;
pub use memory::pass::{Protected, ReclaimPass, ReclaimState};
pub use memory::reclaim::TooLarge;
pub use merge::{CannotMerge, Merged};
pub use search::BestFirst;
pub use state::{SearchState, Stats, Unfit};
pub use steps::CannotStep;
