//! The best-first search without a depth.
//!
//! The whole explored tree is kept. Each node has its minimax value and what each player might
//! still gain from moves that were not tried yet; the search works at the node on which the larger
//! of these chances at the root rests, and carries the new numbers back to the root.
//!
//! | file | what it holds |
//! |---|---|
//! | `iterate` | the loop and its four functions, and what is asked next |
//! | `change` | what is asked about a node, and what becomes of it |
//! | `searcher`, `rest` | a search from its beginning to its end, and coming to rest |
//! | `counted` | nodes that count as searched once more for a while |
//! | `out`, `questions`, `nodes_left` | the questions that are out, and the nodes that the limit leaves for them |
//! | `leaf` | what is asked about a node, and what an answer makes of it |
//! | `by_node` | what is kept for some nodes of the tree |
//! | `anchor`, `anchors` | the search of whole positions, and how long its move is the answer |
//! | `spare` | what is searched for want of work |
//! | `lines`, `short_lines`, `line_ends` | values for more moves than the best one, and lines that are long enough to be read |
//! | `pure`, `pure_parts`, `pure_deepen` | the pure form, whose leaves are valued at first sight |
//! | `tree_walk`, `path_node` | the walk to the node that grows, and its nodes |
//! | `answer`, `choose`, `line`, `leaf_lines` | the answer, how it is chosen, its line, and the lines behind leaves |
//! | `standing`, `no_progress` | when nothing is left to find out, how likely the answer holds, and whether the search gets nowhere |
//! | `outside` | questions that are answered elsewhere while the search is saved |
//! | `included`, `leave_out` | lines that are searched before anything else, and moves that are not searched |
//! | `habits` | what one of the players does in games |
//! | `comment`, `comments`, `source_game`, `game_line` | what people say about positions, and what is known of the game |
//! | `merge` | two searches that become one |
//! | `reclaim`, `reclaim_pass`, `fit` | what is done where the tree is full |
//! | `steps`, `arrive`, `start_over`, `aside` | other positions, and other questions |
//! | `beside`, `exchange`, `place_beside` | several positions at the same time |
//! | `search`, `state`, `restore`, `tables`, `leaf_memory` | what a search owns, and keeps |
//! | `report`, `told` | what it tells |

mod anchor;
mod anchors;
mod answer;
mod arrive;
mod aside;
mod beside;
mod by_node;
mod change;
mod choose;
mod comment;
mod comments;
mod counted;
mod exchange;
mod fit;
mod game_line;
mod habits;
mod included;
mod iterate;
mod leaf;
mod leaf_lines;
mod leaf_memory;
mod leave_out;
mod line;
mod line_ends;
mod lines;
mod merge;
mod no_progress;
mod nodes_left;
mod out;
mod outside;
mod path_node;
mod place_beside;
mod pure;
mod pure_deepen;
mod pure_parts;
mod questions;
mod reclaim;
mod reclaim_pass;
mod report;
mod rest;
mod restore;
mod search;
mod searcher;
mod short_lines;
mod source_game;
mod spare;
mod standing;
mod start_over;
mod state;
mod steps;
mod tables;
mod told;
mod tree_walk;

pub use anchor::Anchor;
pub use beside::SearchedBeside;
pub use comment::{CannotComment, Comment};
pub use habits::{Habit, Habits};
pub use leaf_lines::LeafLine;
pub use leaf_memory::LeafMemory;
pub use merge::{CannotMerge, Merged};
pub use reclaim::TooLarge;
pub use reclaim_pass::{Protected, ReclaimPass, ReclaimState};
pub use search::BestFirst;
pub use source_game::SourceGame;
pub use state::{SearchState, Stats, Unfit};
pub use steps::CannotStep;
pub use told::{PlayedAnswers, Told};
