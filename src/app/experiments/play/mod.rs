//! `shans lab play`: games between searchers.

mod command;
mod game;
mod record;

pub use command::run;
