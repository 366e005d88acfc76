//! Leaf tasks that travel as files: `shans remote split` writes them, `shans remote worker` answers them anywhere, and
//! `shans remote apply` gives the answers to the tree.
//!
//! | file | what it holds |
//! |---|---|
//! | `split`, `apply`, `worker` | the three commands |

pub mod apply;
pub mod split;
pub mod worker;
