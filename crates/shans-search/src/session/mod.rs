//! A search over several runs, and the file that it is kept in.
//!
//! ```
//! # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
//! use nim::Nim;
//! use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root};
//! use shans_search::session::{More, Session};
//!
//! let root = Root::new(Nim::new(&[7, 9, 11, 13]));
//! let search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(8 << 20));
//! let mut session = Session::new(search);
//! for run in 0..2 {
//!     // Each run has a thousand nodes of its own.
//!     session.begin(&More(Limits { nodes: Some(1_000), ..Limits::default() }));
//!     let stop = loop {
//!         match session.advance() {
//!             Some(stop) => break stop,
//!             // The search is at rest, and can be looked at.
//!             None => println!("{} nodes in the tree", session.search().tree().len()),
//!         }
//!     };
//!     let report = session.finish(stop);
//!     assert!(report.nodes_before <= run * 1_000);
//!     assert!(report.nodes_before + report.nodes() <= (run + 1) * 1_000);
//! }
//! assert_eq!(session.search().nodes(), 2_000);
//! ```
//!
//! A [`Review`] searches all positions of a line that was played in one tree.
//!
//! A [`Session`] is driven by its owner, piece by piece, without callbacks. It prints nothing
//! either; what goes wrong with a checkpoint waits as a [`Trouble`] until the owner asks.

mod pace;
mod place;
mod review;
mod runs;
mod save_file;

pub use place::SavePlace;
pub use review::{AnotherLine, Review};
pub use runs::{More, Session, SessionReport};
pub use save_file::{KeepOptions, LastSave, SaveFile, Trouble};
