//! Sums over the answers of a searcher.

use std::time::Duration;

use super::answer::SearcherAnswer;
use super::comparison::Comparison;
use super::mcnemar::Pairs;
use crate::app::games::CommandLineGame;

/// The sums over some positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Positions solved.
    pub solved: u64,
    /// Points, where positions give some.
    pub points: u64,
    /// Positions.
    pub positions: u64,
    /// Positions reached by making a move.
    pub nodes: u64,
    /// CPU time of the searches.
    pub cpu: Duration,
    /// Nodes in the trees at the end of the searches.
    pub tree_nodes: u64,
}

impl Total {
    /// The sums over these answers.
    pub fn new<'a>(answers: impl Iterator<Item = &'a SearcherAnswer>) -> Total {
        let mut total = Total::default();
        for answer in answers {
            total.solved += u64::from(answer.is_solved());
            total.points += u64::from(answer.points.unwrap_or_default());
            total.positions += 1;
            total.nodes += answer.nodes;
            total.cpu += answer.cpu;
            total.tree_nodes += answer.tree_nodes;
        }
        total
    }

    /// Nodes per second of CPU time.
    pub fn speed(&self) -> u64 {
        let seconds = self.cpu.as_secs_f64();
        if seconds > 0.0 { (self.nodes as f64 / seconds) as u64 } else { 0 }
    }
}

impl<G: CommandLineGame> Comparison<G> {
    /// The sums of a searcher over a suite, or over all.
    pub fn total(&self, searcher: usize, suite: Option<&str>) -> Total {
        let counts = |name: &str| suite.is_none_or(|suite| suite == name);
        let results = self.results().filter(|(position, _)| counts(&position.suite));
        Total::new(results.filter_map(|(_, answers)| answers.get(searcher)))
    }

    /// How many positions were solved by one, both or none of two searchers.
    pub fn pairs(&self, first: usize, second: usize) -> Pairs {
        let solved = |answers: &[SearcherAnswer]| {
            Some((answers.get(first)?.is_solved(), answers.get(second)?.is_solved()))
        };
        Pairs::count(self.results().filter_map(|(_, answers)| solved(answers)))
    }

    /// All pairs of searchers, the first two first.
    pub(super) fn all_pairs(&self) -> Vec<(usize, usize)> {
        let count = self.searchers.len();
        let with = |first| (first + 1..count).map(move |second| (first, second));
        (0..count).flat_map(with).collect()
    }
}
