//! The end of a search, and coming to rest.

use super::change::{Change, Growth};
use super::reclaim::{RESERVE, TooLarge};
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::depth_first::SearchTable;
use crate::search::leaf::{LeafAnswer, LeafTable};
use crate::search::limits::Stop;
use crate::search::memory::MemoryLimits;
use crate::search::report::Report;
use crate::tree::Tree;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The report between two pieces, where one is due: four times a second.
    pub fn report_if_due(&mut self) -> Option<Report<G::Move>> {
        self.budget.clock_mut().report_is_due().then(|| self.report(None))
    }

    /// Ends the search that [`BestFirst::advance`] said is over. It can be begun again, and continues
    /// then.
    pub fn finish(&mut self, stop: Stop) -> Report<G::Move> {
        self.come_to_rest();
        let limit = self.budget.limits().nodes.filter(|_| stop == Stop::Nodes);
        self.granted = limit.unwrap_or(0).max(self.budget.nodes());
        self.report(Some(stop))
    }

    /// Ends all searches; what they have found so far goes into the tree, and no node counts as searched for what is
    /// asked about it.
    pub fn come_to_rest(&mut self) {
        for answer in self.out.workers.stop() {
            self.take_in(&answer);
        }
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

    /// Frees the least important nodes until the tree has room within these limits, and lets the search
    /// continue within them. The moves of the position analysed stay, and the way to it. For this
    /// moment alone the names of the nodes that move take another eighth of the old tree's memory.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if what has to stay is larger; what was freed is gone then.
    pub fn fit_into(&mut self, room: MemoryLimits) -> Result<(), TooLarge> {
        self.come_to_rest();
        let searches = self.rules.searches_leaves();
        let capacity = room.tree_capacity(searches).min(Tree::MAX_NODES);
        // As much is left free as while a search continues.
        self.free_down_to(capacity - capacity / RESERVE);
        self.free_all_beyond(capacity)?;
        self.room = room;
        self.reclaimed.kept_room_at = self.counters.made;
        self.refit(capacity);
        self.lines.shrink_to(room.most_lines(), &self.tree);
        let tables = self.table().map_or(0, LeafTable::bytes);
        let tables = tables + self.table.as_ref().map_or(0, SearchTable::most_bytes);
        if room.table_bytes(searches) < tables {
            self.shrink_tables(room.table_bytes(searches));
        }
        Ok(())
    }
}
