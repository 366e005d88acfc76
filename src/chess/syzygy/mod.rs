//! Endgame tables from outside the program: Ronald de Man's Syzygy tables.
//!
//! What they say follows the fifty-move rule ([`TableVerdict`]). What is asked of them is a trait, so that tests
//! need no files ([`Probe`]).

mod held_files;
mod material;
mod open;
mod probe;
mod tables;
mod verdict;

pub use open::OpenedTables;
pub use probe::{Probe, ProbeTrouble};
pub use shakmaty_syzygy::{Dtz, MaybeRounded, Wdl};
pub use tables::Syzygy;
pub use verdict::TableVerdict;
