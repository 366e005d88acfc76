//! The orders in which plain alpha-beta tries moves: those that a searcher would choose, and
//! bad ones, to measure what the order is worth.

use crate::game::{Estimate, Heuristics};
use crate::search::depth_first::walk::{KNOWN, NOISY};

/// The order in which alpha-beta tries the moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum MoveOrder {
    /// The best move of the last iteration, at the root; then captures and promotions by victim
    /// and attacker; then the rest as the game lists it.
    #[default]
    CapturesFirst,
    /// The best move of the last iteration, at the root; then by estimate, the greatest first.
    Estimates,
    /// The best move so far; then as the game lists them.
    AsListed,
    /// By chance: always the same in the same position.
    Random,
    /// By estimate, the least first. At the root the best move of the last iteration is last.
    Worst,
}

impl MoveOrder {
    /// Whether an iteration begins with the best move of the one before.
    pub(super) fn begins_with_best(self) -> bool {
        !matches!(self, MoveOrder::Random | MoveOrder::Worst)
    }

    fn needs_estimates(self) -> bool {
        matches!(self, MoveOrder::Estimates | MoveOrder::Worst)
    }
}

/// Gives moves the scores that put them in order.
#[derive(Debug)]
pub(super) struct Ordering<M> {
    order: MoveOrder,
    /// Of the position that was prepared last.
    estimates: Vec<Estimate<M>>,
}

impl<M: Copy + PartialEq> Ordering<M> {
    pub(super) fn new(order: MoveOrder) -> Ordering<M> {
        Ordering { order, estimates: Vec::new() }
    }

    /// To be called before the scores of a position's moves are asked for.
    pub(super) fn prepare<G: Heuristics<Move = M>>(&mut self, game: &G) {
        if self.order.needs_estimates() {
            self.estimates.clear();
            game.estimates(&mut self.estimates);
        }
    }

    /// The score of a move: the greatest is tried first. `known` was the best move so far.
    pub(super) fn score<G: Heuristics<Move = M>>(&self, game: &G, mv: M, known: Option<M>) -> i32 {
        let is_known = Some(mv) == known;
        match self.order {
            MoveOrder::Worst if is_known => -KNOWN,
            _ if is_known && self.order.begins_with_best() => KNOWN,
            MoveOrder::AsListed => 0,
            MoveOrder::CapturesFirst => captures_first(game, mv),
            MoveOrder::Estimates => self.estimate(mv),
            MoveOrder::Random => random(game.key(), game.encode(mv).0),
            MoveOrder::Worst => -self.estimate(mv),
        }
    }

    fn estimate(&self, mv: M) -> i32 {
        let found = self.estimates.iter().find(|estimate| estimate.mv == mv);
        found.map_or(0, |estimate| estimate.gain)
    }
}

/// Moves that are not quiet first, the most valuable victim and the least valuable attacker
/// before the others.
fn captures_first<G: Heuristics>(game: &G, mv: G::Move) -> i32 {
    if game.is_quiet(mv) { 0 } else { NOISY + game.mvv_lva(mv) }
}

/// A number that depends on nothing but position and move: the finaliser of splitmix64.
fn random(key: u64, code: u16) -> i32 {
    let mut z = key ^ (u64::from(code) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31)) as i32
}
