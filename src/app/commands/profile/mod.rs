//! `shans profile`: all games of a player in one tree, what the player keeps doing wrong in them, and puzzles of it.
//!
//! | file | what it does |
//! |---|---|
//! | `command` | the command, from the files to its outputs |
//! | `games`, `clock` | the games of the player, with their clocks |
//! | `review` | all positions searched in one tree |
//! | `judged` | what the moves lost |
//! | `errors` | why errors are errors, and where on the board |
//! | `questions` | categories of moves, errors and games, counted game by game |
//! | `measure` | rates and ratios with intervals, and when they are more than chance |
//! | `report` | all that is told, as data |
//! | `text`, `page` | the report for people |
//! | `puzzles`, `puzzle_test`, `puzzle_files` | puzzles as data (for a drill, too), the only good moves behind them, and their files |

mod clock;
mod command;
mod errors;
mod games;
mod judged;
mod measure;
mod page;
mod puzzle_files;
mod puzzle_test;
mod puzzles;
mod questions;
mod report;
mod review;
mod text;

pub use command::run;
pub use puzzles::{Puzzle, WrongAnswer};
