//! What the pure form has beside the tree.

use crate::game::Game;
use crate::search::leaf::{CachedQuiescence, EstimateOrder, LeafTable};
use crate::value::{Player, Value};

/// What this form of the search has beside the tree.
#[derive(Debug)]
pub struct Pure<G: Game> {
    /// Where the values of new leaves come from.
    pub leaves: CachedQuiescence<G::Move>,
    /// The player whose chance was followed to the end of the path.
    pub followed: Player,
    /// The path was walked for another move than the best one.
    pub for_rival: bool,
    /// The moves of the node that grows, all of them in order, and those planned. Kept from one
    /// iteration to the next only to spare allocations.
    pub order: EstimateOrder<G::Move>,
    pub planned: Vec<Planned<G>>,
}

/// A move about to be made, the position behind it, and its value where the table has it.
#[derive(Clone, Debug)]
pub struct Planned<G: Game> {
    pub mv: G::Move,
    pub rank: u16,
    pub game: G,
    pub key: u64,
    pub known: Option<Value>,
}

impl<G: Game> Pure<G> {
    /// With this table of values.
    pub fn new(table: LeafTable) -> Pure<G> {
        Pure {
            leaves: CachedQuiescence::new(table),
            followed: Player::Max,
            for_rival: false,
            order: EstimateOrder::default(),
            planned: Vec::new(),
        }
    }
}
