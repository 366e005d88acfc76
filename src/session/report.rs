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

    /// Positions searched in this run, those that were discarded among them.
    pub fn searched(&self) -> u64 {
        self.report.counters.searched().saturating_sub(self.nodes_before)
    }

    /// Positions searched a second of wall-clock time in this run; 0 where no time went by.
    pub fn speed(&self) -> u64 {
        let seconds = self.report.elapsed.as_secs_f64();
        if seconds > 0.0 { (self.searched() as f64 / seconds) as u64 } else { 0 }
    }
}

/// The report of a search that has one run only.
impl<M> From<Report<M>> for SessionReport<M> {
    fn from(report: Report<M>) -> SessionReport<M> {
        SessionReport { report, nodes_before: 0 }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::chess::Position;
    use crate::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};

    #[test]
    fn what_was_done_before_is_left_out() {
        let root = Root::new(<Position>::default());
        let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(8 << 20));
        let limits = Limits { nodes: Some(1000), ..Limits::default() };
        let mut report = SessionReport::from(search.search(&limits, &mut |_| {}));
        report.report.elapsed = Duration::from_millis(500);
        report.report.counters.discarded = 5;
        let nodes = report.nodes();
        assert_eq!((report.searched(), report.speed()), (nodes + 5, 2 * (nodes + 5)));
        report.nodes_before = nodes - 10;
        assert_eq!((report.nodes(), report.searched(), report.speed()), (10, 15, 30));
        report.nodes_before = u64::MAX;
        assert_eq!((report.nodes(), report.speed()), (0, 0));
        report = SessionReport { nodes_before: 0, ..report };
        report.report.elapsed = Duration::ZERO;
        assert_eq!(report.speed(), 0);
    }
}
