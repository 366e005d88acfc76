//! What follows for the answer from an iteration, and what it is before the tree has a node for it.

use super::search::BestFirst;
use super::searched::is_tight;
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::leaf::EstimateOrder;
use crate::tree::{NodeId, known_best_child, preferred_child};
use crate::value::Player;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Notes the answer after an iteration at the end of the path. If leaves are searched, it stays what
    /// it is while the value of the position analysed rests on a bound or on moves that wait.
    pub(super) fn note_result(&mut self) {
        self.note_win();
        if !self.tree.leaves_are_searched() {
            return self.note_answer();
        }
        let grown = self.walk.end().map(|end| end.id);
        self.as_if_nothing_were_asked(|search| search.note_if_tight(grown));
    }

    /// `grown` is the node that has grown.
    fn note_if_tight(&mut self, grown: Option<NodeId>) {
        let end = self.walk.end_of_best_line(&self.tree, &self.rules);
        if !is_tight(self.tree.node(end), &self.rules) {
            return;
        }
        self.searched.anchor = self.node().value;
        self.note_answer();
        self.note_line(grown);
    }

    /// Notes whether a win of the position analysed is proven.
    pub(super) fn note_win(&mut self) {
        let node = self.node();
        let win = node.proven_win().map(|_| node.value);
        self.answer.note_win(win, self.budget.nodes());
    }

    /// Notes the answer where it is another one than before.
    pub(super) fn note_answer(&mut self) {
        let analysed = self.walk.analysed_on_path();
        let best = analysed.and_then(|analysed| analysed.all(&self.tree, &self.rules).best());
        let whole = best.and_then(|best| self.answer_of_whole(best));
        let whole = whole.filter(|&id| !self.is_lost(id));
        self.consider(whole.or(best));
    }

    /// Notes the answer with which a position just arrived at begins: the best of the moves that are
    /// known to be worth their values. One that only may be worth more has to show it first.
    pub(super) fn note_first_answer(&mut self) {
        let known = known_best_child(&self.tree, self.at(), &self.rules);
        self.consider(known.or_else(|| preferred_child(&self.tree, self.at(), &self.rules)));
    }

    /// Notes the answer where this move takes its place.
    fn consider(&mut self, best: Option<NodeId>) {
        let node = self.node();
        if node.is_leaf() {
            return;
        }
        let largest_gap = self.rules.largest_gap(node);
        let is_refuted = self.answer.id.is_some_and(|id| self.is_lost(id));
        // Searches of the whole position are trial enough.
        let has_trial = self.rules.exact_leaves().is_none_or(|leaves| leaves.whole <= 0.0);
        let may_stay = !is_refuted && has_trial;
        if !self.answer.consider(best, largest_gap, may_stay) {
            return;
        }
        if let Some(best) = best.and_then(|id| self.position().decode(self.tree.node(id).mv)) {
            self.answer.note(self.budget.nodes(), best);
        }
    }

    /// Notes the answer that there is before any move was tried.
    pub(super) fn note_untried(&mut self) {
        if !self.node().is_leaf() || self.answer.changes.last().is_some() {
            return;
        }
        if let Some(best) = self.next_move() {
            self.answer.note_unproven(self.budget.nodes(), best);
        }
    }

    /// Notes the move that a search of the position analysed has found best, where the tree has no
    /// node for it.
    pub(super) fn note_best_of_leaf(&mut self, best: Option<MoveCode>) {
        if let Some(best) = best.and_then(|code| self.position().decode(code)) {
            self.answer.note_unproven(self.budget.nodes(), best);
        }
    }

    /// The move that would be tried next in the position analysed.
    pub(super) fn next_move(&self) -> Option<G::Move> {
        let mut order = EstimateOrder::default();
        let made = self.tree.made(self.at());
        let allowed = self.root.chosen(self.position(), self.walk.stem().len() - 1);
        order.list(self.position(), allowed.as_deref(), 0).ok()?;
        if self.tree.leaves_are_searched() {
            order.put_first(self.first_moves(self.at(), self.position()).into_iter());
        }
        order.get(made).map(|estimate| estimate.mv)
    }

    /// Whether the move that leads to a child of the position analysed is proven to lose.
    pub(super) fn is_lost(&self, id: NodeId) -> bool {
        let winner = self.tree.node(id).proven_win().map(|(winner, _)| winner);
        winner.is_some() && winner == self.node().turn().player().map(Player::opponent)
    }
}
