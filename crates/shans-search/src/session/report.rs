//! What a run of a session has found and done.

use crate::search::Report;

/// A report, and what was done before the run that it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionReport<M> {
    /// What was found. Its counters count from the beginning of the search, over all runs; its times
    /// from the beginning of this one.
    pub report: Report<M>,
    /// Nodes that were spent before this run.
    pub nodes_before: u64,
}

impl<M> SessionReport<M> {
    /// Nodes spent in this run.
    pub fn nodes(&self) -> u64 {
        self.report.counters.nodes.saturating_sub(self.nodes_before)
    }

    /// Positions searched a second of wall-clock time in this run; 0 if no time went by.
    pub fn speed(&self) -> u64 {
        let seconds = self.report.elapsed.as_secs_f64();
        if seconds > 0.0 { (self.nodes() as f64 / seconds) as u64 } else { 0 }
    }
}

/// The report of a search that has one run only.
impl<M> From<Report<M>> for SessionReport<M> {
    fn from(report: Report<M>) -> SessionReport<M> {
        SessionReport { report, nodes_before: 0 }
    }
}
