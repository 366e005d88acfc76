//! Values for more moves of the position analysed than the best one.
//!
//! Of searched leaves the best of the moves that wait is asked for until enough are made, with the sixteenth part of
//! the anchor's nodes, and those among the best that were searched less than that are searched deeper, before the anchor
//! goes on; one that looks clearly better than the answer first, and with half the anchor's nodes. Where leaves are
//! valued at first sight, the tree grows below those that were searched least.
//!
//! Lines that are too short to be read are made longer: a small search of the position in which such a line ends says
//! how it goes on.

use std::iter::successors;

use super::change::Errand;
use super::out::{END_NODES, PART_FOR_ENDS};
use super::path_node::Aim;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics, Past};
use crate::search::report::AnswerReason;
use crate::tree::{Node, NodeId, ranked_children};

/// Moves beside the best one are searched with this many doublings less than the anchor.
const BEHIND: u8 = 4;
/// ... and one with a better value than the answer with this many less: with 20,000 nodes, of 597 positions 38 show a move
/// that looks better by 15 centipawns, in place of 117, and the answers lose 0.2 (error 1.2) centipawns more.
const BEHIND_IF_BETTER: u8 = 1;
/// Where leaves are valued at first sight, each line but the first gets this share of the nodes ...
const SHARE_A_LINE: f64 = 0.125;
/// ... all of them together at most this one ...
const MOST_SHARE: f64 = 0.5;
/// ... and a move was searched deep enough if it lacks at most this many plies.
const MOST_BEHIND: f32 = 2.0;
/// A line that is told goes on for so many plies, if the game does; what is left of the nodes kept back for that ...
const LEAST_PLIES: usize = 8;
/// ... makes lines longer until they have so many.
const ENOUGH_PLIES: usize = 16;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Gives so many moves of the position analysed a value from now on, at least one.
    pub fn want_lines(&mut self, lines: u16) {
        self.wanted_lines = lines.max(1);
    }

    /// How many moves of the position analysed are to have a value.
    pub fn wanted_lines(&self) -> u16 {
        self.wanted_lines
    }

    /// The children of the position analysed with their ranks: this answer first, then by value.
    pub fn ranked_candidates(&self, answer: Option<NodeId>) -> Vec<(u16, NodeId)> {
        self.ranked_with(self.at(), answer)
    }

    /// The children of a node with their ranks: this answer first, then by value.
    pub fn ranked_with(&self, at: NodeId, answer: Option<NodeId>) -> Vec<(u16, NodeId)> {
        let mut ranked = ranked_children(&self.tree, at, &self.rules);
        ranked.sort_by_key(|&(_, id)| Some(id) != answer);
        ranked
    }

    /// Whether other moves of the position analysed are to have a value.
    fn wants_others(&self) -> bool {
        let node = self.node();
        self.wanted_lines > 1 && !node.is_leaf() && node.turn().player().is_some()
    }

    /// Whether fewer moves of the position analysed have a value than are wanted, and more can have one. Where leaves are
    /// valued at first sight, all moves have one soon enough.
    pub(super) fn lacks_lines(&self) -> bool {
        self.rules.searches_leaves()
            && self.wants_others()
            && self.node().next.exists()
            && self.tree.made(self.at()) < self.wanted_lines
    }

    /// The best moves but the answer, as many as are to have a value. One that looks better after fewer nodes is among
    /// them: without its part of the nodes it stays there, unsure for millions of them.
    fn rivals(&self) -> Vec<NodeId> {
        let candidates = self.ranked_candidates(self.answer.id);
        let others = candidates.into_iter().skip(1).take(usize::from(self.wanted_lines) - 1);
        others.map(|(_, id)| id).collect()
    }

    /// What is asked so that other moves have a value, if leaves are searched. The walk leads there.
    pub(super) fn select_line(&mut self) -> Option<(Errand, u8)> {
        if !self.wants_others() {
            return None;
        }
        let nodes = self.anchor().map_or(0, |anchor| anchor.nodes);
        let doublings = self.rules.doublings_of(nodes);
        let enough = doublings.saturating_sub(BEHIND).max(1);
        if self.lacks_lines() {
            self.walk.descend(Aim::Analysed, &self.root.game, &self.tree, &self.rules);
            return (!self.is_asked(self.at())).then_some((Errand::Search, enough));
        }
        let searched = |id: NodeId| self.rules.plies_searched(self.tree.node(id)).saturating_sub(1);
        let enough_if_better = doublings.saturating_sub(BEHIND_IF_BETTER).max(1);
        let is_behind = |&id: &NodeId| {
            let enough = if self.looks_better(id) { enough_if_better } else { enough };
            searched(id) < enough.into() && !self.tree.node(id).is_decided()
        };
        let rivals = self.rivals().into_iter().filter(is_behind);
        let id = rivals.min_by_key(|&id| (!self.looks_better(id), searched(id)))?;
        self.search_below(id)
    }

    /// Whether a move is worth so much more than the answer that it would take its place, with enough nodes.
    fn looks_better(&self, id: NodeId) -> bool {
        let (Some(answer), Some(mover)) = (self.answer.id, self.node().turn().player()) else {
            return false;
        };
        let own = |id: NodeId| self.tree.node(id).value.for_player(mover);
        own(id) - own(answer) >= AnswerReason::CLEAR_LEAD
    }

    /// The search of the place below this child of the position analysed where its larger chance rests, unless something is
    /// asked about it already. The walk leads there.
    pub(super) fn search_below(&mut self, id: NodeId) -> Option<(Errand, u8)> {
        let player = self.rules.followed(self.tree.node(id));
        let aim = Aim::Chance(player, self.budget.limits().narrowing);
        self.walk.descend_through(Some(id), aim, &self.root.game, &self.tree, &self.rules);
        let (end, _) = self.end()?;
        (!self.is_asked(end)).then(|| self.search_of_end())
    }

    /// Where leaves are valued at first sight: the move that was searched least, if it is its turn.
    pub(super) fn pure_rival(&self) -> Option<NodeId> {
        let share = (SHARE_A_LINE * f64::from(self.wanted_lines - 1)).min(MOST_SHARE);
        let is_due =
            self.wants_others() && (self.for_lines as f64) < share * self.budget.nodes() as f64;
        let rivals = if is_due { self.rivals() } else { Vec::new() };
        let gap = |node: &Node| self.rules.largest_gap(node);
        let analysed = self.node();
        // The move itself is a ply.
        let enough = gap(analysed) + (1.0 + MOST_BEHIND) * self.rules.doubling();
        let open = rivals.into_iter().map(|id| (gap(self.tree.node(id)), id));
        let behind = open.filter(|&(gap, _)| gap > enough && !analysed.is_proven());
        behind.reduce(|most, next| if next.0 > most.0 { next } else { most }).map(|(_, id)| id)
    }

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
