//! The commands: the only code that prints, parses arguments or reads an environment.

pub mod number;
pub mod perft;
