//! Less room, or more, for the whole search.

use super::leaf_memory::LeafMemory;
use super::reclaim::{RESERVE, TooLarge};
use crate::game::{Evaluate, Heuristics};
use crate::search::best_first::BestFirst;
use crate::search::depth_first::SearchTable;
use crate::search::leaf::LeafTable;
use crate::search::memory::MemoryLimits;
use crate::tree::Tree;

impl<G: Heuristics + Evaluate> BestFirst<G> {
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
        self.memory_limits = room;
        self.stats.swept_at = self.stats.made;
        self.refit(capacity);
        self.fit_kept();
        let tables = self.table().map_or(0, LeafTable::bytes);
        let tables = tables + self.leaves.table.as_ref().map_or(0, SearchTable::most_bytes);
        if room.table_bytes(searches) < tables {
            self.shrink_tables(room.table_bytes(searches));
        }
        Ok(())
    }

    /// Keeps no more for single nodes, apart from them, than there is room for.
    pub fn fit_kept(&mut self) {
        self.kept.shrink_into(self.memory_limits, &self.tree);
    }

    /// Puts what the tables know into some that grow to no more than this.
    fn shrink_tables(&mut self, bytes: u64) {
        let Ok(mut smaller) = LeafMemory::try_with_bytes(self.rules.searches_leaves(), bytes)
        else {
            return;
        };
        let before = self.leaves.take_memory();
        before.values.used().for_each(|slot| _ = smaller.values.put_back(slot));
        if let Some((new, old)) = smaller.searches.as_mut().zip(before.searches.as_ref()) {
            new.begin_with(old.places());
            new.take_over(old);
        }
        // Where others search, there is no table.
        if before.searches.is_none() {
            smaller.searches = None;
        }
        self.put_memory(smaller);
    }

    /// Puts these tables in place of those there are, and lets threads search with them.
    pub(in crate::search) fn put_memory(&mut self, memory: LeafMemory) {
        self.leaves.put_memory(memory, &self.root, &self.rules, self.memory_limits.threads);
    }
}
