//! Positions that are searched at the same time take turns in the place of the position analysed.

use std::mem;

use super::place_beside::PlaceBeside;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::leaf::Ticket;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Which of these positions has asked a question.
    pub(super) fn beside_that_asked(&self, ticket: Ticket) -> Option<usize> {
        let asked =
            |beside: &PlaceBeside<G>| beside.asked.tasks.iter().any(|task| task.ticket == ticket);
        self.beside.iter().position(asked)
    }

    /// Puts a position in the place of the position analysed for as long as this acts.
    pub(super) fn at_beside<T>(
        &mut self,
        index: usize,
        act: impl FnOnce(&mut BestFirst<G>) -> T,
    ) -> T {
        self.exchange(index);
        if self.beside[index].is_reached() {
            self.limit_beside(index);
        }
        let done = act(self);
        if self.beside[index].is_reached() {
            self.beside[index].left = self.budget.nodes_left();
        }
        self.budget.limit_nodes(None);
        self.exchange(index);
        done
    }

    /// The limit on nodes is that of this position.
    pub(super) fn limit_beside(&mut self, index: usize) {
        let limit = self.budget.nodes().saturating_add(self.beside[index].left);
        self.budget.limit_nodes(Some(limit));
    }

    /// Exchanges the position analysed and this one.
    fn exchange(&mut self, index: usize) {
        let beside = &mut self.beside[index];
        mem::swap(&mut self.walk, &mut beside.walk);
        mem::swap(&mut self.answer, &mut beside.answer);
        mem::swap(&mut self.out.asked, &mut beside.asked);
        mem::swap(&mut self.is_tiny, &mut beside.is_tiny);
        // Other searches have changed the numbers around the path.
        self.walk.leave_path(&self.tree);
    }
}
