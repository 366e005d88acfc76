//! What the pure form has beside the tree.

use crate::game::{Evaluate, Game, Order};
use crate::search::budget::Budget;
use crate::search::depth_first::Quiescence;
use crate::search::leaf::{EstimateOrder, LeafTable};
use crate::search::limits::Stop;
use crate::search::window::Window;
use crate::value::{Player, Value};

/// What this form of the search has beside the tree.
#[derive(Debug)]
pub struct Pure<G: Game> {
    quiescence: Quiescence<G::Move>,
    /// The values of leaves met before: each is computed once, as long as the table remembers it.
    pub table: LeafTable,
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
            quiescence: Quiescence::default(),
            table,
            followed: Player::Max,
            for_rival: false,
            order: EstimateOrder::default(),
            planned: Vec::new(),
        }
    }
}

impl<G: Order + Evaluate> Pure<G> {
    /// The value of an unfinished position that the table does not have; it has it then.
    ///
    /// # Errors
    ///
    /// The limit that interrupted it.
    pub fn work_out(&mut self, game: &G, key: u64, budget: &mut Budget) -> Result<Value, Stop> {
        let value = self.quiescence.value(game, Window::FULL, budget)?;
        self.table.put(key, value);
        Ok(value)
    }
}
