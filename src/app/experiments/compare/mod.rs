//! `shans lab compare`: searchers side by side over files of test positions, each with the same
//! nodes, or the same CPU time, for every position.

mod comparison;
pub mod data;
mod plot;
mod run;
mod suite;
mod text;

pub use comparison::{Comparison, Pairs, SearcherAnswer, Total};
pub use run::{CompareError, Progress, run};
pub use suite::{SolvedHistory, Suite, SuitePosition, UnusableLine};
pub use text::{probability, title};
