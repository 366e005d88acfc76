//! Tree files: a search saved whole, and resumed.
//!
//! ```
//! use std::path::Path;
//!
//! # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
//! use nim::Nim;
//! use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
//! use shans_search::store::{self, SaveOptions, StoreError, TreeFile};
//!
//! fn search_save_and_go_on(path: &Path) -> Result<(), StoreError> {
//!     let first = Limits { nodes: Some(1_000), ..Limits::default() };
//!     let root = Root::new(Nim::new(&[7, 8, 9]));
//!     let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(8 << 20));
//!     search.search(&first, &mut |_| {});
//!     let options = SaveOptions { searcher: "best-first", compress: true, tables: u64::MAX };
//!     store::save(path, &search, options)?;
//!
//!     // Another day, maybe in another program.
//!     let file = TreeFile::open(path)?;
//!     let room = file.memory_limits();
//!     let mut loaded = file.load_to_go_on::<Nim>((), room)?.search;
//!     loaded.check().expect("nobody changed the file");
//!     let more = Limits { nodes: Some(2_000), ..Limits::default() };
//!     loaded.search(&more, &mut |_| {});
//!
//!     // Leaves are valued at first sight here: it is as if the search had never stopped.
//!     search.search(&more, &mut |_| {});
//!     assert_eq!(loaded.state(), search.state());
//!     Ok(())
//! }
//! # let folder = tempfile::tempdir().expect("a folder");
//! # search_save_and_go_on(&folder.path().join("nim.tree")).expect("a tree file");
//! ```
//!
//! `docs/tree-file.md` describes every byte. `sections.rs` reads and writes headers, and `mapping.rs` alone knows the
//! fields of the search's types: a number that is added to the state of the search becomes one more line there. Nothing
//! that is read is trusted.

mod block;
mod compression;
mod encoding;
mod error;
mod exchange;
mod file_parts;
mod glance;
mod header;
mod load;
mod lock;
mod mapping;
mod numbers;
mod open;
mod preamble;
mod record;
mod replace;
mod save;
mod section;
mod sections;
mod seen;
mod target;

pub use error::StoreError;
pub use file_parts::FileParts;
pub use glance::Glance;
pub use load::Loaded;
pub use lock::SaveLock;
pub use open::{FileInfo, TreeFile};
pub use replace::{Replacement, Saved, Written};
pub use save::{SaveOptions, probe, probe_file, save, write, write_to};
pub use seen::Seen;
pub use target::{is_tree, open_file};
