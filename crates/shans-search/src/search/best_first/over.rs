//! When nothing is left to be found out about the best line.

use super::search::BestFirst;
use super::searched::open_win;
use crate::game::{Evaluate, Heuristics};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Whether the result is certain, and nothing is left to be found out about the best line.
    pub(super) fn is_over(&self) -> bool {
        self.node().is_proven()
            || self.answer.win_is_fast_enough(self.budget.nodes())
            || self.has_looked_for_faster_win()
    }

    /// Whether a win of the position analysed is proven, and a faster one was looked for deep
    /// enough. What could still grow then are slower wins. None is looked for where searches of leaves do not
    /// answer in windows.
    fn has_looked_for_faster_win(&self) -> bool {
        self.rules.model().leaf_search.is_some_and(|leaves| {
            open_win(self.node()).is_some_and(|(_, left)| left == 0 || leaves.exact.is_some())
        })
    }
}
