//! Tree files: a search put away, whole, and taken up again.
//!
//! `docs/tree-file.md` describes every byte. Records in files are kept apart from the nodes in
//! memory, so that either can change without the other. Nothing that is read is trusted.

mod block;
mod error;
mod header;
mod load;
mod record;
mod replace;
mod save;

pub use error::StoreError;
pub use load::{Loaded, Origin, TreeFile};
pub use replace::{Replacement, Written};
pub use save::{SaveOptions, probe, save, write, write_to};

/// The first bytes of every tree file. Those around the name tell transfers as text, which
/// spoil a file.
const MAGIC: &[u8] = b"\x89SHANS\r\n";
/// The version of the format.
const VERSION: u16 = 1;
/// The blocks are compressed.
const FLAG_COMPRESSED: u16 = 1;
