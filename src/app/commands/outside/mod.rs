//! Leaf tasks that travel as files: `shans split` writes them, `shans worker` answers them anywhere, and
//! `shans apply` gives the answers to the tree.
//!
//! | file | what it holds |
//! |---|---|
//! | `lines` | tasks and answers as lines of JSON, and what both sides must agree on |
//! | `open_tree` | a tree that is to be split, or to get answers |
//! | `split`, `apply`, `worker` | the three commands |
//! | `answers` | answers as they were found in files: the sound ones, and why the others are refused |
//! | `answerer` | who answers in a worker |

mod answerer;
mod answers;
pub mod apply;
mod lines;
mod open_tree;
pub mod split;
pub mod worker;
