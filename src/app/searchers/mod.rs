//! The searchers: what there are, by which names, and how one is built.

mod kind;
mod names;
mod options;

pub use kind::{CannotStart, EngineFailed, LimitKind, SearcherKind, engine_of};
pub use names::{DEFAULT, FIRST_SIGHT, by_name, of_tree, pvs_with};
pub use options::UnknownSearcher;
