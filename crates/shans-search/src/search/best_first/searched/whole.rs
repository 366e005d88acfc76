//! When the whole position analysed is searched beside its tree, and how long the answer of that stands.

use super::super::ranking::Rank;
use super::super::search::BestFirst;
use super::question::Finding;
use super::whole_work::WholeWork;
use crate::game::{Evaluate, Heuristics};
use crate::tree::{Node, NodeId};

/// Such a search gets at most one node for this many of those spent below the position analysed so far.
const PART: u64 = 4;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Notes what a search of the whole position has found. The newest one comes last.
    pub(super) fn note_whole(&mut self, whole: WholeWork, nodes: u64) {
        let Some((found, mv)) = whole.found.and_then(|found| Some((found, found.best?))) else {
            return;
        };
        let known = self.ranks.iter().position(|rank| rank.mv == mv);
        let before = known.map_or(0, |known| self.ranks.remove(known).nodes);
        let Finding { value, bound, .. } = found;
        self.ranks.push(Rank { mv, value, bound, plies: whole.plies, nodes: before + nodes });
    }

    /// The move that the newest search of the whole position has found best, if it is the answer: it
    /// stays as long as fewer than half as many nodes were spent on the move that the tree holds best.
    pub(in super::super) fn answer_of_whole(&self, best: NodeId) -> Option<NodeId> {
        self.rules.exact_leaves()?;
        let newest = self.ranks.last()?;
        let id = self.tree.child_behind(self.at(), newest.mv)?;
        let (node, rival) = (self.tree.node(id), self.tree.node(best));
        let whole: u64 = self.ranks.iter().map(|rank| rank.nodes).sum();
        let stays = u64::from(rival.effort) < (whole + u64::from(node.effort)) / 2;
        let is_decided = self.node().is_decided() || rival.is_decided();
        (stays && !is_decided).then_some(id)
    }

    /// The search of the whole position analysed, if it is its turn.
    pub(super) fn whole_work(&self) -> Option<WholeWork> {
        let share = f64::from(self.rules.exact_leaves()?.whole);
        let node = self.node();
        let is_under_way = self.searched.visits.iter().any(|visit| visit.searches_whole());
        if is_under_way || self.tree.room() == 0 || !self.gains_by_a_search(node) {
            return None;
        }
        let spent = u64::from(node.effort);
        let below: u64 =
            self.tree.children(self.at()).map(|(.., child)| u64::from(child.effort)).sum();
        let is_due = (spent.saturating_sub(below) as f64) < share * spent as f64;
        is_due.then(|| WholeWork { plies: self.rules.plies_within(spent / PART), found: None })
    }

    /// Whether a search of a whole position can say anything that its tree does not know.
    fn gains_by_a_search(&self, node: &Node) -> bool {
        let is_settled = node.is_leaf() || node.is_decided() || node.value.is_unproven_win();
        // An effort that is full does not tell where it went.
        let is_counted = node.effort < u32::MAX;
        let is_choice = node.turn().player().is_some() && !self.position().knows_moves();
        !is_settled && is_counted && is_choice
    }
}
