//! What an analysis begins with, and what it ends with.

use std::path::PathBuf;

use super::games::GivenPosition;
use super::settings::SearchSettings;
use crate::game::Game;
use crate::search::{Report, Root};
use crate::store::FileParts;

/// A position to be analysed.
#[derive(Clone, Debug)]
pub struct AnalysisInput<G: Game> {
    /// The position and its past.
    pub root: Root<G>,
    /// What was ignored to make sense of it.
    pub warnings: Vec<String>,
    /// Its name, where it came with one.
    pub id: Option<String>,
    /// The number of its line in standard input, from 1 on.
    pub input_line: Option<u64>,
    /// Nodes that the search had already spent when it was resumed; 0 for a new search.
    pub nodes_before: u64,
}

/// A position that was analysed.
#[derive(Debug)]
pub struct AnalysisResult<'a, G: Game> {
    /// The position.
    pub input: AnalysisInput<G>,
    /// How it was searched.
    pub settings: &'a SearchSettings,
    /// What was found.
    pub report: Report<G::Move>,
    /// Where its tree is.
    pub saved: Option<SavedTree>,
}

/// A tree that was saved.
#[derive(Clone, Debug)]
pub struct SavedTree {
    /// The file.
    pub path: PathBuf,
    /// What takes its bytes.
    pub parts: FileParts,
}

impl<G: Game> AnalysisInput<G> {
    /// A position that was given as text, its past unknown.
    pub fn new(given: GivenPosition<G>) -> AnalysisInput<G> {
        let GivenPosition { position, id, warnings } = given;
        AnalysisInput { warnings, id, ..AnalysisInput::from_position(position) }
    }

    /// A position that is part of a game or a tree.
    pub fn from_position(position: G) -> AnalysisInput<G> {
        AnalysisInput::from_root(Root::new(position))
    }

    /// A position with its past.
    pub fn from_root(root: Root<G>) -> AnalysisInput<G> {
        AnalysisInput { root, warnings: Vec::new(), id: None, input_line: None, nodes_before: 0 }
    }
}

impl<G: Game> AnalysisResult<'_, G> {
    /// The position.
    pub fn position(&self) -> &G {
        self.input.root.game()
    }
}

/// Nodes per second of wall-clock time, without those that were spent before.
pub fn speed<M>(report: &Report<M>, nodes_before: u64) -> u64 {
    let nodes = report.counters.searched().saturating_sub(nodes_before);
    let seconds = report.elapsed.as_secs_f64();
    if seconds > 0.0 { (nodes as f64 / seconds) as u64 } else { 0 }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::chess::Position;
    use crate::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Searcher};

    #[test]
    fn the_speed_leaves_out_what_was_searched_before() {
        let root = Root::new(<Position>::default());
        let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(8 << 20));
        let limits = Limits { nodes: Some(1000), ..Limits::default() };
        let report = search.search(&limits, &mut |_| {});
        let searched = report.counters.searched();
        let report = Report { elapsed: Duration::from_millis(500), ..report };
        assert_eq!((speed(&report, 0), speed(&report, searched - 10)), (2 * searched, 20));
        let report = Report { elapsed: Duration::ZERO, ..report };
        assert_eq!((speed(&report, 0), speed(&report, u64::MAX)), (0, 0));
    }
}
