//! A search over several runs, and the file that it is kept in.
//!
//! ```
//! use shans::chess::Position;
//! use shans::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root};
//! use shans::session::{More, Session};
//!
//! let root = Root::new(<Position>::default());
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
//!     assert!(report.nodes() <= 1_000 && report.nodes_before <= run * 1_000);
//! }
//! assert_eq!(session.search().granted(), 2_000);
//! ```
//!
//! A [`Session`] is driven by whoever owns it, piece by piece: it calls nobody. It prints nothing
//! either; what goes wrong with a checkpoint waits as a [`Trouble`] until somebody asks.

mod place;
mod report;
mod rescue;
mod runs;
mod save_file;
#[cfg(test)]
mod tests;

pub use place::SavePlace;
pub use report::SessionReport;
pub use runs::{More, Session};
pub use save_file::{KeepOptions, LastSave, SaveFile, SavedTree, Trouble};
