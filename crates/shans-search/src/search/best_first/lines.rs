//! Values for more moves of the position analysed than the best one.
//!
//! Of searched leaves the best of the moves that wait is asked for until enough are made, with the sixteenth part of
//! the anchor's nodes; [`shares`](super::shares) says how they go on. Where leaves are valued at first sight, the tree
//! grows below those that were searched least.
//!
//! Lines that are too short to be read are made longer: a small search of the position in which such a line ends says
//! how it goes on.

use std::iter::successors;

use super::change::Errand;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics, Past};
use crate::tree::{Node, NodeId, preferred_child};

/// Where leaves are valued at first sight, each line but the first gets this share of the nodes ...
const SHARE_A_LINE: f64 = 0.125;
/// ... all of them together at most this one ...
const MOST_SHARE: f64 = 0.5;
/// ... and a move was searched deep enough if it lacks at most this many plies.
const MOST_BEHIND: f32 = 2.0;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Gives so many moves of the position analysed a value from now on, at least one.
    pub fn want_lines(&mut self, lines: u16) {
        self.wanted_lines = lines.max(1);
    }

    /// How many moves of the position analysed are to have a value.
    pub fn wanted_lines(&self) -> u16 {
        self.wanted_lines
    }

    /// Whether other moves of the position analysed are to have a value.
    fn wants_others(&self) -> bool {
        let node = self.node();
        self.wanted_lines > 1 && !node.is_leaf() && node.turn().player().is_some()
    }

    /// Whether fewer moves of the position analysed have a value than are wanted, and more can have one. Where leaves are
    /// valued at first sight, all moves have one soon enough.
    pub fn lacks_values(&self) -> bool {
        self.rules.searches_leaves()
            && self.wants_others()
            && self.node().next.exists()
            && self.tree.made(self.at()) < self.wanted_lines
    }

    /// The answer and the best of the other moves, as many as are to have a value.
    pub(super) fn reported_moves(&self) -> impl Iterator<Item = NodeId> {
        let candidates =
            self.view().with_answer(self.focus.answer.id).ranked(self.at()).into_iter();
        candidates.take(self.wanted_lines.into()).map(|(_, id)| id)
    }

    /// What is asked so that one more move has a value. The walk leads there.
    pub(super) fn select_first_value(&mut self) -> Option<(Errand, u8)> {
        let of_anchor = self.rules.doublings_of(self.anchor_nodes());
        let enough = of_anchor.saturating_sub(self.rules.tuning().behind).max(1);
        self.return_to_stem();
        (!self.is_asked(self.at())).then_some((Errand::Search, enough))
    }

    /// Where leaves are valued at first sight: the move that was searched least, if it is its turn.
    pub(in crate::search) fn pure_rival(&self) -> Option<NodeId> {
        let share = (SHARE_A_LINE * f64::from(self.wanted_lines - 1)).min(MOST_SHARE);
        let is_due = self.wants_others()
            && (self.stats.for_lines as f64) < share * self.budget.nodes() as f64;
        let rivals = self.reported_moves().skip(1).filter(|_| is_due);
        let gap = |node: &Node| self.rules.largest_gap(node);
        let analysed = self.node();
        // The move itself is a ply.
        let enough = gap(analysed) + (1.0 + MOST_BEHIND) * self.rules.doubling();
        let open = rivals.map(|id| (gap(self.tree.node(id)), id));
        let behind = open.filter(|&(gap, _)| gap > enough && !analysed.is_proven());
        behind.reduce(|most, next| if next.0 > most.0 { next } else { most }).map(|(_, id)| id)
    }

    /// The search of the end of the first line of fewer plies about which nothing is asked yet. The walk leads to the leaf that
    /// it is behind.
    pub(super) fn select_line_of_fewer(&mut self, least: usize) -> Option<(Errand, u8)> {
        if self.node().is_leaf() || self.node().turn().player().is_none() {
            return None;
        }
        let told: Vec<NodeId> = self.reported_moves().collect();
        told.into_iter().find_map(|id| {
            self.go_to_leaf_of_line(id);
            let (end, node) = self.end();
            let is_open = node.is_leaf() && !node.is_decided() && !node.value.is_seen_win();
            // Where no line is known, the leaf's own next search tells one, as long as there is time for it.
            let is_turn = self.is_time_for_line_ends() || !self.line_behind(end).is_empty();
            let walk = &self.focus.walk;
            let plies = walk.path.len() - walk.stem.len() + self.line_behind(end).len();
            let is_due = is_open && is_turn && plies < least && !self.is_asked(end);
            is_due.then(|| self.search_behind(end)).flatten()
        })
    }

    /// Walks to the leaf at the end of the line that is told of this child of the position analysed.
    pub(super) fn go_to_leaf_of_line(&mut self, id: NodeId) {
        let line = successors(Some(id), |&id| preferred_child(&self.tree, id, &self.rules));
        let way: Vec<NodeId> = self.focus.walk.stem.iter().copied().chain(line).collect();
        self.go_along(&way);
    }

    /// The search that says how the line behind this leaf goes on, to which the walk leads: `None` where the game ends with
    /// that line, or just that is asked already.
    fn search_behind(&self, end: NodeId) -> Option<(Errand, u8)> {
        let mut past = self.focus.walk.past.to_vec();
        let game = self.play_line_behind(end, &mut past)?;
        let past = Past::new(&past, self.root.searched_from());
        let is_over = game.outcome(&past).or_else(|| game.exact(&past)).is_some();
        // A leaf may have become a chain while the end of its line is searched: it is that of another leaf then.
        let key = game.key();
        (!is_over && !self.is_lengthened(key)).then_some((Errand::Lengthen(key), 1))
    }
}
