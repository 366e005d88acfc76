//! Who gets the next nodes. The anchor and the ground of the reported value have each a share of the nodes of the position
//! analysed, the moves that are reported beside the answer a share of the anchor's. Next is who has the smallest part of its share;
//! moves that wait count as having nothing. What is left is for the chances of the tree.

use super::change::Errand;
use super::path_node::Aim;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::report::{AnswerReason, LITTLE};
use crate::sorting::rising;
use crate::tree::{Node, NodeId, preferred_child};

/// Somebody who may be behind its share, and the part of it that it has.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Claim {
    has: f64,
    whose: Claimant,
}

/// Who has a share.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Claimant {
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
        let most = anchor.map_or(1.0, |claim| claim.has);
        let mut claims = Vec::new();
        if !self.node().is_leaf() && self.node().turn().player().is_some() {
            claims = self.claims_of_moves();
            claims.extend(self.claims_of_ground());
        }
        claims.retain(|claim| claim.has < most);
        claims.sort_by_cached_key(|claim| rising(claim.has));
        claims.into_iter().chain(anchor).find_map(|claim| match claim.whose {
            Claimant::Anchor(doublings) => Some(self.go_to_anchor(doublings)),
            Claimant::Move(id) => self.select_chance_below(id),
            Claimant::Waiting(first) => {
                self.descend_through(first, Aim::BestLine);
                Some(self.search_of_end())
            }
            Claimant::Leaf(first) => {
                // Past moves that wait, unlike `Aim::BestLine`.
                self.go_to_leaf_of_line(first);
                Some(self.search_of_end())
            }
        })
    }

    /// That of the anchor, if it has less than its share.
    fn claim_of_anchor(&self) -> Option<Claim> {
        let nodes = self.anchor_nodes() as f64;
        // What the tree has had above its share: not below 0, except at a leaf, where nobody else claims.
        let lacks = -self.share_left_for_tree();
        let is_due = self.node().is_leaf() || lacks >= 0.0;
        let doublings = self.anchor_to_ask().filter(|_| is_due)?;
        Some(Claim { has: nodes / (nodes + lacks), whose: Claimant::Anchor(doublings) })
    }

    /// Those of the reported moves beside the answer, and of the best one. Where a move looks better than the answer, that and the
    /// answer get more: which of them is better is in dispute.
    fn claims_of_moves(&self) -> Vec<Claim> {
        let anchor = self.anchor_nodes().max(self.rules.grant(1)) as f64;
        let reported: Vec<NodeId> = self.reported_moves().collect();
        // In games, unless several lines are wanted, the move is the anchor's.
        let may_dispute = self.wanted_lines > 1 || !self.wants_just_a_move();
        let best = preferred_child(&self.tree, self.at(), &self.rules);
        let disputed = |id: &NodeId| may_dispute && self.looks_better(*id);
        let moves = reported.iter().copied().chain(best.filter(|best| !reported.contains(best)));
        let is_disputed = moves.clone().any(|id| disputed(&id));
        let tuning = self.rules.tuning();
        let claim = |id: NodeId| {
            let is_answer = Some(id) == self.focus.answer.id;
            let share = if disputed(&id) || is_answer && is_disputed {
                tuning.disputed
            } else if !is_answer && reported.contains(&id) {
                tuning.rival
            } else {
                return None;
            };
            let has = self.tree.effort(id) as f64 / (share * anchor);
            let whose = Claimant::Move(id);
            (!self.tree.node(id).is_decided()).then_some(Claim { has, whose })
        };
        moves.filter_map(claim).collect()
    }

    /// The search of the place below this child of the position analysed where its larger chance rests, unless something is
    /// asked about it already. The walk leads there.
    pub(super) fn select_chance_below(&mut self, id: NodeId) -> Option<(Errand, u8)> {
        self.descend_to_chance(Some(id));
        (!self.is_asked(self.end().0)).then(|| self.search_of_end())
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
    /// is dear and no small part of all; else that of the leaf on which the value of the answer rests. A near leaf without its
    /// share comes alone: moves further up often wait only because its small search made the value fall.
    fn claims_of_ground(&mut self) -> Vec<Claim> {
        if self.wants_just_a_move() {
            return Vec::new();
        }
        let leaf = self.claim_of_leaf();
        let is_near = |plies: u16| plies <= self.rules.tuning().near_leaf;
        if let Some((_, claim)) = leaf.filter(|&(plies, claim)| is_near(plies) && claim.has < 1.0) {
            return vec![claim];
        }
        let mut claims = Vec::new();
        for first in [self.focus.answer.id, None] {
            self.descend_through(first, Aim::BestLine);
            if self.waiting_may_be_searched() {
                claims.push(Claim { has: 0.0, whose: Claimant::Waiting(first) });
            }
        }
        if claims.is_empty() {
            claims.extend(leaf.map(|(_, claim)| claim));
        }
        claims
    }

    /// How many plies away the leaf at the end of the answer's line is, and its claim.
    fn claim_of_leaf(&mut self) -> Option<(u16, Claim)> {
        let answer = self.focus.answer.id?;
        let ground = self.view().with_answer(Some(answer)).leaf_ground(self.at())?;
        self.go_to_leaf_of_line(answer);
        let (id, node) = self.end();
        let can_be_searched = node.is_leaf() && !node.is_decided() && !self.is_asked(id);
        // Twice what a value must have not to rest on little (a 64th of all nodes, [`LITTLE`]): the leaf takes turns with the
        // anchor, which often has only half of its share.
        let share = 2.0 * self.tree.effort(self.at()) as f64 / LITTLE as f64;
        let claim = Claim { has: ground.nodes as f64 / share, whose: Claimant::Leaf(answer) };
        can_be_searched.then_some((ground.plies, claim))
    }

    /// Whether the path ends at a node with children in which moves wait that may be better, that nothing is asked about, and
    /// whose search is a small part of all, or not dear.
    fn waiting_may_be_searched(&self) -> bool {
        let (id, node) = self.end();
        let small = self.rules.tuning().cheap * self.nodes_since_anchor() as f64;
        let may_be_paid = self.next_grant(&node) <= small || !self.is_dear(&node);
        let is_open = !node.is_leaf() && !node.is_decided() && !self.is_asked(id);
        is_open && may_be_paid && self.rules.waiting_matters(&node)
    }

    /// The nodes that the next search of the moves that wait in a node gets.
    fn next_grant(&self, node: &Node) -> f64 {
        self.rules.grant(node.doublings().saturating_add(1)) as f64
    }

    /// Whether the search of the moves that wait in a node would take more than four times what is left of the tree's share
    /// (`patience`), while the anchor can go on. Outcomes of a random turn cost nothing.
    pub(super) fn is_dear(&self, node: &Node) -> bool {
        node.turn().player().is_some()
            && self.next_grant(node) > self.rules.tuning().patience * self.share_left_for_tree()
            && self.anchor_to_ask().is_some()
    }

    /// The anchor, whether it is due or not.
    pub(super) fn select_anchor(&mut self) -> Option<(Errand, u8)> {
        self.anchor_to_ask().map(|doublings| self.go_to_anchor(doublings))
    }

    pub(super) fn go_to_anchor(&mut self, doublings: u8) -> (Errand, u8) {
        self.return_to_stem();
        (Errand::Anchor, doublings)
    }
}
