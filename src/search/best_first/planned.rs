//! The moves that an iteration is about to make.

use crate::game::Game;
use crate::search::leaf::EstimateOrder;
use crate::tree::NodeId;
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
    /// The node whose moves are in `order`, so that they need not be listed again: moves of the
    /// best line are made one an iteration, and listing them takes as long as ten positions.
    pub(super) listed: Option<Listed>,
}

/// A node, and how many of its moves were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) id: NodeId,
    /// The generation of the tree to which the name belongs.
    pub(super) generation: u64,
    pub(super) made: u16,
}

impl<G: Game> Default for Expansion<G> {
    fn default() -> Self {
        Expansion { order: EstimateOrder::default(), moves: Vec::new(), listed: None }
    }
}
