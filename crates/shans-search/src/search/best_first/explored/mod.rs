//! The grower of a tree in which every explored position is a node.
//!
//! An iteration makes the next moves of one node; the positions behind them are valued at first sight.

mod deepen;
mod plan;

use crate::game::Game;
use crate::search::leaf::{CachedQuiescence, EstimateOrder, FixedDepth, LeafTable};
use crate::value::Value;

/// What this form of the search has beside the tree.
#[derive(Debug)]
pub(super) struct Explored<G: Game> {
    /// Where the values of new leaves come from ...
    pub(super) leaves: CachedQuiescence<G::Move>,
    /// ... and those of leaves that have no room to grow.
    deep_leaves: FixedDepth<G::Move>,
    /// The moves of the node that grows, all of them in order, and those planned. Kept from one
    /// iteration to the next only to spare allocations.
    order: EstimateOrder<G::Move>,
    planned: Vec<Planned<G>>,
}

/// A move about to be made, the position behind it, and its value where the table has it.
#[derive(Clone, Debug)]
struct Planned<G: Game> {
    mv: G::Move,
    rank: u16,
    game: G,
    key: u64,
    known: Option<Value>,
}

impl<G: Game> Explored<G> {
    /// For a tree of the other form: with a table that holds nothing.
    pub(super) fn idle() -> Explored<G> {
        Explored::new(LeafTable::with_bytes(0))
    }

    /// With this table of values.
    pub(super) fn new(table: LeafTable) -> Explored<G> {
        Explored {
            leaves: CachedQuiescence::new(table),
            deep_leaves: FixedDepth::default(),
            order: EstimateOrder::default(),
            planned: Vec::new(),
        }
    }
}
