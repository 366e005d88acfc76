//! How likely the quiet moves of a node are the best ones, as far as the game tells.

use super::super::walk::Scored;
use crate::game::Heuristics;

/// Log odds of the quiet moves of a node. Kept from one to the next only to spare allocations.
#[derive(Clone, Debug)]
pub(super) struct LikelyMoves<M> {
    moves: Vec<M>,
    odds: Vec<i32>,
}

impl<M> Default for LikelyMoves<M> {
    fn default() -> Self {
        LikelyMoves { moves: Vec::new(), odds: Vec::new() }
    }
}

impl<M: Copy> LikelyMoves<M> {
    /// Those of the quiet ones among these moves, in their order; nothing where the game does not
    /// tell.
    pub(super) fn of_quiet_moves<G>(&mut self, game: &G, listed: &[Scored<M>]) -> &[i32]
    where
        G: Heuristics<Move = M>,
    {
        let moves = listed.iter().map(|scored| scored.mv);
        self.moves.clear();
        self.moves.extend(moves.filter(|&mv| game.is_quiet(mv)));
        self.odds.clear();
        if !self.moves.is_empty() {
            game.log_odds(&self.moves, &mut self.odds);
        }
        &self.odds
    }
}
