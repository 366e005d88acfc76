//! A search piece by piece, its end, and coming to rest.

use super::change::{Change, Growth};
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::leaf::LeafAnswer;
use crate::search::limits::Stop;
use crate::search::report::Report;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The report between two pieces, where one is due: four times a second.
    pub fn report_if_due(&mut self) -> Option<Report<G::Move>> {
        self.budget.clock_mut().report_is_due().then(|| self.report(None))
    }

    /// Searches a little, a few milliseconds in most positions, or waits so long for an answer. Returns the rule
    /// that ends the search, once there is one; [`BestFirst::finish`] takes it then. [`BestFirst::begin`] comes
    /// before the first piece.
    pub fn advance(&mut self) -> Option<Stop> {
        let stop = self.iterate()?;
        if stop != Stop::Settled || self.out.is_empty() {
            return Some(stop);
        }
        // Searches that are out may change the answer: what they have found so far counts, too.
        self.come_to_rest();
        self.holds_enough().then_some(stop)
    }

    /// Ends the search that [`BestFirst::advance`] said is over. It can be begun again, and continues
    /// then.
    pub fn finish(&mut self, stop: Stop) -> Report<G::Move> {
        self.come_to_rest();
        self.report(Some(stop))
    }

    /// Ends all searches; what they have found so far goes into the tree, and no node counts as searched for what is
    /// asked about it.
    pub fn come_to_rest(&mut self) {
        for answer in self.out.workers.stop() {
            self.take_in(&answer);
        }
        self.out.is_idle = false;
        for task in std::mem::take(&mut self.out.tasks) {
            task.counted.into_iter().for_each(|counted| self.count_as_before(counted));
        }
    }

    /// Takes an answer outside the loop.
    pub(super) fn take_in(&mut self, answer: &LeafAnswer) {
        if let Some(growth) = self.take(answer)
            && let Ok(growth) = self.put(growth)
        {
            self.result_definition(&growth);
        }
    }

    /// Puts what was known at once into the tree, outside the loop. `None` if there is no room for it.
    pub(super) fn put_known(&mut self, change: Change) -> Option<()> {
        let growth = self.put(Growth::new(change, 1, 0)).ok()?;
        self.result_definition(&growth);
        Some(())
    }
}
