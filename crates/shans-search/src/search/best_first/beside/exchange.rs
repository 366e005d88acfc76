//! Positions that are searched at the same time take turns in the place of the position analysed.

use std::mem;

use super::super::search::BestFirst;
use super::place::PlaceBeside;
use crate::game::{Evaluate, Heuristics};
use crate::search::leaf::{LeafAnswer, Ticket};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Which of these positions has asked a question.
    pub(in super::super) fn beside_that_asked(&self, ticket: Ticket) -> Option<usize> {
        let asked =
            |beside: &PlaceBeside<G>| beside.asked.tasks.iter().any(|task| task.ticket == ticket);
        self.beside.iter().position(asked)
    }

    /// Puts a position in the place of the position analysed for as long as this acts.
    pub(in super::super) fn at_beside<T>(
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

    /// Takes an answer to a question of one of these positions. The nodes do not count as those of the tree below others above
    /// it.
    pub(in super::super) fn take_in_beside(&mut self, index: usize, answer: &LeafAnswer) {
        let stem = self.beside[index].walk.stem().to_vec();
        let Some((&end, above)) = stem.split_last() else { return };
        let before = self.tree.effort(end);
        self.at_beside(index, |search| search.take_in_here(answer));
        let grown = self.tree.effort(end).saturating_sub(before);
        // One that is still on its way is not searched where it stands.
        let searched = self.beside.iter().filter(|beside| beside.is_reached());
        let ends = searched.filter_map(|beside| beside.walk.stem().last());
        for &id in ends.filter(|id| above.contains(id)) {
            if let Some(anchor) = self.anchors.get_mut(id) {
                anchor.began_at = anchor.began_at.saturating_add(grown);
            }
        }
    }

    /// The limit on nodes is that of this position.
    pub(super) fn limit_beside(&mut self, index: usize) {
        let beside = &self.beside[index];
        self.budget.grant(beside.granted, beside.left);
    }

    /// Exchanges the position analysed and this one.
    fn exchange(&mut self, index: usize) {
        let beside = &mut self.beside[index];
        mem::swap(&mut self.walk, &mut beside.walk);
        mem::swap(&mut self.answer, &mut beside.answer);
        mem::swap(&mut self.out.asked, &mut beside.asked);
        mem::swap(&mut self.passed, &mut beside.passed);
        // Other searches have changed the numbers around the path.
        self.walk.leave_path(&self.tree);
    }
}
