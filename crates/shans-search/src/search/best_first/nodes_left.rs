//! How many nodes the limit leaves for a question. The last ones are for the ends of lines that are told.

use super::change::Errand;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};

/// A search of the end of a line takes so many nodes.
pub(super) const END_NODES: u64 = 75;
/// All searches of the ends of lines together take no more than this part of all nodes, until a limit comes near ...
pub(super) const PART_FOR_ENDS: u64 = 24;
/// ... before which the nodes of so many of them are kept back for each line that is told.
const LAST_SEARCHES: u64 = 3;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Nodes that the limit leaves for a question: those for the ends of lines come last.
    pub(super) fn nodes_left_for(&self, errand: Errand) -> u64 {
        let is_line = matches!(errand, Errand::Lengthen(_));
        let kept = if is_line || self.is_time_for_lines() { 0 } else { self.kept_for_lines() };
        self.nodes_left().saturating_sub(kept)
    }

    /// Nodes that the limit leaves beside those of the questions that are out.
    pub(super) fn nodes_left(&self) -> u64 {
        self.budget.nodes_left().saturating_sub(self.out.asked.reserved())
    }

    /// Whether only the nodes are left that were kept back for the ends of lines.
    pub(super) fn is_time_for_lines(&self) -> bool {
        let kept = self.kept_for_lines();
        kept > 0 && self.nodes_left() <= kept
    }

    /// How many nodes of the limit are kept back for the ends of lines. In games the move counts, and not how its line
    /// goes on.
    pub(super) fn kept_for_lines(&self) -> u64 {
        let limits = self.budget.limits();
        if limits.nodes.is_none() || limits.plays || !self.rules.searches_leaves() {
            return 0;
        }
        let most = LAST_SEARCHES * END_NODES * u64::from(self.wanted_lines);
        most.min(self.budget.nodes_granted() / PART_FOR_ENDS)
    }
}
