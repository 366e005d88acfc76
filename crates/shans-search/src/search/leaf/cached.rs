//! Quiescence with a table of the values met before.

use super::table::LeafTable;
use crate::game::{Evaluate, Order};
use crate::search::budget::Budget;
use crate::search::depth_first::Quiescence;
use crate::search::limits::Stop;
use crate::search::window::Window;
use crate::value::Value;

/// Quiescence values with the full window. Each is computed once, as long as the table remembers it.
#[derive(Debug)]
pub struct CachedQuiescence<M> {
    quiescence: Quiescence<M>,
    table: LeafTable,
}

impl<M: Copy> CachedQuiescence<M> {
    /// With this table.
    pub fn new(table: LeafTable) -> CachedQuiescence<M> {
        CachedQuiescence { quiescence: Quiescence::default(), table }
    }

    /// The table.
    pub fn table(&self) -> &LeafTable {
        &self.table
    }

    /// Gives the table away.
    pub fn into_table(self) -> LeafTable {
        self.table
    }

    /// The value of the position with this key, if the table has it.
    pub fn known(&self, key: u64) -> Option<Value> {
        self.table.get(key)
    }

    /// The value of an unfinished position that the table does not have; it has it then.
    ///
    /// # Errors
    ///
    /// The limit that interrupted it.
    pub fn work_out<G>(&mut self, game: &G, key: u64, budget: &mut Budget) -> Result<Value, Stop>
    where
        G: Order<Move = M> + Evaluate,
    {
        let value = self.quiescence.value(game, Window::FULL, budget)?;
        self.table.put(key, value);
        Ok(value)
    }
}
