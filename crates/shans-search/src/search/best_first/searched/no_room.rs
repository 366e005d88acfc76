//! What is asked where the tree has no room for the moves of a node: the leaf is searched deeper instead.

use super::super::search::BestFirst;
use super::place::Place;
use super::purpose::{Errand, Plan, Purpose, only_moves_help};
use super::question::{LeafWork, Question};
use super::visit::{Visit, Work};
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::Stop;
use crate::tree::Searched;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Walks to the node that the next visit is about. Whether a deeper search would say nothing new there.
    pub(in super::super) fn is_stuck_without_room(&mut self) -> bool {
        self.find_purpose(false);
        let end = self.walk.end().map_or(self.at(), |end| end.id);
        only_moves_help(self.tree.node(end))
    }

    /// The next visit where there is no room: of the leaf to which the numbers lead.
    ///
    /// # Errors
    ///
    /// As [`BestFirst::select`].
    pub(super) fn select_without_room(&mut self) -> Result<Option<Visit>, Stop> {
        let Some(Errand { purpose, ranks }) = self.find_purpose(false) else { return Ok(None) };
        let place = self.place(self.node().value);
        let is_leaf = place.end().is_some_and(|(_, end)| end.is_leaf());
        let plan = match purpose {
            Purpose::Tighten if is_leaf => place.tighten(self.footing()),
            _ => place.search_deeper(purpose),
        };
        let Some(plan) = plan else { return Ok(None) };
        let work = self.work_of(plan)?;
        Ok(Some(Visit { has_no_room: true, ranks, ..self.visit_of_end(work) }))
    }
}

impl<G: Heuristics + Evaluate> Place<'_, G> {
    /// Searches the leaf a ply deeper, whatever it has cost: there is no room for its moves.
    fn search_deeper(&self, purpose: Purpose) -> Option<Plan> {
        let (_, node) = self.end()?;
        let plies = node.searched().plies.saturating_add(1).min(Searched::MOST_PLIES);
        if self.rules.exact_leaves().is_some() {
            return Some(Plan::Set(plies, false));
        }
        Some(Plan::Ready(Work::Leaf(match purpose {
            _ if self.is_analysed() => LeafWork::value(plies, self.at_analysed(node.value)),
            Purpose::Follow(player) if !only_moves_help(&node) => {
                LeafWork::one(plies, self.question_for(player))
            }
            // Nothing is pruned, so that it costs work, and a limit ends it.
            _ => LeafWork::one(plies, Question::Open),
        })))
    }
}
