//! What the search would answer now, and how that came about.

use super::anchor::Anchor;
use super::answer::as_evaluation;
use super::path_node::Ruled;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::leaf::EstimateOrder;
use crate::search::report::{AnswerReason, Change};
use crate::tree::{NodeId, preferred_child};
use crate::value::{Player, Value};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Notes what follows for the answer from an iteration.
    pub(super) fn note_result(&mut self) {
        let value = as_evaluation(self.node(), Player::Max);
        self.focus.answer.note_value(self.budget.nodes(), value);
        self.note_answer();
    }

    /// Notes the win of the position analysed, if one is proven, and its answer.
    pub(super) fn note_answer(&mut self) {
        let node = *self.node();
        let win = node.proven_win().map(|_| node.value);
        self.focus.answer.note_win(win, self.budget.nodes());
        if node.is_leaf() {
            return self.note_best_of_leaf();
        }
        let analysed = self.focus.walk.analysed_on_path();
        let best = match analysed {
            Some(analysed) => analysed.all(Ruled { tree: &self.tree, rules: &self.rules }).best(),
            None => preferred_child(&self.tree, self.at(), &self.rules),
        };
        let largest_gap = self.rules.largest_gap(&node);
        // Only in the pure form a new best move is on trial. In the default form the anchor decides (`prefer`).
        let is_open = self.focus.answer.id.is_some_and(|id| !self.is_lost(id));
        let may_stay = is_open && !self.rules.searches_leaves();
        if may_stay && self.focus.answer.stays(largest_gap) {
            return;
        }
        self.focus.answer.least_gap = self.focus.answer.least_gap.min(largest_gap);
        self.prefer(best);
    }

    /// The answer is the anchor's move, or `best`, that of the tree, where the anchor's gives way.
    fn prefer(&mut self, best: Option<NodeId>) {
        let of_anchor = |best| self.answer_of_anchor(self.at(), best, self.are_many());
        let answer = best.map(|best| of_anchor(best).unwrap_or(best));
        if self.focus.answer.becomes(answer)
            && let Some(mv) = answer.and_then(|id| self.position().decode(self.tree.node(id).mv))
        {
            let (nodes, win) = (self.budget.nodes(), self.focus.answer.win);
            Change { nodes, best: mv, win }.note(&mut self.focus.answer.changes);
        }
    }

    /// The move of the anchor of a position, if it stays the answer against the one that the tree holds best.
    ///
    /// Where many search, or the anchor sees a win, the tree may have refuted the anchor's move with few nodes: until it has spent
    /// more than the anchor, the move is worth what the anchor says. Eight workers solved 41 of 56 hard positions and 123 of 128 easy ones
    /// without that over an engine, 41 and 126 with it; by this program's own search 30 and 35 of the 56.
    pub(in crate::search) fn answer_of_anchor(
        &self,
        at: NodeId,
        best: NodeId,
        are_many: bool,
    ) -> Option<NodeId> {
        let anchor = self.anchor_of(at)?;
        let id = self.tree.child_behind(at, *anchor.line.moves().first()?)?;
        let (above, node, rival) = (self.tree.node(at), self.tree.node(id), self.tree.node(best));
        let mover = above.turn().player()?;
        let is_lost = node.proven_win().is_some_and(|(winner, _)| winner != mover);
        if above.is_decided() || rival.is_decided() || is_lost {
            return None;
        }
        let own = |value: Value| value.in_centipawns() * mover.sign();
        let tuning = self.rules.tuning();
        let part = tuning.answer_part;
        let is_searched = self.tree.effort(best).saturating_mul(part) >= anchor.nodes;
        let sees_win = anchor.value.win().is_some_and(|(winner, _)| winner == mover);
        let anchor_counts = (are_many || sees_win) && self.anchor_knows_more(at, anchor);
        let worth = own(if anchor_counts { anchor.value } else { node.value });
        let times = if are_many { tuning.answer_times } else { 1 };
        let is_better = own(rival.value) - worth >= AnswerReason::CLEAR_LEAD
            || self.tree.effort(best) > anchor.nodes.saturating_mul(times);
        // What a position is worth that was analysed itself, as that behind the next move of a game, is known well enough.
        let had_part = |it: &Anchor| it.nodes.saturating_mul(part) >= anchor.nodes;
        let was_analysed = self.anchor_of(best).is_some_and(had_part);
        let is_certain = is_better && !self.rules.is_unsettled(&self.tree, best);
        let gives_way =
            id != best && is_searched && own(rival.value) > worth && (is_certain || was_analysed);
        (!gives_way).then_some(id)
    }

    /// Whether the tree has spent no more nodes on the anchor's move than the anchor had, and neither the position nor the move is
    /// decided.
    pub(in crate::search) fn anchor_knows_more(&self, at: NodeId, anchor: &Anchor) -> bool {
        let first = anchor.line.moves().first();
        let id = first.and_then(|&mv| self.tree.child_behind(at, mv));
        let is_undecided = |id: NodeId| !self.tree.node(id).is_decided();
        id.is_some_and(|id| {
            is_undecided(at) && is_undecided(id) && self.tree.effort(id) <= anchor.nodes
        })
    }

    /// Whether several workers search, and the tree may depend on how many.
    pub(super) fn are_many(&self) -> bool {
        self.leaves.workers.capacity() > 1 && !self.rules.searches_apart()
    }

    /// Notes the answer that there is before any move was tried.
    pub(super) fn note_untried(&mut self) {
        if self.node().is_leaf() && self.focus.answer.changes.is_empty() {
            self.note_best_of_leaf();
        }
    }

    /// Notes the best move of the position analysed where that is a leaf: that of its last search, else the first.
    fn note_best_of_leaf(&mut self) {
        if let Some(best) = self.best_of_leaf() {
            let nodes = self.budget.nodes();
            Change { nodes, best, win: None }.note(&mut self.focus.answer.changes);
        }
    }

    /// The best move of the position analysed, where that is a leaf.
    pub(in crate::search) fn best_of_leaf(&self) -> Option<G::Move> {
        let line = self.kept.lines.get(self.at());
        let searched = line.and_then(|line| self.position().legal(*line.moves().first()?));
        // Of a leaf that was freed this is what is left.
        let remembered = self.focus.answer.changes.last().filter(|_| self.node().is_freed());
        searched.or(remembered.map(|change| change.best)).or_else(|| self.next_move())
    }

    /// The move that would be tried next in the position analysed, by its estimate.
    pub(in crate::search) fn next_move(&self) -> Option<G::Move> {
        let mut order = EstimateOrder::default();
        let allowed = self.root.chosen(self.position(), self.focus.walk.stem.len() - 1);
        order.list(self.position(), allowed.as_deref(), 0).ok()?;
        let made = self.tree.children(self.at());
        order.put_first(made.filter_map(|(.., child)| self.position().decode(child.mv)));
        order.get(self.tree.made(self.at())).map(|estimate| estimate.mv)
    }

    /// Whether the move that leads to a child of the position analysed is proven to lose.
    pub(in crate::search) fn is_lost(&self, id: NodeId) -> bool {
        let mover = self.node().turn().player();
        self.tree.node(id).proven_win().is_some_and(|(winner, _)| Some(winner.opponent()) == mover)
    }
}
