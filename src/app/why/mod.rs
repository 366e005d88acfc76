//! `shans why`: why a move is not preferred, as far as the tree knows.

mod command;
mod comparison;
mod searched;
mod text;

#[cfg(test)]
mod tests;

pub use command::run;
pub use text::{sentences, write as write_explanation};
