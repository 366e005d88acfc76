//! What is done where the tree is full: something goes, or a leaf is searched deeper without growing.

use super::growth::Growth;
use super::reclaim::{RESERVE, TooLarge};
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::Stop;
use crate::search::memory::MemoryLimits;
use crate::tree::Tree;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The tree is full: frees something. Where nothing can go, the search does without: the
    /// node that was to grow is searched deeper instead, and becomes a leaf if it was none. What that has
    /// found, if all is known now.
    ///
    /// # Errors
    ///
    /// The limit that ended such a search; everything is as before then.
    pub(super) fn make_room(&mut self) -> Result<Option<Growth>, Stop> {
        let before = (self.reclaim_pass.clone(), self.reclaimed);
        self.free_or_deepen().inspect_err(|_| (self.reclaim_pass, self.reclaimed) = before)
    }

    fn free_or_deepen(&mut self) -> Result<Option<Growth>, Stop> {
        if self.frees_some()? {
            return Ok(None);
        }
        self.give_up_included();
        let is_searched = self.tree.leaves_are_searched();
        let is_stuck = if is_searched {
            self.is_stuck_without_room()
        } else {
            self.select_explored();
            false
        };
        let end = self.walk.end().map_or(self.at(), |end| end.id);
        let is_analysed = end == self.at() && !self.node().is_leaf();
        if (is_analysed || is_stuck) && self.frees_beside_path() {
            return Ok(None);
        }
        match () {
            () if is_analysed => Err(Stop::Memory),
            () if is_searched => self.deepen_searched().map(|()| None),
            () => self.plan_deeper_leaf().map(Some),
        }
    }

    /// Frees everything below a move of the position analysed that is not on the path; `false`
    /// where there is nothing.
    fn frees_beside_path(&mut self) -> bool {
        let on_path = self.walk.path().get(self.walk.stem().len()).map(|level| level.id);
        let mut beside = self.tops().into_iter().filter(|&top| Some(top) != on_path);
        beside.any(|top| self.collapse(top) > 0)
    }

    /// Frees the least important nodes until the tree has room within these limits, and lets the search
    /// continue within them. The moves of the position analysed stay, and the way to it. For this
    /// moment alone the names of the nodes that move take another eighth of the old tree's memory.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if what has to stay is larger; what was freed is gone then.
    pub fn fit_into(&mut self, room: MemoryLimits) -> Result<(), TooLarge> {
        self.drop_visits();
        let form = self.tree.form();
        let capacity = room.tree_capacity(form).min(Tree::MAX_NODES);
        // As much is left free as while a search continues.
        self.free_down_to(capacity - capacity / RESERVE);
        self.free_all_beyond(capacity)?;
        self.room = room;
        self.reclaimed.kept_room_at = self.counters.made;
        self.refit(capacity);
        self.lines.shrink_to(room.most_lines(), &self.tree);
        if room.table_bytes(form) < self.most_table_bytes() {
            self.shrink_tables(room.table_bytes(form));
        }
        Ok(())
    }
}
