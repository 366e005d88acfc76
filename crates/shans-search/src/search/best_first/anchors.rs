//! The anchor: the search of the position analysed with all its moves, for as long as the tree lives.
//!
//! A search of a leaf says nothing about the moves that it did not choose, and most leaves are small; a move that
//! takes a deep search to be seen would be seen late. So the anchor gets nearly all nodes while there are few, and a
//! share later. Its line is the first chain of the tree, and its move the answer until the tree has found a better one
//! with enough nodes. It is kept for every position that was analysed, so that a step back finds it again; a step
//! along its line takes it along.
//!
//! The first win that is proven need not be the shortest: a proof takes the moves that look best. So the anchor goes on
//! for a while, and what it sees is proven in turn.

use super::anchor::Anchor;
use super::change::Finding;
use super::leaf_lines::LeafLine;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::depth_first::BEYOND_WIN;
use crate::search::leaf::LeafAnswer;
use crate::tree::{Node, NodeId};
use crate::value::{Player, Value};

/// A mate in one is seen by every search: a longer win than this may not be the shortest, plies.
const SHORT: u16 = 3;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Every position that was searched as a whole, with the place of its node in the order of files.
    pub fn anchors(&self) -> Vec<(u32, Anchor)> {
        self.kept.anchors.in_file_order(&self.tree).collect()
    }

    /// The nodes that the anchor of the position analysed has had.
    pub(super) fn anchor_nodes(&self) -> u64 {
        self.anchor().map_or(0, |anchor| anchor.nodes)
    }

    /// The nodes spent on the position analysed since its anchor began.
    pub fn nodes_since_anchor(&self) -> u64 {
        let began_at = self.anchor().map_or(0, |anchor| anchor.began_at);
        self.tree.effort(self.at()).saturating_sub(began_at).max(self.anchor_nodes())
    }

    /// Whether a move is wanted and not a tree, and the anchor can go on: its move counts, and not what its value rests on
    /// or how far its line goes.
    pub(super) fn wants_just_a_move(&self) -> bool {
        self.budget.limits().plays && self.anchor_to_ask().is_some()
    }

    /// The nodes that the tree below the position analysed may take before the anchor is due; less than nothing where it is.
    pub(super) fn share_left_for_tree(&self) -> f64 {
        let (nodes, spent) = (self.anchor_nodes(), self.nodes_since_anchor());
        let share = if self.budget.limits().plays { self.rules.tuning().games_tree } else { 1.0 };
        share * self.rules.nodes_of_tree(spent) - (spent - nodes) as f64
    }

    /// Which search of the series is the anchor's next one, whether it is due or not; `None` while it is out, and where it
    /// cannot say anything that the tree does not know.
    pub(super) fn anchor_to_ask(&self) -> Option<u8> {
        let node = self.node();
        let needs_no_anchor = node.is_decided() && !self.wants_faster_win()
            || !node.is_leaf() && node.value.is_seen_win();
        let is_choice = node.turn().player().is_some() && !self.position().knows_moves();
        let is_final = self.anchor().is_some_and(|anchor| anchor.is_final);
        let is_over = self.focus.asked.has_anchor() || is_final;
        let can_go_on = is_choice && !needs_no_anchor && !is_over;
        can_go_on.then(|| self.rules.doublings_of(self.anchor_nodes()).saturating_add(1))
    }

    /// Whether the search of the whole position goes no deeper, however long this search continues: it has seen all that it
    /// can see, or a win that the tree does not prove.
    pub fn is_seen_whole(&self) -> bool {
        let is_begun = self.rules.searches_leaves() && self.focus.answer.id.is_some();
        if !is_begun || self.focus.asked.has_anchor() || self.anchor_to_ask().is_some() {
            return false;
        }
        let tuning = self.rules.tuning();
        let seen_with = self.anchor_nodes().max(tuning.proof_effort_nodes);
        let node = self.node();
        !node.value.is_seen_win() || self.nodes_since_anchor() / tuning.proof_effort >= seen_with
    }

    /// Whether the position analysed is searched as a whole now, by this program: cut in the middle of an iteration,
    /// such a search loses most of it.
    pub fn is_in_deepening(&self) -> bool {
        self.searches_itself() && self.focus.asked.has_anchor()
    }

    /// Whether this program searches leaves, and nobody else: in iterations, between which it can be ended.
    pub fn searches_itself(&self) -> bool {
        self.leaves.table.is_some()
    }

    /// Notes what the anchor has found, whether it has seen all there is, and what that makes of the position
    /// analysed, `id`.
    pub(super) fn note_anchor(
        &mut self,
        id: NodeId,
        answer: &LeafAnswer,
        found: Finding,
        is_final: bool,
    ) -> Option<Finding> {
        let node = *self.tree.node(id);
        let before = self.kept.anchors.get(id).copied();
        let nodes = before.map_or(0, |anchor| anchor.nodes).saturating_add(answer.nodes);
        let began_here = if node.is_leaf() { 0 } else { self.tree.effort(id) };
        let began_at = before.map_or(began_here, |it| it.began_at);
        let line = LeafLine::new(&answer.line, answer.depth);
        let found_now = Anchor { line, value: answer.value, nodes, began_at, is_final };
        // A search that began anew, as the tables were lost, and that a limit cut before it was as deep as the last one.
        let is_less = |it: Anchor| answer.depth < it.line.depth() && answer.nodes < it.nodes;
        if answer.line.is_empty() || !is_final && before.is_some_and(is_less) {
            // Nothing new was found, yet the nodes count, so that the next search gets more.
            let nothing = Anchor { value: node.value, is_final: false, ..found_now };
            self.keep_anchor(id, Anchor { nodes, ..before.unwrap_or(nothing) });
            return None;
        }
        self.keep_anchor(id, found_now);
        Some(Finding { doublings: self.rules.doublings_of(nodes).max(1), nodes, ..found })
    }

    /// A step along the line of the anchor takes it along, with half its nodes, unless the position has one with more.
    pub(super) fn take_anchor_along(&mut self, before: NodeId, mv: MoveCode) {
        let Some(anchor) = self.kept.anchors.get(before).copied() else { return };
        let Some((&best, line)) = anchor.line.moves().split_first() else { return };
        let (id, nodes) = (self.at(), anchor.nodes / 2);
        let has_more = self.kept.anchors.get(id).is_some_and(|known| known.nodes >= nodes);
        let is_value = anchor.value.evaluation().is_some();
        if best != mv || line.is_empty() || has_more || !is_value || self.node().is_decided() {
            return;
        }
        let depth = anchor.line.depth().saturating_sub(1);
        let began_at = self.tree.effort(id);
        let (line, is_final) = (LeafLine::new(line, depth), false);
        self.keep_anchor(id, Anchor { line, nodes, began_at, is_final, ..anchor });
    }

    /// Keeps what was found in a position.
    fn keep_anchor(&mut self, id: NodeId, anchor: Anchor) {
        self.kept.set_anchor(id, anchor, self.memory_limits, &self.tree);
    }

    /// Whether leaves are searched, and the mover of the position analysed has a proven win that may not be the shortest. The
    /// search ends once its nodes are many times those of the proof, whether one was found or not.
    pub(super) fn wants_faster_win(&self) -> bool {
        let Some((_, plies)) = self.own_win().filter(|&(_, plies)| plies > SHORT) else {
            return false;
        };
        let is_deep = |depth: u16| u32::from(depth) >= u32::from(plies) + BEYOND_WIN;
        let is_over = self.anchor().is_some_and(|it| it.is_final || is_deep(it.line.depth()));
        self.rules.searches_leaves()
            && !self.budget.limits().plays
            && (!is_over || self.faster_win_seen().is_some())
    }

    /// The proven win of the position analysed, if the mover is the winner.
    fn own_win(&self) -> Option<(Player, u16)> {
        let node = self.node();
        node.proven_win().filter(|&(winner, _)| Some(winner) == node.turn().player())
    }

    /// The move with the fastest win that was seen and is not proven, if it is faster than the proven one.
    pub(super) fn faster_win_seen(&self) -> Option<NodeId> {
        let (winner, plies) = self.own_win()?;
        let above = self.focus.walk.stem.len() - 1;
        // Wins that were seen are counted from the root of the tree.
        let proven = Value::seen_win(winner, plies.saturating_add(above as u16));
        let own = |node: &Node| node.value.for_player(winner);
        let is_faster = |node: &Node| own(node) > proven.for_player(winner);
        let children = self.tree.children(self.at());
        let faster = children.filter(|child| child.2.value.is_seen_win() && is_faster(child.2));
        faster.max_by(|a, b| own(a.2).total_cmp(&own(b.2))).map(|(_, id, _)| id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::chance::ChanceModel;
    use crate::search::limits::Limits;
    use crate::search::memory::MemoryLimits;
    use crate::search::report::{Root, Searcher};
    use crate::testing::Duel;

    /// After some weeks: the anchor and the tree below it go on, and no count stands still.
    #[test]
    fn a_tree_of_a_trillion_nodes_goes_on() {
        const MANY: u64 = 1_000_000_000_000;
        let room = MemoryLimits::new(8 << 20);
        let mut search = BestFirst::new(Root::new(Duel::start()), ChanceModel::searching(), room);
        let go_on = |search: &mut BestFirst<Duel>| {
            let nodes = Some(search.nodes() + 30_000);
            search.search(&Limits { nodes, settles: false, ..Limits::default() }, &mut |_| {});
            assert_eq!(search.check(), Ok(search.tree.len()));
        };
        go_on(&mut search);
        let (at, answer) =
            (search.at(), search.focus.answer.id.unwrap_or_else(|| panic!("no answer")));
        search.tree.add_effort(at, MANY);
        search.tree.add_effort(answer, MANY / 2);
        let began_at = MANY - 1;
        let anchor = Anchor { began_at, ..*search.anchor().unwrap_or_else(|| panic!("no anchor")) };
        search.keep_anchor(at, anchor);
        let (effort, grown) = (search.tree.effort(at), search.tree.len());
        go_on(&mut search);
        assert!(search.tree.effort(at) >= effort + 30_000 && search.tree.len() > grown);
        assert!(search.anchor().is_some_and(|now| now.nodes > anchor.nodes), "{anchor:?}");
        assert!(search.tree.effort(answer) >= MANY / 2);
    }
}
