//! Alpha-beta to a fixed depth, with quiescence behind it.

use super::move_order::EstimateOrder;
use crate::game::{Estimate, Evaluate, Game, Order, Past};
use crate::search::budget::Budget;
use crate::search::depth_first::Quiescence;
use crate::search::limits::Stop;
use crate::search::window::Window;
use crate::tree::{LeftOut, is_restricted, leave_out};
use crate::value::{Mean, Value};

/// Plain alpha-beta in the order of the moves' estimates, without a table. The value is that of
/// the un-pruned search.
#[derive(Debug)]
pub struct FixedDepth<M> {
    quiescence: Quiescence<M>,
}

impl<M> Default for FixedDepth<M> {
    fn default() -> Self {
        FixedDepth { quiescence: Quiescence::default() }
    }
}

/// A leaf to be searched.
#[derive(Clone, Debug)]
pub(in crate::search) struct FixedLeaf<'a, G: Game> {
    /// The position; the game continues there.
    pub(in crate::search) game: &'a G,
    /// How deep to search.
    pub(in crate::search) plies: u16,
    /// Keys of the positions before it, and how many of them are the game's history
    /// ([`Past::new`](crate::game::Past::new)).
    pub(in crate::search) past: &'a [u64],
    /// See `past`.
    pub(in crate::search) searched_from: usize,
    /// The moves to choose from; all legal ones where `None`.
    pub(in crate::search) candidates: Option<&'a [G::Move]>,
    /// Moves that are not considered in certain positions, there and below.
    pub(in crate::search) left_out: &'a [LeftOut],
}

/// A search in progress.
struct AlphaBetaWalk<'a, G: Game> {
    quiescence: &'a mut Quiescence<G::Move>,
    budget: &'a mut Budget,
    past: &'a mut Vec<u64>,
    searched_from: usize,
    left_out: &'a [LeftOut],
}

/// Where a walk is: plies below the leaf, from where wins count, and plies still to go.
#[derive(Clone, Copy)]
struct Depth {
    ply: u16,
    left: u16,
}

impl<M: Copy + PartialEq> FixedDepth<M> {
    /// The value of a leaf, and the move it rests on.
    ///
    /// # Errors
    ///
    /// The limit that interrupted it.
    pub(in crate::search) fn search<G: Order<Move = M> + Evaluate>(
        &mut self,
        leaf: FixedLeaf<'_, G>,
        budget: &mut Budget,
    ) -> Result<(Value, Option<M>), Stop> {
        let FixedLeaf { game, plies, past, searched_from, left_out, .. } = leaf;
        let window = Window::FULL;
        let (mut best, mut past) = (None, past.to_vec());
        let quiescence = &mut self.quiescence;
        let mut walk =
            AlphaBetaWalk { quiescence, budget, past: &mut past, searched_from, left_out };
        let value = if plies == 0 {
            walk.quiescence.value(game, window, walk.budget)?
        } else {
            let depth = Depth { ply: 0, left: plies };
            walk.best_of_moves(game, depth, window, leaf.candidates, &mut best)?
        };
        Ok((value, best))
    }
}

impl<G: Order + Evaluate> AlphaBetaWalk<'_, G> {
    /// The value of an unfinished position by its moves, and the move it rests on.
    fn best_of_moves(
        &mut self,
        game: &G,
        depth: Depth,
        mut window: Window,
        allowed: Option<&[G::Move]>,
        chosen: &mut Option<G::Move>,
    ) -> Result<Value, Stop> {
        let mut order = EstimateOrder::default();
        order.list(game, allowed, 0)?;
        self.past.push(game.key());
        let mut best: Option<Value> = None;
        let mut mean = Mean::default();
        for rank in 0.. {
            let Some(Estimate { mv, .. }) = order.get(rank) else { break };
            let Some(mover) = game.turn().player() else {
                // Bounds are of no use behind a random turn.
                let value = self.after_move(game, mv, depth, Window::FULL)?;
                mean.add(value, f64::from(game.odds(mv)));
                continue;
            };
            let value = self.after_move(game, mv, depth, window)?;
            if best.is_none_or(|best| value.for_player(mover) > best.for_player(mover)) {
                best = Some(value);
                *chosen = Some(mv);
                if window.closes(mover, value) {
                    break;
                }
            }
        }
        self.past.pop();
        Ok(best.or(mean.value()).unwrap_or_else(|| game.evaluate()))
    }

    /// The moves to choose from in a position, if they are restricted.
    fn chosen(&self, game: &G) -> Option<Vec<G::Move>> {
        is_restricted(self.left_out, game).then(|| {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            leave_out(self.left_out, game, &mut moves);
            moves
        })
    }

    /// The value of the position after a move.
    fn after_move(
        &mut self,
        game: &G,
        mv: G::Move,
        depth: Depth,
        window: Window,
    ) -> Result<Value, Stop> {
        self.budget.count_node()?;
        let mut child = game.clone();
        child.play(mv);
        let depth = Depth { ply: depth.ply + 1, left: depth.left - 1 };
        let past = Past::new(self.past, self.searched_from);
        if let Some(value) = child.outcome(&past).or_else(|| child.exact_at_once(&past)) {
            return Ok(value.shifted(depth.ply));
        }
        if depth.left > 0 {
            let chosen = self.chosen(&child);
            return self.best_of_moves(&child, depth, window, chosen.as_deref(), &mut None);
        }
        let below = window.unshifted(depth.ply);
        Ok(self.quiescence.value(&child, below, self.budget)?.shifted(depth.ply))
    }
}
