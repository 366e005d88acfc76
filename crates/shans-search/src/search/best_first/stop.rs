//! When a search is over.

use super::answer::ONLY_MOVE_NODES;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::Stop;
use crate::tree::NodeForm;

/// Between looks at the clock, if leaves are valued at first sight.
const ITERATIONS_A_LOOK: u64 = 64;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Whether the search is over: the rule that says so.
    pub(super) fn stop_variations(&mut self) -> Option<Stop> {
        if self.node().is_finished() {
            return Some(Stop::Finished);
        }
        // Lines that are wanted are searched.
        let stop = self.needs_no_more().filter(|_| self.wanted().is_none());
        // Nor does a search end before each of the candidates that are wanted has a value.
        if stop.is_some() && !self.lacks_values() {
            return stop;
        }
        if self.budget.is_out_of_nodes() {
            return Some(Stop::Nodes);
        }
        let look = self.is_time_to_look();
        if look { self.budget.stop() } else { None }
    }

    /// The rule that ends the search because enough is known.
    fn needs_no_more(&mut self) -> Option<Stop> {
        let nodes = self.budget.nodes();
        if self.is_over() {
            return Some(Stop::Proven);
        }
        if self.is_settled() && self.as_if_nothing_were_asked(|search| search.is_settled()) {
            return Some(Stop::Settled);
        }
        let is_lazy = !self.budget.limits().beyond_only_move;
        let is_looked_at = nodes >= ONLY_MOVE_NODES && !self.budget.is_out_of_nodes();
        (is_lazy && is_looked_at && self.walk.has_only_move()).then_some(Stop::OnlyMove)
    }

    /// Whether the clock is looked at now: an iteration that searches leaves takes long.
    pub(super) fn is_time_to_look(&self) -> bool {
        match self.tree.form() {
            NodeForm::Explored => self.counters.iterations.is_multiple_of(ITERATIONS_A_LOOK),
            NodeForm::Searched => true,
        }
    }
}
