//! The depth-first engine: what searches whole positions to a depth, and leaves of a tree.
//!
//! | module | what it is |
//! |---|---|
//! | `pvs` | principal variation search with all that strong engines add, and the same as a search of leaves |
//! | `transposition`, `table_entry`, `places` | its table, which threads may share |
//! | `killers` | quiet moves that refuted others at the same ply |
//! | `walk` | root, path, limits, counters and leaves of a walk |
//! | `deepening` | one depth after the other, until a limit or the search itself says stop |
//! | `lines` | principal variations |
//! | `quiescence` | captures and evasions behind the last ply |
//!
//! Every number is seen from Max's point of view. Inside a search wins count plies from the root.

pub(super) mod deepening;
pub(super) mod killers;
mod lines;
mod places;
mod pvs;
mod quiescence;
mod table_entry;
pub(super) mod transposition;
pub(super) mod walk;

pub use pvs::{Known, Pvs, PvsNumbers, PvsOptions};
pub use quiescence::Quiescence;
pub use transposition::SearchTable;
pub use walk::Leaf;

pub(in crate::search) use deepening::has_only_move;
pub(in crate::search) use pvs::{BEYOND_WIN, HARD_FACTOR, LeafPosition, SOFT_SHARE};
