//! Whether the answer is so likely to hold that the search may end.

use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::standing::Standing;

/// The question is asked again whenever the nodes have grown by this part: asking all the time would find the
/// wanted answer too soon, by chance.
const ASKED_EVERY: u64 = 8;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Whether the search may end because the answer is nearly certain to hold. A win that is proven, or was seen and
    /// has to be, is for a proof to settle.
    pub(super) fn is_settled(&self) -> bool {
        self.budget.limits().settles && self.is_due() && self.holds_enough()
    }

    /// Whether the answer is as certain to hold as that takes.
    pub(super) fn holds_enough(&self) -> bool {
        let node = self.node();
        let is_for_a_proof = self.focus.answer.proven_win.is_some() || node.value.is_seen_win();
        if node.is_leaf() || is_for_a_proof {
            return false;
        }
        let is_decided = node.value.raw().abs() >= Standing::DECIDED;
        let may_settle = self.position().may_settle() && !is_decided;
        may_settle
            && self.view().answer_holds().is_some_and(|holds| holds >= self.rules.tuning().settled)
    }

    /// Whether it is asked now if the answer holds.
    fn is_due(&self) -> bool {
        let (before, now) = (self.focus.nodes_at_iteration, self.budget.nodes());
        // The steps are eighths of doublings, so that a search that was saved asks at the same
        // counts as one that never stopped.
        let step = |nodes: u64| nodes >> nodes.max(1).ilog2().saturating_sub(ASKED_EVERY.ilog2());
        now >= self.rules.tuning().settled_nodes
            && (now.ilog2() > before.max(1).ilog2() || step(now) > step(before))
    }
}
