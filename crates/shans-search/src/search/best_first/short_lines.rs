//! Lines that are too short to be read are made longer.
//!
//! The leaf at the end of such a line is searched deeper, where that costs little. Where it would cost much, a small
//! search of the position in which the line ends says how it goes on.

use std::iter::successors;

use super::change::Errand;
use super::nodes_left::{END_NODES, PART_FOR_ENDS};
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics, Past};
use crate::tree::{Node, NodeId};

/// A line that is told goes on for so many plies, if the game does; what is left of the nodes kept back for that ...
const LEAST_PLIES: usize = 8;
/// ... makes lines longer until they have so many.
const ENOUGH_PLIES: usize = 16;
/// For that no deeper search of a leaf takes more than this part of all nodes: without that limit 510 of 854 positions are
/// solved with 100,000 nodes, with it 520, as without longer lines.
const PART_A_LINE: u64 = 64;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// What is asked about the leaf at the end of a line that is told, the answer's first, where that line is too short to be
    /// read and the search is cheap. So an answer does not rest on a glance at its best reply for long, either.
    pub(super) fn select_short_line(&mut self) -> Option<(Errand, u8)> {
        self.select_short(LEAST_PLIES, |search, end, node| {
            if search.is_cheap_to_deepen(end, &node) {
                return Some(search.search_of_end());
            }
            let in_all = search.for_lines.saturating_add(END_NODES);
            let is_cheap = in_all.saturating_mul(PART_FOR_ENDS) <= search.budget.nodes();
            is_cheap.then(|| search.search_behind(end)).flatten()
        })
    }

    /// What is asked before a limit ends the search: how lines go on that are too short, and with what is left over how others
    /// do.
    pub(super) fn select_last_line(&mut self) -> Option<(Errand, u8)> {
        [LEAST_PLIES, ENOUGH_PLIES]
            .into_iter()
            .find_map(|plies| self.select_short(plies, |search, end, _| search.search_behind(end)))
    }

    /// What is asked about the leaf at the end of the first line of fewer plies, and about which nothing is asked yet.
    fn select_short(
        &mut self,
        least: usize,
        ask: impl Fn(&BestFirst<G>, NodeId, Node) -> Option<(Errand, u8)>,
    ) -> Option<(Errand, u8)> {
        if self.node().is_leaf() || self.node().turn().player().is_none() {
            return None;
        }
        let told = self.ranked_candidates(self.answer.id);
        for (_, id) in told.into_iter().take(usize::from(self.wanted_lines)) {
            self.go_along_line(id);
            let Some((end, node)) = self.end() else { continue };
            let plies = self.plies_told(self.codes_behind(end).len());
            let is_open = node.is_leaf() && !node.is_decided() && !node.value.is_unproven_win();
            if !is_open || plies >= least || self.is_asked(end) {
                continue;
            }
            let asked = ask(self, end, node);
            if asked.is_some() {
                return asked;
            }
        }
        None
    }

    /// Walks to the leaf at the end of the line that is told of this child of the position analysed.
    fn go_along_line(&mut self, id: NodeId) {
        let line = successors(Some(id), |&id| self.best_child(id, None, None));
        let way: Vec<NodeId> = self.walk.stem().iter().copied().chain(line).collect();
        self.walk.go_along(&way, &self.root.game, &self.tree, &self.rules);
    }

    /// How long a line of the position analysed is that goes on for so many plies behind the path.
    fn plies_told(&self, behind: usize) -> usize {
        self.walk.path().len() - self.walk.stem().len() + behind
    }

    /// Whether a deeper search of a leaf may make its line longer, and costs little.
    fn is_cheap_to_deepen(&self, leaf: NodeId, node: &Node) -> bool {
        // Where the last one was deep enough, the line is short since the game ends there.
        let depth = self.lines.get(leaf).map_or(0, |line| usize::from(line.depth()));
        let grant = self.rules.grant(node.doublings().saturating_add(1));
        self.plies_told(depth) < LEAST_PLIES
            && grant.saturating_mul(PART_A_LINE) <= self.budget.nodes()
    }

    /// The search that says how the line behind this leaf goes on, to which the walk leads: `None` where the game ends with
    /// that line.
    fn search_behind(&self, end: NodeId) -> Option<(Errand, u8)> {
        let mut past = self.walk.past().to_vec();
        let game = self.play_line_behind(end, &mut past)?;
        let past = Past::new(&past, self.root.searched_from());
        let is_over = game.outcome(&past).or_else(|| game.exact(&past)).is_some();
        (!is_over).then(|| (Errand::Lengthen(game.key()), 1))
    }
}
