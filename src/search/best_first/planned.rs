//! The moves that an iteration is about to make.

use crate::game::Game;
use crate::search::leaf::EstimateOrder;
use crate::value::Value;

/// A move about to be made, the position behind it, and its value where the table has it.
#[derive(Clone, Debug)]
pub(super) struct Planned<G: Game> {
    pub(super) mv: G::Move,
    pub(super) rank: u16,
    pub(super) game: G,
    pub(super) key: u64,
    pub(super) known: Option<Value>,
}

/// The moves of the node that grows: all of them in order, and those planned. Kept from one
/// iteration to the next only to spare allocations.
#[derive(Clone, Debug)]
pub(super) struct Expansion<G: Game> {
    pub(super) order: EstimateOrder<G::Move>,
    pub(super) moves: Vec<Planned<G>>,
}

impl<G: Game> Default for Expansion<G> {
    fn default() -> Self {
        Expansion { order: EstimateOrder::default(), moves: Vec::new() }
    }
}
