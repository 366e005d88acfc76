//! What is asked about searchers and not about a position: side by side over suites, against one
//! another in games, and the fixed positions that tell whether a search has changed.

pub mod bench;
pub mod compare;
pub mod play;
