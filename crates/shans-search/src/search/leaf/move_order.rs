//! The moves of one node in the order in which they are tried.

use crate::game::{Estimate, MOST_MOVES, Order, TooManyMoves};

/// Moves by promise, the greatest first; equals in the order of the game.
///
/// The list is made afresh for every visit of a node and only a few of its moves are looked at,
/// so it is sorted only where it is looked at.
#[derive(Clone, Debug)]
pub(in crate::search) struct EstimateOrder<M> {
    moves: Vec<Estimate<M>>,
    /// Negated gain above the place in `moves`: ascending is the order of trying.
    keys: Vec<i64>,
    /// The keys before this one are the least, those asked for among them in order.
    settled: usize,
}

const PLACE_BITS: u32 = 16;

impl<M> Default for EstimateOrder<M> {
    fn default() -> Self {
        EstimateOrder { moves: Vec::new(), keys: Vec::new(), settled: 0 }
    }
}

impl<M: Copy + PartialEq> EstimateOrder<M> {
    /// Lists the moves of a position, those that are `allowed`, to be looked at from the rank
    /// `first` on.
    ///
    /// # Errors
    ///
    /// [`TooManyMoves`]; the list is empty then.
    pub(in crate::search) fn list<G>(
        &mut self,
        game: &G,
        allowed: Option<&[M]>,
        first: u16,
    ) -> Result<(), TooManyMoves>
    where
        G: Order<Move = M>,
    {
        self.moves.clear();
        game.estimates(&mut self.moves);
        if let Some(allowed) = allowed {
            self.moves.retain(|estimate| allowed.contains(&estimate.mv));
        }
        self.keys.clear();
        self.settled = 0;
        if self.moves.len() > usize::from(MOST_MOVES) {
            return Err(TooManyMoves);
        }
        let keyed = self.moves.iter().enumerate();
        self.keys.extend(
            keyed.map(|(place, estimate)| (-i64::from(estimate.gain) << PLACE_BITS) | place as i64),
        );
        self.settled = usize::from(first).min(self.keys.len());
        if 0 < self.settled && self.settled < self.keys.len() {
            self.keys.select_nth_unstable(self.settled);
        }
        Ok(())
    }

    /// Puts these moves first, in their own order.
    pub(in crate::search) fn put_first(&mut self, made: impl Iterator<Item = M>) {
        for (rank, mv) in (0..).zip(made) {
            let key = self.keys.iter_mut().find(|key| self.moves[place(**key)].mv == mv);
            if let Some(key) = key {
                *key = ((i64::MIN >> PLACE_BITS) + rank) << PLACE_BITS | place(*key) as i64;
            }
        }
        self.settled = 0;
    }

    /// The move at a place of the order, not before the first; `None` beyond the last.
    pub(in crate::search) fn get(&mut self, rank: u16) -> Option<Estimate<M>> {
        while self.settled <= usize::from(rank) {
            let rest = self.keys.get_mut(self.settled..)?;
            let (least, _) = rest.iter().enumerate().min_by_key(|&(_, key)| key)?;
            rest.swap(0, least);
            self.settled += 1;
        }
        let key = self.keys.get(usize::from(rank))?;
        self.moves.get(place(*key)).copied()
    }
}

/// The place in the list of moves that a key names.
fn place(key: i64) -> usize {
    (key & ((1 << PLACE_BITS) - 1)) as usize
}
