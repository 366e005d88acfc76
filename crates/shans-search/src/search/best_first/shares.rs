//! Who gets the next nodes. The anchor and the ground of the reported value have each a share of the nodes of the position
//! analysed, the moves that are reported beside the answer a share of the anchor's. Next is who has the smallest part of its share;
//! moves that wait count as having nothing. What is left is for the chances of the tree.

use super::change::Errand;
use super::path_node::Aim;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::report::{AnswerReason, LITTLE};
use crate::tree::{Node, NodeId, preferred_child};

/// Who may be behind its share.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Claim {
    /// The anchor, and which search of its series is next.
    Anchor(u8),
    /// The moves that wait on the best line behind this child of the position analysed, or behind the best one.
    Waiting(Option<NodeId>),
    /// The leaf at the end of the line of this child of the position analysed.
    Leaf(NodeId),
    /// This child of the position analysed.
    Move(NodeId),
}

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// What is asked for whoever is furthest behind its share. The walk leads there. `None` if nobody is.
    pub(super) fn select_furthest_behind(&mut self) -> Option<(Errand, u8)> {
        let anchor = self.claim_of_anchor();
        // Whoever has a smaller part of its share than the anchor comes before it. Where no anchor is due, whoever has less than its
        // whole share may ask.
        let most = anchor.map_or(1.0, |(has, _)| has);
        let mut claims = Vec::new();
        if !self.node().is_leaf() && self.node().turn().player().is_some() {
            claims = self.claims_of_moves();
            claims.extend(self.claims_of_ground());
        }
        claims.retain(|&(has, _)| has < most);
        claims.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        claims.into_iter().chain(anchor).find_map(|(_, claim)| match claim {
            Claim::Anchor(doublings) => Some(self.go_to_anchor(doublings)),
            Claim::Move(id) => self.search_below(id),
            Claim::Waiting(first) => {
                self.go_to_waiting(first);
                Some(self.search_of_end())
            }
            Claim::Leaf(first) => {
                self.go_along_line(first);
                Some(self.search_of_end())
            }
        })
    }

    /// The part of its share that the anchor has, if it is not all.
    fn claim_of_anchor(&self) -> Option<(f64, Claim)> {
        let doublings = self.anchor_that_is_due()?;
        let nodes = self.anchor().map_or(0.0, |it| it.nodes as f64);
        // As the anchor is due, `share_left_for_tree` is not above zero: the tree has had more than its share by what the anchor lacks.
        let has =
            if self.node().is_leaf() { 0.0 } else { nodes / (nodes - self.share_left_for_tree()) };
        Some((has, Claim::Anchor(doublings)))
    }

    /// The part of its share that each reported move has, the answer's only where that is in dispute.
    fn claims_of_moves(&self) -> Vec<(f64, Claim)> {
        let anchor = self.anchor().map_or(0, |it| it.nodes).max(self.rules.grant(1)) as f64;
        let reported: Vec<NodeId> = self.reported_moves().collect();
        // In games the move is the anchor's.
        let may_dispute = self.wanted_lines > 1 || !self.only_anchor_counts();
        let best = preferred_child(&self.tree, self.at(), &self.rules);
        let disputed = |id: &NodeId| may_dispute && self.looks_better(*id);
        let rivals = reported.iter().copied().chain(best.filter(|best| !reported.contains(best)));
        let is_disputed = rivals.clone().any(|id| disputed(&id));
        let tuning = self.rules.tuning();
        let claim = |id: NodeId| {
            let is_answer = Some(id) == self.focus.answer.id;
            let share = if is_answer && is_disputed || !is_answer && disputed(&id) {
                tuning.disputed
            } else if !is_answer && reported.contains(&id) {
                tuning.rival
            } else {
                return None;
            };
            let node = self.tree.node(id);
            let has = self.tree.effort(id) as f64 / (share * anchor);
            (!node.is_decided()).then_some((has, Claim::Move(id)))
        };
        rivals.filter_map(claim).collect()
    }

    /// Whether a move is worth so much more than the answer that it would take its place, with enough nodes.
    fn looks_better(&self, id: NodeId) -> bool {
        let (Some(answer), Some(mover)) = (self.focus.answer.id, self.node().turn().player())
        else {
            return false;
        };
        let own = |id: NodeId| self.tree.node(id).value.for_player(mover);
        own(id) - own(answer) >= AnswerReason::CLEAR_LEAD
    }

    /// Where moves wait that may be better, on the line of the answer or on the best one, the claim of their search, unless it
    /// is dear and not cheap; else that of the leaf on which the value of the answer rests. A near leaf without its share comes
    /// alone: moves further up often wait only because its small search made the value fall.
    fn claims_of_ground(&mut self) -> Vec<(f64, Claim)> {
        if self.only_anchor_counts() {
            return Vec::new();
        }
        let (near, leaf) = (self.rules.tuning().near_leaf, self.claim_of_leaf());
        if let Some((plies, claim)) = leaf
            && plies <= near
            && claim.0 < 1.0
        {
            return vec![claim];
        }
        let mut claims = Vec::new();
        for first in [self.focus.answer.id, None] {
            self.go_to_waiting(first);
            let end = self.end().filter(|&(id, _)| !self.is_asked(id));
            if end
                .is_some_and(|(_, node)| !node.is_decided() && self.waiting_may_be_searched(&node))
            {
                claims.push((0.0, Claim::Waiting(first)));
            }
        }
        if claims.is_empty() {
            claims.extend(leaf.map(|(_, claim)| claim));
        }
        claims
    }

    /// How many plies away the leaf at the end of the answer's line is, and the part of its share that it has.
    fn claim_of_leaf(&mut self) -> Option<(u16, (f64, Claim))> {
        let answer = self.focus.answer.id?;
        let ground = self.view().with_answer(Some(answer)).leaf_ground(self.at())?;
        self.go_along_line(answer);
        let (id, node) = self.end()?;
        let can_be_searched = node.is_leaf() && !node.is_decided() && !self.is_asked(id);
        // A leaf comes before the anchor only while it has a smaller part of its share: where the anchor has half, this is half of
        // a 32nd, and what rests on a 64th is not little ([`LITTLE`]).
        let share = 2.0 * self.tree.effort(self.at()) as f64 / LITTLE as f64;
        can_be_searched
            .then_some((ground.plies, (ground.nodes as f64 / share, Claim::Leaf(answer))))
    }

    /// Walks to the moves that wait on the best line behind this child of the position analysed, or behind the best one.
    fn go_to_waiting(&mut self, first: Option<NodeId>) {
        self.descend_through(first, Aim::BestLine);
    }

    /// Whether moves wait in a node with children that may be better than those made, and their search is cheap, or not dear.
    fn waiting_may_be_searched(&self, node: &Node) -> bool {
        let grant = self.rules.grant(node.doublings().saturating_add(1)) as f64;
        let is_cheap =
            grant <= self.rules.tuning().cheap * self.nodes_here() as f64 || !self.is_dear(node);
        !node.is_leaf() && self.rules.waiting_matters(node) && is_cheap
    }

    /// Whether the search of the moves that wait in a node would take more than four times what is left of the tree's share
    /// (`patience`), while the anchor can go on. Outcomes of a random turn cost nothing.
    pub(super) fn is_dear(&self, node: &Node) -> bool {
        let grant = self.rules.grant(node.doublings().saturating_add(1)) as f64;
        node.turn().player().is_some()
            && grant > self.rules.tuning().patience * self.share_left_for_tree()
            && self.anchor_that_can_go_on().is_some()
    }

    /// The anchor, whether it is due or not.
    pub(super) fn select_anchor(&mut self) -> Option<(Errand, u8)> {
        self.anchor_that_can_go_on().map(|doublings| self.go_to_anchor(doublings))
    }

    pub(super) fn go_to_anchor(&mut self, doublings: u8) -> (Errand, u8) {
        self.descend(Aim::Analysed);
        (Errand::Anchor, doublings)
    }
}
