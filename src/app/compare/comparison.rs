//! What is compared, and the answers so far.

use super::super::games::CommandLineGame;
use super::super::searchers::SearcherKind;
use super::answer::SearcherAnswer;
use super::suite::{Suite, SuitePosition};
use crate::search::{Limits, MemoryLimits};

/// Searchers, positions and answers.
pub struct Comparison<G: CommandLineGame> {
    /// The searchers.
    pub searchers: Vec<SearcherKind>,
    /// When each of them stops, for each position.
    pub limits: Limits,
    /// What each of them may keep.
    pub room: MemoryLimits,
    /// The files of test positions.
    pub suites: Vec<Suite<G>>,
    /// The answers of all searchers, in their order, to the first positions, in the order of
    /// the suites.
    pub answers: Vec<Vec<SearcherAnswer>>,
}

impl<G: CommandLineGame> Comparison<G> {
    /// All positions that are to be searched.
    pub fn positions(&self) -> impl Iterator<Item = &SuitePosition<G>> {
        self.suites.iter().flat_map(|suite| &suite.positions)
    }

    /// The positions that every searcher has answered.
    pub fn results(&self) -> impl Iterator<Item = (&SuitePosition<G>, &[SearcherAnswer])> {
        self.positions().zip(self.answers.iter().map(Vec::as_slice))
    }

    /// How many positions an interrupt left undone.
    pub fn positions_left(&self) -> usize {
        self.positions().count() - self.answers.len()
    }
}
