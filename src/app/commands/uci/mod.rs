//! `shans uci`: an engine for chess programs, which keeps its tree from move to move.
//!
//! | file | what it holds |
//! |---|---|
//! | `command` | a line of the protocol as a [`Command`] |
//! | `go` | what `go` asks for |
//! | `input` | lines and signals, as they come |
//! | `session` | reads commands and answers what cannot wait; another thread thinks |
//! | `queue` | the commands that wait, and how many may |
//! | `signals` | how the one tells the other to stop |
//! | `engine` | carries out commands, one after another |
//! | `thinking` | a `go` from beginning to `bestmove` |
//! | `thinker` | the searcher, and the tree where it keeps one |
//! | `game_line` | the game up to the position |
//! | `walk` | from the position of a kept tree to another one |
//! | `clock` | how much time a move may take |
//! | `lag` | what moves cost on the clock beside the search |
//! | `watch` | whether a running search is to end |
//! | `info` | what is reported about a search |
//! | `options` | what `setoption` changes |
//! | `tree_file` | saving and loading the tree |
//! | `extras` | what people type |
//! | `console` | where all of it is written to |

mod clock;
mod command;
mod console;
mod engine;
mod extras;
mod game_line;
mod go;
mod info;
mod input;
mod lag;
mod options;
mod queue;
mod session;
mod signals;
mod thinker;
mod thinking;
mod tree_file;
mod walk;
mod watch;

pub use command::Command;
pub use session::run;
