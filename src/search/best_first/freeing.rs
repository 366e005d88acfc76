//! Room for more: what matters least goes, and where nothing can go, leaves are looked at deeper
//! without growing.

use super::deeper::Halt;
use super::{BestFirst, WhenFull};
use crate::game::{Evaluate, Order};
use crate::search::limits::Stop;
use crate::tree::{Kept, NodeId};

/// Sweeping begins when less than one part in so many of the tree's room is free.
const RESERVE: usize = 8;
/// A sweep is to free one part in so many.
const SHARE: usize = 4;
/// Nodes looked at for each one made while a sweep is under way. Two sweeps look at less than
/// twice the whole tree, while an eighth of it is made: this is enough not to come too late.
const PACE: u64 = 16;
/// The tree is looked after each time so many nodes were made.
const PIECE: u64 = 256;
/// A full tree is swept by so many nodes at a time until some are free: about a millisecond.
const FULL_PIECE: usize = 20_000;
/// After so many fruitless sweeps there is nothing to free.
const FRUITLESS: u64 = 2;

impl<G: Order + Evaluate> BestFirst<G> {
    /// Sweeps ahead of the tree's growth, a small piece each time, so that it never gets full.
    pub(super) fn keep_room(&mut self) {
        let made = self.stats.made - self.stats.swept_at;
        let capacity = self.tree.capacity();
        if made < PIECE.min(capacity as u64 / 64) {
            return;
        }
        self.stats.swept_at = self.stats.made;
        let is_tight = capacity - self.tree.len() < capacity / RESERVE;
        if self.room.when_full == WhenFull::Free && (is_tight || self.sweep.is_under_way()) {
            self.sweep(usize::try_from(made.max(PIECE).saturating_mul(PACE)).unwrap_or(usize::MAX));
        }
    }

    /// The tree is full: frees something. Where nothing can go, the search does without: the
    /// node that was to grow is searched deeper instead, and becomes a leaf if it was none.
    ///
    /// # Errors
    ///
    /// The limit that ended such a search; everything is as before then.
    pub(super) fn make_room(&mut self, halt: Halt<'_>) -> Result<(), Stop> {
        let before = (self.sweep.clone(), self.stats);
        self.free_or_deepen(halt).inspect_err(|_| (self.sweep, self.stats) = before)
    }

    fn free_or_deepen(&mut self, halt: Halt<'_>) -> Result<(), Stop> {
        if self.frees_some(halt)? {
            return Ok(());
        }
        self.find_next_variation();
        let end = self.path.last().map_or(self.at(), |frame| frame.id);
        if end == self.at() && !self.node().is_leaf() {
            // Room for the moves of the position analysed comes from below one of the others, from
            // below the answer and those that are decided last.
            let mut tops: Vec<_> = self.tree.children(end).collect();
            tops.sort_by_key(|&(_, id, node)| (node.is_decided(), Some(id) == self.answer.mv));
            let tops: Vec<NodeId> = tops.into_iter().map(|(_, id, _)| id).collect();
            let is_room = tops.into_iter().any(|top| self.collapse(top) > 0);
            return if is_room { Ok(()) } else { Err(Stop::Memory) };
        }
        self.deepen(halt)
    }

    /// Sweeps until something is free; `false` where nothing can go.
    ///
    /// # Errors
    ///
    /// The limit that came first; the tree is as before then.
    pub(super) fn frees_some(&mut self, halt: Halt<'_>) -> Result<bool, Stop> {
        let sweeps = self.stats.sweeps;
        while self.stats.sweeps - sweeps < FRUITLESS {
            if self.sweep(FULL_PIECE) > 0 {
                return Ok(true);
            }
            if let Some(stop) = halt() {
                return Err(stop);
            }
        }
        Ok(false)
    }

    /// Frees everything below a node.
    pub(super) fn collapse(&mut self, id: NodeId) -> usize {
        let price = self.prices.of(self.tree.node(id).forced(), 0);
        let freed = self.tree.free_subtree(id, price);
        self.stats.freed += freed as u64;
        freed
    }

    /// Goes on with the sweep by so many nodes, or begins one; returns how many were freed.
    fn sweep(&mut self, nodes: usize) -> usize {
        if !self.sweep.is_under_way() {
            self.sweep.begin();
        }
        let kept = Kept { line: &self.line };
        let freed = self.sweep.advance(&mut self.tree, kept, &self.prices, nodes);
        self.stats.freed += freed as u64;
        if !self.sweep.is_under_way() {
            self.stats.sweeps += 1;
            self.sweep.aim((self.tree.capacity() / SHARE).max(1) as u64);
        }
        freed
    }
}
