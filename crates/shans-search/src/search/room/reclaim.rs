//! Room for more: the least important nodes are freed, and if nothing can be freed, leaves are searched deeper
//! without growing.

use thiserror::Error;

use super::pass::{Protected, ReclaimPass};
use crate::game::{Evaluate, Heuristics};
use crate::search::best_first::{BestFirst, Focus};
use crate::search::limits::Stop;
use crate::search::memory::WhenFull;
use crate::tree::NodeId;

/// What has to stay of a tree is larger than its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{least} tree nodes cannot be freed: the position analysed, its moves, and the way to it")]
pub struct TooLarge {
    /// The nodes that have to stay.
    pub least: usize,
}

/// A pass begins when less than one part in this many of the tree's room is free.
pub(super) const RESERVE: usize = 8;
/// A pass is to free one part in this many.
const FREED_SHARE: usize = 4;
/// Nodes looked at for each one made while a pass is under way. Two passes look at less than twice
/// the whole tree, while an eighth of it is made: this is enough not to come too late.
const PACE: u64 = 16;
/// Room is kept each time this many nodes were made.
const PIECE: u64 = 256;
/// A full tree is passed by this many nodes at a time until some are free: about a millisecond.
const FULL_PIECE: usize = 20_000;
/// After this many passes that freed nothing there is nothing to free.
const FRUITLESS: u64 = 2;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Frees nodes ahead of the tree's growth, a small piece of a pass each time, so that it never
    /// gets full.
    pub(in crate::search) fn free_ahead(&mut self) {
        let made = self.stats.made - self.stats.swept_at;
        let capacity = self.tree.capacity();
        if made < PIECE.min(capacity as u64 / 64) {
            return;
        }
        self.stats.swept_at = self.stats.made;
        let is_tight = self.tree.room() < capacity / RESERVE;
        if self.memory_limits.when_full == WhenFull::Free
            && (is_tight || self.reclaim_pass.is_under_way())
        {
            self.advance_pass(
                usize::try_from(made.max(PIECE).saturating_mul(PACE)).unwrap_or(usize::MAX),
            );
        }
    }

    /// Continues with passes until something is free; `false` if nothing can go.
    ///
    /// # Errors
    ///
    /// The limit that came first; the tree is as before then.
    pub(in crate::search) fn free_some(&mut self) -> Result<bool, Stop> {
        let passes = self.stats.sweeps;
        while self.stats.sweeps - passes < FRUITLESS {
            if self.advance_pass(FULL_PIECE) > 0 {
                return Ok(true);
            }
            if let Some(stop) = self.budget.stop_by_clock() {
                return Err(stop);
            }
        }
        Ok(false)
    }

    /// Frees nodes until the tree is as small.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if what has to stay is larger.
    pub(in crate::search) fn free_all_beyond(&mut self, most: usize) -> Result<(), TooLarge> {
        if self.tree.len() > most {
            self.free_down_to(most);
            self.collapse_down_to(most);
        }
        let least = self.tree.len();
        if least > most { Err(TooLarge { least }) } else { Ok(()) }
    }

    /// Gives the tree room for this many nodes, and no less than it has. Nodes move.
    pub(in crate::search) fn refit(&mut self, capacity: usize) {
        // A pass knows nodes by their names.
        self.reclaim_pass = ReclaimPass::default();
        self.kept.drop_freed(&self.tree);
        let renaming = self.tree.shrink_to(capacity);
        self.kept.rename(&renaming, &self.tree);
        self.focus.walk.rename(&renaming, &self.tree);
        self.focus.answer.id = self.focus.answer.id.map(|id| renaming.now(id));
    }

    /// Passes over the whole tree until it is as small, or nothing more can go.
    pub(super) fn free_down_to(&mut self, most: usize) {
        self.reclaim_pass = ReclaimPass::default();
        let mut fruitless = 0;
        while self.tree.len() > most && fruitless < FRUITLESS {
            let freed = self.advance_pass(usize::MAX);
            fruitless = if freed > 0 { 0 } else { fruitless + 1 };
            self.reclaim_pass.aim(self.tree.len().saturating_sub(most).max(1) as u64);
        }
    }

    /// Frees everything below moves of the position analysed, the answer and those that are decided
    /// last, until the tree is as small.
    fn collapse_down_to(&mut self, most: usize) {
        for top in self.tops() {
            if self.tree.len() > most {
                self.collapse(top);
            }
        }
    }

    /// The nodes behind the moves of the position analysed: the answer and those that are decided
    /// come last.
    pub(in crate::search) fn tops(&self) -> Vec<NodeId> {
        let mut tops: Vec<_> = self.tree.children(self.at()).collect();
        tops.sort_by_cached_key(|&(_, id, node)| {
            (node.is_decided(), Some(id) == self.focus.answer.id)
        });
        tops.into_iter().map(|(_, id, _)| id).collect()
    }

    /// Frees everything below a node.
    pub(in crate::search) fn collapse(&mut self, id: NodeId) -> usize {
        let freed = self.tree.free_subtree(id, &self.rules);
        self.stats.freed += freed as u64;
        freed
    }

    /// Where the tree is full, frees something, if leaves are searched. If nothing can go, leaves are searched without
    /// growing from now on.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] if nothing may be freed, and the limit that came first.
    pub(in crate::search) fn free_if_full(&mut self) -> Result<(), Stop> {
        if self.tree.room() > 0 {
            return Ok(());
        }
        match self.memory_limits.when_full {
            WhenFull::Stop => Err(Stop::Memory),
            WhenFull::Free => {
                if !self.free_some()? {
                    self.give_up_included();
                    self.stats.deepened += 1;
                }
                Ok(())
            }
        }
    }

    /// Continues with the pass by this many nodes, or begins one; returns how many were freed.
    fn advance_pass(&mut self, nodes: usize) -> usize {
        if !self.reclaim_pass.is_under_way() {
            self.reclaim_pass.begin();
        }
        // A line that somebody wants is not undone while it is made.
        let included = self.included_move().map(|included| included.way);
        let ways = self.focus.all.iter().flat_map(Focus::ways).chain(included.as_deref()).collect();
        let protected = Protected { stem: &self.focus.walk.stem, ways };
        let freed = self.reclaim_pass.advance(&mut self.tree, protected, &self.rules, nodes);
        self.stats.freed += freed as u64;
        if !self.reclaim_pass.is_under_way() {
            self.stats.sweeps += 1;
            self.reclaim_pass.aim((self.tree.capacity() / FREED_SHARE).max(1) as u64);
        }
        freed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::chance::ChanceModel;
    use crate::search::limits::Limits;
    use crate::search::memory::MemoryLimits;
    use crate::search::report::{Root, Searcher};
    use crate::testing::Duel;

    /// Where whole moves have to give way, the answer is the last of those that are open.
    #[test]
    fn the_answer_is_collapsed_last() {
        let room = MemoryLimits::new(8 << 20);
        let mut root = Root::new(Duel::start());
        root.candidates = Some(root.game().safe_steps());
        let mut search = BestFirst::new(root, ChanceModel::default(), room);
        search.search(&Limits { nodes: Some(20_000), ..Limits::default() }, &mut |_| {});
        let answer = search.focus.answer.id.unwrap_or_else(|| panic!("no answer"));
        let last = search.tree.last_child(search.at());
        assert_ne!(last, Some(answer), "it would be the last one anyway");
        let (whole, kept) = (search.tree.len(), search.view().tree_nodes_below(answer));
        let moves = search.tree.children(search.at()).count();
        assert!(kept > 1);
        search.collapse_down_to(kept as usize + moves);
        assert_eq!(search.tree.len(), kept as usize + moves);
        assert!(search.tree.len() < whole && search.tree.below(answer).count() as u64 == kept);
        search.collapse_down_to(moves);
        assert_eq!(search.tree.len(), moves + 1);
    }
}
