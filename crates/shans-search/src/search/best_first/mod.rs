//! The best-first search without a depth.
//!
//! The whole explored tree is kept. Each node has its minimax value and what each player might
//! still gain from moves that were not tried yet; the search works at the node on which the larger
//! of these chances at the root rests, and carries the new numbers back to the root.
//!
//! | file | what it holds |
//! |---|---|
//! | `search` | what a search owns, and what can be asked about it |
//! | `iterate` | the loop and its four functions, and what ends it |
//! | `rules` | what is asked next: all rules in their order |
//! | `shares`, `lines`, `included` | what they rest on |
//! | `focus`, `turns` | the positions that are searched, walking from there, and turns |
//! | `tree_walk`, `path_node` | the walk to the node that grows, and its nodes |
//! | `out`, `counted` | asking, and the virtual loss of the nodes that are asked about |
//! | `leaf`, `change` | the task of a question, what its answer makes of the node, and the words for both |
//! | `leaves` | who values leaves, and the tables beside the tree |
//! | `anchor`, `anchors` | the search of whole positions, and of a faster win |
//! | `answer`, `choose` | the answer, and how it is chosen |
//! | `kept`, `by_node`, `leaf_lines`, `line_ends` | what is kept for single nodes: anchors, and the lines behind leaves |
//! | `searcher`, `rest`, `beside` | a search from its beginning to its end, coming to rest, and several positions at the same time |
//! | `steps`, `arrive`, `aside`, `leave_out` | other positions, and other questions |
//! | `state`, `restore` | what is stored, and taken up again |
//!
//! Other rooms hold the rest: [`pure`](super::pure) the form whose leaves are valued at first sight,
//! [`room`](super::room) what is freed where the tree is full, [`view`](super::view) what only looks at a search,
//! [`notebook`](super::notebook) what is kept and never read, [`merge`](super::merge) two searches that become one.

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
mod focus;
mod included;
mod iterate;
mod kept;
mod leaf;
mod leaf_lines;
mod leave_out;
mod leaves;
mod line_ends;
mod lines;
mod out;
mod path_node;
mod rest;
mod restore;
mod rules;
mod search;
mod searcher;
mod shares;
mod state;
mod steps;
#[cfg(test)]
mod tests;
mod tree_walk;
mod turns;

pub use anchor::Anchor;
pub(super) use anchor::{Anchors, AnchorsByLine};
pub use answer::Answer;
pub(super) use answer::as_evaluation;
pub use beside::SearchedBeside;
pub(super) use change::{Change, Growth};
pub(super) use focus::Focus;
pub use leaf_lines::LeafLine;
pub(super) use leaf_lines::LeafLines;
pub use search::BestFirst;
pub use state::{SearchState, Stats, Unfit};
pub use steps::CannotStep;
pub(super) use tree_walk::TreeWalk;
