//! What is compared, and the answers so far.

use super::answer::SearcherAnswer;
use super::suite::{Suite, SuitePosition};
use crate::app::games::CommandLineGame;
use crate::app::searchers::{CannotStart, SearcherKind};
use crate::search::{Limits, MemoryLimits, Root, Stop};

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

    /// The answers of all searchers to a position; `None` after an interrupt. `tick` is called a
    /// few times a second.
    ///
    /// # Errors
    ///
    /// [`CannotStart`] if there is nobody to search, or an engine answers no longer.
    pub fn search(
        &self,
        position: &SuitePosition<G>,
        tick: &mut dyn FnMut(),
    ) -> Result<Option<Vec<SearcherAnswer>>, CannotStart> {
        let search_by = |kind: &SearcherKind| {
            if self.limits.interrupt.is_thrown() {
                return Ok(None);
            }
            let mut searcher = kind.build(Root::new(position.position.clone()), self.room)?;
            let report = searcher.search(&self.limits, &mut |_| tick());
            if report.stop == Some(Stop::Unanswered)
                && let (_, Some(failure)) = kind.troubles_of(report.stop)
            {
                return Err(failure.into());
            }
            let is_whole = report.stop != Some(Stop::Interrupted);
            Ok(is_whole.then(|| SearcherAnswer::new(position, &report)))
        };
        self.searchers.iter().map(search_by).collect()
    }

    /// How many positions an interrupt left undone.
    pub fn positions_left(&self) -> usize {
        self.positions().count() - self.answers.len()
    }
}
