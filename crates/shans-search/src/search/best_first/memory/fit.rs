//! Less room, or more, for the whole search.

use super::super::search::BestFirst;
use super::reclaim::{RESERVE, TooLarge};
use crate::game::{Evaluate, Heuristics};
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
        self.room = room;
        self.reclaimed.kept_room_at = self.counters.made;
        self.refit(capacity);
        self.fit_beside();
        let tables = self.table().map_or(0, LeafTable::bytes);
        let tables = tables + self.table.as_ref().map_or(0, SearchTable::most_bytes);
        if room.table_bytes(searches) < tables {
            self.shrink_tables(room.table_bytes(searches));
        }
        Ok(())
    }
}
