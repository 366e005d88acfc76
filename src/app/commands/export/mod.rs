//! `shans export`: the most important part of a tree, for other programs.

mod command;
mod dot;
mod html;
mod pgn;
mod tags;

pub use command::run;
