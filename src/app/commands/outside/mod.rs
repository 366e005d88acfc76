//! Leaf tasks that travel as files: `shans remote split` writes them, `shans remote worker` answers them anywhere, and
//! `shans remote apply` gives the answers to the tree.
//!
//! | file | what it holds |
//! |---|---|
//! | `open_tree` | a tree that is to be split, or to get answers |
//! | `split`, `apply`, `worker` | the three commands |
//! | `net_worker` | a worker that gets its tasks from a broker |
//! | `answers` | answers as they were found in files: the sound ones, and why the others are refused |

mod answers;
pub mod apply;
mod net_worker;
mod open_tree;
pub mod split;
pub mod worker;
