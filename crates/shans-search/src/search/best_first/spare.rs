//! What is searched where nothing is due and a worker is free.
//!
//! The selection goes past everything that somebody searches already; in a small tree nothing is left then. So
//! moves of the best line that have no value of their own get one, the most likely first: one that turns out to be needed
//! is there already. With that eight engines are busy all the time, without it for 81 % of it.

use super::change::Errand;
use super::path_node::Aim;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// A move that waits along the best line, for a worker who has nothing else to do. The walk leads to its position.
    pub(super) fn a_spare_move(&mut self) -> Option<(Errand, u8)> {
        // Where the tree is to be the same for any number of threads, it is made of what is due alone.
        let is_free = !self.focus.asked.out.is_empty() && !self.rules.searches_apart();
        let is_narrow = self.budget.limits().narrowing.is_any();
        let may_ask = is_free && !is_narrow && !self.is_time_for_line_ends();
        if !may_ask || self.node().is_proven() || self.included_move().is_some() {
            return None;
        }
        self.descend_through(None, Aim::BestLine);
        let way = self.focus.walk.way();
        for level in self.levels_with_moves() {
            self.go_along(&way[..=level]);
            let asked = self.focus.asked.spare_moves(way[level]);
            let waiting = self.moves_that_wait().unwrap_or_default();
            if let Some(mv) = waiting.into_iter().find(|mv| !asked.contains(mv)) {
                return Some((Errand::Spare(mv), 1));
            }
        }
        None
    }

    /// The levels of the path in which moves wait and fewer have a value than there are workers, that with the fewest
    /// first.
    pub(super) fn levels_with_moves(&self) -> Vec<usize> {
        let first = self.focus.walk.stem.len() - 1;
        let mut found = Vec::new();
        for (level, at) in self.focus.walk.path.iter().enumerate().skip(first) {
            let node = self.tree.node(at.id);
            // A leaf further down is searched with all its moves.
            let is_split = level == first || !node.is_leaf();
            let has_moves = is_split && node.next.exists() && node.turn().player().is_some();
            let searched =
                usize::from(self.tree.made(at.id)) + self.focus.asked.spare_moves(at.id).len();
            if has_moves && searched < self.leaves.workers.capacity() {
                found.push((searched + self.rules.tuning().spare_step * (level - first), level));
            }
        }
        found.sort_unstable();
        found.into_iter().map(|(_, level)| level).collect()
    }
}
