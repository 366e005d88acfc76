//! Room for more: what matters least goes, and where nothing can go, leaves are looked at deeper
//! without growing.

use super::{BestFirst, WhenFull};
use crate::game::{Evaluate, Order};
use crate::search::limits::Stop;
use crate::tree::Kept;
use crate::value::Player;

/// Sweeping begins when less than one part in so many of the tree's room is free.
const RESERVE: usize = 8;
/// A sweep is to free one part in so many.
const SHARE: usize = 4;
/// Nodes looked at for each one made while a sweep is under way. Two sweeps look at less than
/// twice the whole tree, while an eighth of it is made: this is enough not to come too late.
const PACE: u64 = 16;
/// A full tree is swept by so many nodes at a time until some are free: below a millisecond.
const PIECE: usize = 20_000;
/// After so many fruitless sweeps there is nothing to free.
const FRUITLESS: u64 = 3;

impl<G: Order + Evaluate> BestFirst<G> {
    /// Sweeps ahead of the tree's growth, a small piece each time, so that it never gets full.
    pub(super) fn keep_room(&mut self) {
        let made = self.stats.made - self.stats.swept_at;
        self.stats.swept_at = self.stats.made;
        let free = self.tree.capacity() - self.tree.len();
        let is_tight = free < self.tree.capacity() / RESERVE;
        if self.room.when_full == WhenFull::Free && (is_tight || self.sweep.is_under_way()) {
            self.sweep(usize::try_from(made.saturating_mul(PACE)).unwrap_or(usize::MAX));
        }
    }

    /// The tree is full: frees something, or does without.
    pub(super) fn make_room(&mut self, _player: Player) -> Result<(), Stop> {
        let sweeps = self.stats.sweeps;
        while self.stats.sweeps - sweeps < FRUITLESS {
            if self.sweep(PIECE) > 0 {
                return Ok(());
            }
        }
        Err(Stop::Memory)
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
