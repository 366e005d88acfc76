//! `shans compare`: searchers side by side over files of test positions, each with the same
//! nodes, or the same CPU time, for every position.

mod answer;
mod comparison;
mod csv;
mod expected;
mod json;
mod mcnemar;
mod outputs;
mod plot;
mod progress;
mod run;
mod suite;
mod text;
mod total;

pub use run::{CompareError, run};
