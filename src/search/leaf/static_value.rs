//! The static evaluation as a leaf's value.

use super::task::{LeafSearch, LeafTask, LeafValue};
use crate::game::{Evaluate, Order};
use crate::search::budget::Budget;
use crate::search::limits::Stop;

/// Looks at no move at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct StaticLeaf;

impl<G: Order + Evaluate> LeafSearch<G> for StaticLeaf {
    fn search(
        &mut self,
        task: LeafTask<'_, G>,
        budget: &mut Budget,
    ) -> Result<LeafValue<G::Move>, Stop> {
        budget.count_eval();
        Ok(LeafValue { value: task.game.evaluate(), best: None })
    }
}
