//! `shans export`: the most important part of a tree, for other programs.

mod command;
mod dot;
mod pgn;

pub use command::run;
