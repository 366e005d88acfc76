//! `shans lab play`: games between searchers.

mod command;
mod game;
mod player;
mod record;
mod table;

pub use command::run;
