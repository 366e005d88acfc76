//! `shans why`: why a move is not preferred, as far as the tree knows.

mod command;
mod comparison;
mod sentences;
mod text;
mod waiting;

#[cfg(test)]
mod tests;

pub use command::run;
pub use sentences::{sentences, write as write_explanation};
