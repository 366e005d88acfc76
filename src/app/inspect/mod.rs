//! The commands that look into a tree: `show`, `why` and `export`.
//!
//! All of them read from one [`Study`](study::Study) and touch only the part of the tree that
//! they tell of, so that a tree of any size answers at once. Numbers are from the view of the
//! side to move in the position that is looked at, wherever in the tree they stand
//! (`View`).

pub mod args;
pub mod export;
mod fault;
mod json;
mod selection;
pub mod show;
pub mod study;
mod untried;
mod view;
pub mod why;

#[cfg(test)]
mod example;

pub use fault::{BadLine, IllegalMove};
