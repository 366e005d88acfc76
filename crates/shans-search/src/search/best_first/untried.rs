//! The answer while the tree has no node for it: the move that would be tried first, or that a search of the
//! position analysed has found best.

use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::leaf::EstimateOrder;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Notes the answer that there is before any move was tried.
    pub(super) fn note_untried(&mut self) {
        if !self.node().is_leaf() || self.answer.changes.last().is_some() {
            return;
        }
        if let Some(best) = self.next_move() {
            self.answer.note_unproven(self.budget.nodes(), best);
        }
    }

    /// Notes the move that a search of the position analysed has found best, where the tree has no
    /// node for it.
    pub(super) fn note_best_of_leaf(&mut self, best: Option<MoveCode>) {
        if let Some(best) = best.and_then(|code| self.position().decode(code)) {
            self.answer.note_unproven(self.budget.nodes(), best);
        }
    }

    /// The move that would be tried next in the position analysed.
    pub(super) fn next_move(&self) -> Option<G::Move> {
        let mut order = EstimateOrder::default();
        let made = self.tree.made(self.at());
        let allowed = self.root.chosen(self.position(), self.walk.stem().len() - 1);
        order.list(self.position(), allowed.as_deref(), 0).ok()?;
        if self.tree.leaves_are_searched() {
            order.put_first(self.first_moves(self.at(), self.position()).into_iter());
        }
        order.get(made).map(|estimate| estimate.mv)
    }
}
