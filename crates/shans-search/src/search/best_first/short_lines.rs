//! Lines that are too short to be read are made longer: a small search of the position in which such a line ends says how it
//! goes on.

use std::iter::successors;

use super::change::Errand;
use super::nodes_left::{END_NODES, PART_FOR_ENDS};
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics, Past};
use crate::tree::NodeId;

/// A line that is told goes on for so many plies, if the game does; what is left of the nodes kept back for that ...
const LEAST_PLIES: usize = 8;
/// ... makes lines longer until they have so many.
const ENOUGH_PLIES: usize = 16;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// How the first line that is told and too short to be read goes on, the answer's before others, as far as that is cheap.
    pub(super) fn select_short_line(&mut self) -> Option<(Errand, u8)> {
        let in_all = self.for_lines.saturating_add(END_NODES);
        let is_cheap = in_all.saturating_mul(PART_FOR_ENDS) <= self.budget.nodes();
        if is_cheap { self.select_line_of_fewer(LEAST_PLIES) } else { None }
    }

    /// What is asked before a limit ends the search: how lines go on that are too short, and with what is left over how others
    /// do.
    pub(super) fn select_last_line(&mut self) -> Option<(Errand, u8)> {
        [LEAST_PLIES, ENOUGH_PLIES].into_iter().find_map(|plies| self.select_line_of_fewer(plies))
    }

    /// The search of the end of the first line of fewer plies about which nothing is asked yet. The walk leads to the leaf that
    /// it is behind.
    fn select_line_of_fewer(&mut self, least: usize) -> Option<(Errand, u8)> {
        if self.node().is_leaf() || self.node().turn().player().is_none() {
            return None;
        }
        let told = self.ranked_candidates(self.answer.id);
        told.into_iter().take(usize::from(self.wanted_lines)).find_map(|(_, id)| {
            self.go_along_line(id);
            let (end, node) = self.end()?;
            let is_open = node.is_leaf() && !node.is_decided() && !node.value.is_unproven_win();
            let is_due = is_open && self.plies_told(end) < least && !self.is_asked(end);
            is_due.then(|| self.search_behind(end)).flatten()
        })
    }

    /// Walks to the leaf at the end of the line that is told of this child of the position analysed.
    fn go_along_line(&mut self, id: NodeId) {
        let line = successors(Some(id), |&id| self.best_child(id, None, None));
        let way: Vec<NodeId> = self.walk.stem().iter().copied().chain(line).collect();
        self.walk.go_along(&way, &self.root.game, &self.tree, &self.rules);
    }

    /// How long the line is that goes on behind this leaf, to which the walk leads.
    fn plies_told(&self, leaf: NodeId) -> usize {
        self.walk.path().len() - self.walk.stem().len() + self.line_behind(leaf).len()
    }

    /// The search that says how the line behind this leaf goes on, to which the walk leads: `None` where the game ends with
    /// that line, or just that is asked already.
    fn search_behind(&self, end: NodeId) -> Option<(Errand, u8)> {
        let mut past = self.walk.past().to_vec();
        let game = self.play_line_behind(end, &mut past)?;
        let past = Past::new(&past, self.root.searched_from());
        let is_over = game.outcome(&past).or_else(|| game.exact(&past)).is_some();
        // A leaf may have become a chain while the end of its line is searched: it is that of another leaf then.
        let errand = Errand::Lengthen(game.key());
        (!is_over && !self.is_out(errand)).then_some((errand, 1))
    }
}
