//! The moves of one node in the order in which they are tried.

use crate::game::{Estimate, Order};
use crate::tree::MAX_MADE;

/// Moves by promise, the greatest first; equals in the order of the game.
///
/// The list is made anew for every visit of a node and only a few of its moves are looked at,
/// so what is sorted are small keys.
#[derive(Clone, Debug)]
pub(super) struct MoveOrder<M> {
    moves: Vec<Estimate<M>>,
    /// Negated gain above the place in `moves`: ascending is the order of trying.
    keys: Vec<i64>,
}

const PLACE_BITS: u32 = 16;

impl<M> Default for MoveOrder<M> {
    fn default() -> Self {
        MoveOrder { moves: Vec::new(), keys: Vec::new() }
    }
}

impl<M: Copy + PartialEq> MoveOrder<M> {
    /// Lists all moves of a position.
    pub(super) fn list<G: Order<Move = M>>(&mut self, game: &G) {
        self.moves.clear();
        game.estimates(&mut self.moves);
        self.moves.truncate(usize::from(MAX_MADE));
        self.sort();
    }

    /// Drops the moves that are not among `allowed`.
    pub(super) fn keep(&mut self, allowed: &[M]) {
        self.moves.retain(|estimate| allowed.contains(&estimate.mv));
        self.sort();
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The move at a place of the order, if there is one.
    pub(super) fn get(&self, rank: u16) -> Option<&Estimate<M>> {
        let key = self.keys.get(usize::from(rank))?;
        self.moves.get((key & ((1 << PLACE_BITS) - 1)) as usize)
    }

    fn sort(&mut self) {
        let keyed = self.moves.iter().enumerate();
        self.keys.clear();
        self.keys.extend(
            keyed.map(|(place, estimate)| (-i64::from(estimate.gain) << PLACE_BITS) | place as i64),
        );
        self.keys.sort_unstable();
    }
}
