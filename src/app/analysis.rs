//! One position searched, and everything the reports need to know of it.

use shakmaty::Move;

use super::live::Live;
use super::plan::Plan;
use super::saving::Saved;
use crate::chess::{FenWarning, Position};
use crate::search::{Report, Root};

/// A position to be analysed.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position and its past.
    pub root: Root<Position>,
    /// What was ignored to make sense of it.
    pub warnings: Vec<String>,
    /// Its name, where it came with one.
    pub id: Option<String>,
    /// The line of standard input it came from.
    pub line: Option<u64>,
    /// Nodes of the search before it was taken up again; 0 for a new one.
    pub nodes_before: u64,
}

/// A position that was analysed.
#[derive(Debug)]
pub struct Analysis<'a> {
    /// The position.
    pub task: Task,
    /// How it was searched.
    pub plan: &'a Plan,
    /// What was found.
    pub report: Report<Move>,
    /// Where its tree is.
    pub saved: Option<Saved>,
}

impl Task {
    /// A position that came alone.
    pub fn new(root: Root<Position>, warnings: &[FenWarning]) -> Task {
        let warnings = warnings.iter().map(FenWarning::to_string).collect();
        Task { root, warnings, id: None, line: None, nodes_before: 0 }
    }

    /// Searches, and shows the progress unless it is to be `quiet`.
    pub fn run(self, plan: &Plan, quiet: bool) -> Analysis<'_> {
        let mut searcher = plan.searcher.build(self.root.clone(), plan.room);
        let live = Live::new(quiet, self.nodes_before);
        let position = self.root.game();
        let report = searcher.search(&plan.limits, &mut |report| live.show(position, report));
        live.clear();
        Analysis { task: self, plan, report, saved: None }
    }
}

impl Analysis<'_> {
    /// The position.
    pub fn position(&self) -> &Position {
        self.task.root.game()
    }
}
