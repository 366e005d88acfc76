//! `shans lab compare`: searchers side by side over files of test positions, each with the same
//! nodes, or the same CPU time, for every position.

mod answer;
mod comparison;
mod csv;
mod expected;
pub mod json;
mod mcnemar;
mod outputs;
mod plot;
mod progress;
mod run;
mod suite;
mod text;
mod total;

pub use answer::SearcherAnswer;
pub use comparison::Comparison;
pub use expected::SolvedHistory;
pub use mcnemar::Pairs;
pub use progress::Progress;
pub use run::{CompareError, run};
pub use suite::{Suite, SuitePosition, UnusableLine};
pub use text::{probability, title};
pub use total::Total;
