//! A small blocking client of UCI engines: chess engines, or whatever else speaks their protocol.
//! It knows no game; positions and moves are text.
//!
//! - [`Command`]: the program to start and its options, also from a line as the user types it.
//! - [`Engine`]: one engine. A search is begun, waited for, and stopped.
//! - [`Pool`]: several engines for one thread, which waits for whichever answers first.
//! - [`Search`] is what is asked, [`Found`] what is answered.
//!
//! ```no_run
//! use std::time::Duration;
//! use uci_engine::{Command, Deadlines, EngineError, Pool, Search};
//!
//! fn first_moves() -> Result<(), EngineError> {
//!     let command = Command::new("stockfish").option("Hash", "64").option("Threads", "1");
//!     let mut pool = Pool::start(4, &command, &Deadlines::default(), 5)?;
//!     let mut moves = ["e2e4", "d2d4", "g1f3", "c2c4", "b2b3"].iter();
//!     loop {
//!         let free: Vec<usize> = pool.free().collect();
//!         for (index, &mv) in free.into_iter().zip(&mut moves) {
//!             pool.submit(index, &Search::from_start().moves([mv]).nodes(20_000))?;
//!         }
//!         let Some((index, answer)) = pool.next(Duration::from_secs(60)) else {
//!             return Ok(());
//!         };
//!         println!("{index}: {:?}", answer?.score);
//!     }
//! }
//! ```
//!
//! # What is promised
//!
//! - No call waits forever. An engine has to keep to its [`Deadlines`]; one that does not is killed.
//!   How long a search may take is up to the caller: [`Engine::wait`] and [`Pool::next`] come back
//!   in time, [`Engine::stop`] and [`Search::stop_after`] end it.
//! - Whatever an engine says, nothing panics, and memory does not grow: lines above 64 KiB are
//!   skipped, and only the last `info` is kept. An engine never waits for a reader.
//! - A superfluous `bestmove` of an engine is not taken for the answer to the next search:
//!   each search is separated from what came before by `isready`.
//! - An engine that is dropped has ended afterwards. It is asked to `quit`, and killed if it has
//!   not within [`Deadlines::quit`]; on Unix with all processes of its group, so that a script may
//!   start it.
//! - Engines are in process groups of their own. Ctrl-C in the terminal does not reach them, and
//!   neither does Ctrl-Z.
//!
//! If the process that uses this crate is killed without a chance to clean up, nothing kills its
//! engines. They read the end of their input then, at which engines quit.

mod bell;
mod command;
mod deadlines;
mod engine;
mod error;
mod found;
mod inbox;
mod lines;
mod message;
mod options;
mod pool;
mod process;
mod program;
mod restarts;
mod search;

pub use command::{Command, EngineOption};
pub use deadlines::Deadlines;
pub use engine::Engine;
pub use error::{EngineError, ParseError};
pub use found::{Bound, Exact, Found, Score};
pub use options::{OptionInfo, OptionKind};
pub use pool::Pool;
pub use search::Search;
