//! How several positions take turns.

use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// One of these positions has its turn while this acts.
    pub(super) fn in_turn<T>(
        &mut self,
        index: usize,
        act: impl FnOnce(&mut BestFirst<G>) -> T,
    ) -> T {
        self.begin_turn(index);
        let done = act(self);
        if self.focus.is_reached()
            && let Some(part) = &mut self.focus.part
        {
            part.left = self.budget.nodes_left();
        }
        self.begin_turn(0);
        done
    }

    fn begin_turn(&mut self, index: usize) {
        self.focus.turn = index;
        self.limit_to_part();
        // Other searches have changed the numbers around the path.
        self.leave_path();
    }

    /// Once the walk has reached the position whose turn it is, its own part of the nodes (`Focus::part`) is the limit.
    pub(super) fn limit_to_part(&mut self) {
        match self.focus.part.filter(|_| self.focus.is_reached()) {
            Some(part) => self.budget.grant(part.granted, part.left),
            None => self.budget.limit_nodes(None),
        }
    }
}
