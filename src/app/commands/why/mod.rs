//! `shans why`: why a move is not preferred, as far as the tree knows.

mod claim;
mod command;
mod comparison;
mod need;
mod research;
mod sentences;
mod table;
mod text;
mod waiting;
mod worth;

#[cfg(test)]
mod tests;

pub use claim::Claim;
pub use command::run;
pub use sentences::{claim, reasons, sentences, write as write_explanation};
