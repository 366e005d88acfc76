//! The searchers: what there are, by which names, and how one is built.

mod kind;
mod names;
mod options;

pub use kind::{CannotStart, LimitKind, SearcherKind, engine_of, jobs_for};
pub use names::{DEFAULT, DEFAULT_FULL, FIRST_SIGHT, OVER_ENGINE, by_name, of_tree};
pub use options::UnknownSearcher;
