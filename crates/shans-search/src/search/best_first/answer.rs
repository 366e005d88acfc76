//! The answer: how it is chosen, how it came about, and whether it is so likely to hold that the search may end.

use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::leaf::EstimateOrder;
use crate::search::limits::ONLY_MOVE_NODES;
use crate::search::report::{AnswerReason, Change};
use crate::standing::Standing;
use crate::tree::{Node, NodeId, preferred_child};
use crate::value::{Player, Value};

/// The preferred move of the position analysed.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<M, N = NodeId> {
    /// The node behind it.
    pub id: Option<N>,
    /// The winner and the plies, where it is a proven win.
    pub win: Option<(Player, u16)>,
    /// How it came about, oldest first; the last change tells the present answer.
    pub changes: Vec<Change<M>>,
    /// The lowest value so far of the larger gap at the position analysed, centipawns. Only where leaves are valued at
    /// first sight, like the next one.
    pub least_gap: f32,
    /// The proven win of the position analysed, and the count of nodes when it was found.
    pub proven_win: Option<(Value, u64)>,
    /// The last four counts of nodes, each at least twice the one before, with the values of the position analysed
    /// then: centipawns, Max's view.
    pub marks: Vec<(u64, f32)>,
}

impl<M, N> Default for Answer<M, N> {
    fn default() -> Self {
        Answer {
            id: None,
            win: None,
            changes: Vec::new(),
            least_gap: f32::INFINITY,
            proven_win: None,
            marks: Vec::new(),
        }
    }
}

/// So many values are noted: from the first to the last of them the nodes have doubled three times.
const MARKS: usize = 4;
/// Answers before this many nodes do not count.
const REIGN_BEGINS: u64 = 1_000;

impl<M: Copy, N: Copy> Answer<M, N> {
    /// The same with other names for the node, if it has one, and for moves, each of which is given with its number from 1 on.
    pub(super) fn renamed<O, P, E>(
        &self,
        node: impl FnOnce(N) -> Result<Option<P>, E>,
        mv: impl Fn(usize, M) -> Result<O, E>,
    ) -> Result<Answer<O, P>, E> {
        let change = |(change, number): (&Change<M>, usize)| -> Result<Change<O>, E> {
            let best = mv(number, change.best)?;
            Ok(Change { nodes: change.nodes, best, win: change.win })
        };
        Ok(Answer {
            id: self.id.map(node).transpose()?.flatten(),
            win: self.win,
            changes: self.changes.iter().zip(1..).map(change).collect::<Result<_, _>>()?,
            least_gap: self.least_gap,
            proven_win: self.proven_win,
            marks: self.marks.clone(),
        })
    }
}

impl<M: Copy + PartialEq> Answer<M> {
    /// Notes that the answer is this move now.
    pub(in crate::search) fn note(&mut self, nodes: u64, best: M) {
        Change { nodes, best, win: self.win }.note(&mut self.changes);
    }

    /// Notes that the answer is this move, nothing being proven of it, where the tree has no node
    /// for it.
    pub(in crate::search) fn note_unproven(&mut self, nodes: u64, best: M) {
        Change { nodes, best, win: None }.note(&mut self.changes);
    }

    /// Notes the value of the position analysed if that is a proven win.
    pub(in crate::search) fn note_win(&mut self, win: Option<Value>, nodes: u64) {
        match (win, self.proven_win) {
            (None, _) => self.proven_win = None,
            (Some(value), Some((known, _))) if value == known => {}
            (Some(value), _) => self.proven_win = Some((value, nodes)),
        }
    }

    /// Whether a win is proven and so many times its nodes were spent on a faster one.
    pub(in crate::search) fn win_is_fast_enough(&self, nodes: u64, effort: u64) -> bool {
        let most = |found: u64| effort.saturating_mul(found.max(ONLY_MOVE_NODES));
        self.proven_win.is_some_and(|(_, found)| nodes >= most(found))
    }

    /// Takes the best move for the answer. Whether that is another one now.
    pub(in crate::search) fn take(&mut self, best: Option<NodeId>) -> bool {
        let win = self.proven_win.and_then(|(value, _)| value.win());
        let is_new = (best, win) != (self.id, self.win);
        (self.id, self.win) = (best, win);
        is_new
    }

    /// Whether the present answer stays although another move looks best, where leaves are valued at first sight: as
    /// long as a player's chance against the new one is larger than what an answer has withstood before, since a new
    /// move looks best until its refutation is found. A proven win needs no such trial.
    pub(in crate::search) fn is_on_trial(&self, largest_gap: f32) -> bool {
        largest_gap > self.least_gap && self.proven_win.is_none()
    }

    /// Notes a value of the position analysed (centipawns, Max's view) each time the nodes have doubled.
    pub(in crate::search) fn note_value(&mut self, nodes: u64, value: f32) {
        if self.marks.last().is_none_or(|&(before, _)| nodes >= before.saturating_mul(2)) {
            self.marks.push((nodes, value));
            let oldest = self.marks.len().saturating_sub(MARKS);
            self.marks.drain(..oldest);
        }
    }

    /// The least and the greatest of the values noted and the present one, Max's view; `None` while there are too few.
    pub(in crate::search) fn values_noted(&self, now: f32) -> Option<[f32; 2]> {
        let noted = self.marks.iter().map(|&(_, value)| value);
        let least_and_most =
            |[least, most]: [f32; 2], value: f32| [least.min(value), most.max(value)];
        (self.marks.len() >= MARKS).then(|| noted.fold([now; 2], least_and_most))
    }

    /// How far the value has moved to this one, Max's view, since there were half as many nodes, or fewer.
    pub(in crate::search) fn moved(&self, nodes: u64, value: f32) -> f32 {
        let before = self.marks.iter().rev().find(|&&(before, _)| before <= nodes / 2);
        before.map_or(0.0, |&(_, before)| (value - before).abs())
    }

    /// [`Standing::reign`](crate::standing::Standing::reign).
    pub(in crate::search) fn reign(&self, nodes: u64) -> f64 {
        let Some(answer) = self.changes.last() else { return 0.0 };
        let now = nodes.max(REIGN_BEGINS + 1);
        let ends = self.changes.iter().skip(1).map(|change| change.nodes).chain([now]);
        let doublings = |from: u64, to: u64| (to as f64 / from as f64).ln();
        let reigns = self.changes.iter().zip(ends).filter(|(change, _)| change.best == answer.best);
        let sum: f64 = reigns
            .map(|(change, end)| (change.nodes.max(REIGN_BEGINS), end))
            .filter(|(from, end)| end > from)
            .map(|(from, end)| doublings(from, end))
            .sum();
        sum / doublings(REIGN_BEGINS, now)
    }
}

/// What a move is worth to the mover, wins and losses being the best and worst evaluations.
pub(in crate::search) fn as_evaluation(node: &Node, mover: Player) -> f32 {
    node.value.for_player(mover).clamp(-Value::EVAL_LIMIT, Value::EVAL_LIMIT)
}

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Notes what follows for the answer from an iteration.
    pub(super) fn note_result(&mut self) {
        self.note_win();
        let value = as_evaluation(self.node(), Player::Max);
        self.focus.answer.note_value(self.budget.nodes(), value);
        if self.node().is_leaf() {
            return self.note_best_of_leaf();
        }
        let analysed = self.focus.walk.analysed_on_path();
        let best = match analysed {
            Some(analysed) => analysed.all(&self.tree, &self.rules).best(),
            None => preferred_child(&self.tree, self.at(), &self.rules),
        };
        let largest_gap = self.rules.largest_gap(self.node());
        let is_refuted = self.focus.answer.id.is_some_and(|id| self.is_lost(id));
        let may_stay =
            !self.rules.searches_leaves() && self.focus.answer.id.is_some() && !is_refuted;
        if may_stay && self.focus.answer.is_on_trial(largest_gap) {
            return;
        }
        self.focus.answer.least_gap = self.focus.answer.least_gap.min(largest_gap);
        self.take_answer(best);
    }

    /// Notes the answer with which a position just arrived at begins.
    pub(super) fn note_first_answer(&mut self) {
        if self.node().is_leaf() {
            return self.note_best_of_leaf();
        }
        self.focus.answer.least_gap = self.rules.largest_gap(self.node());
        self.take_answer(preferred_child(&self.tree, self.at(), &self.rules));
    }

    /// Takes the move that the tree holds best for the answer, or that of the anchor.
    fn take_answer(&mut self, best: Option<NodeId>) {
        let best = best.map(|best| self.answer_of_anchor(self.at(), best).unwrap_or(best));
        if self.focus.answer.take(best)
            && let Some(best) = best.and_then(|id| self.position().decode(self.tree.node(id).mv))
        {
            self.focus.answer.note(self.budget.nodes(), best);
        }
    }

    /// The move of the anchor of a position, if it is the answer beside the one that the tree holds best.
    ///
    /// Where many search, the tree may have refuted it by a glance. So it counts for what the anchor says, until the tree has
    /// spent more nodes on it. Eight workers solved 41 of 56 hard positions and 123 of 128 easy ones without that over an
    /// engine, 41 and 126 with it; by this program's own search 30 and 35 of the 56.
    pub(in crate::search) fn answer_of_anchor(&self, at: NodeId, best: NodeId) -> Option<NodeId> {
        let anchor = self.kept.anchors.get(at)?;
        let id = self.tree.child_behind(at, *anchor.line.moves().first()?)?;
        let (above, node, rival) = (self.tree.node(at), self.tree.node(id), self.tree.node(best));
        let mover = above.turn().player()?;
        let is_lost = node.proven_win().is_some_and(|(winner, _)| winner != mover);
        if above.is_decided() || rival.is_decided() || is_lost {
            return None;
        }
        let own_of = |value: Value| value.in_centipawns() * mover.sign();
        let own = |node: &Node| own_of(node.value);
        let tuning = self.rules.tuning();
        let part = tuning.answer_part;
        let is_searched = self.tree.effort(best).saturating_mul(part) >= anchor.nodes;
        let are_many = self.are_many();
        let is_glance = are_many && self.tree.effort(id) <= anchor.nodes;
        let worth = if is_glance { own_of(anchor.value) } else { own(node) };
        let times = if are_many { tuning.answer_times } else { 1 };
        let is_better = own(rival) - worth >= AnswerReason::CLEAR_LEAD
            || self.tree.effort(best) > anchor.nodes.saturating_mul(times);
        // What a position is worth that was analysed itself, as that behind the next move of a game, is known well enough.
        let was_analysed = self
            .kept
            .anchors
            .get(best)
            .is_some_and(|it| it.nodes.saturating_mul(part) >= anchor.nodes);
        let is_certain = is_better && !self.rules.is_unsettled(&self.tree, best);
        let gives_way =
            id != best && is_searched && own(rival) > worth && (is_certain || was_analysed);
        (!gives_way).then_some(id)
    }

    /// Whether several search, and the anchor is one of them. Where the tree is to be the same for any number of threads,
    /// nothing depends on how many there are.
    pub(super) fn are_many(&self) -> bool {
        self.leaves.workers.capacity() > 1 && !self.rules.searches_apart()
    }

    /// Notes whether a win of the position analysed is proven.
    pub(super) fn note_win(&mut self) {
        let node = self.node();
        let win = node.proven_win().map(|_| node.value);
        self.focus.answer.note_win(win, self.budget.nodes());
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
            self.focus.answer.note_unproven(self.budget.nodes(), best);
        }
    }

    /// The best move of the position analysed, where that is a leaf.
    pub(in crate::search) fn best_of_leaf(&self) -> Option<G::Move> {
        let searched =
            self.kept.lines.get(self.at()).and_then(|line| line.moves().first().copied());
        let searched = searched.and_then(|code: MoveCode| self.position().legal(code));
        // Of a leaf that was freed, or searched deeper without growing, this is what is left.
        let remembered = self.focus.answer.changes.last().filter(|_| self.node().is_freed());
        searched.or(remembered.map(|change| change.best)).or_else(|| self.next_move())
    }

    /// The move that would be tried next in the position analysed, by its estimate.
    pub(in crate::search) fn next_move(&self) -> Option<G::Move> {
        let mut order = EstimateOrder::default();
        let allowed = self.root.chosen(self.position(), self.focus.walk.stem().len() - 1);
        order.list(self.position(), allowed.as_deref(), 0).ok()?;
        let made = self.tree.children(self.at());
        order.put_first(made.filter_map(|(.., child)| self.position().decode(child.mv)));
        order.get(self.tree.made(self.at())).map(|estimate| estimate.mv)
    }

    /// Whether the move that leads to a child of the position analysed is proven to lose.
    pub(in crate::search) fn is_lost(&self, id: NodeId) -> bool {
        let winner = self.tree.node(id).proven_win().map(|(winner, _)| winner);
        winner.is_some() && winner == self.node().turn().player().map(Player::opponent)
    }
}

/// The question is asked again whenever the nodes have grown by this part: asking all the time would find the
/// wanted answer too soon, by chance.
const ASKED_EVERY: u64 = 8;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Whether the search may end because the answer is nearly certain to hold. A win that is proven, or was seen and
    /// has to be, is for a proof to settle.
    pub(super) fn is_settled(&self) -> bool {
        self.budget.limits().settles && self.is_due() && self.holds_enough()
    }

    /// Whether the answer is as certain to hold as that takes.
    pub(super) fn holds_enough(&self) -> bool {
        let node = self.node();
        let is_for_a_proof = self.focus.answer.proven_win.is_some() || node.value.is_unproven_win();
        if node.is_leaf() || is_for_a_proof {
            return false;
        }
        let is_decided = node.value.raw().abs() >= Standing::DECIDED;
        let may_settle = self.position().may_settle() && !is_decided;
        may_settle
            && self.view().answer_holds().is_some_and(|holds| holds >= self.rules.tuning().settled)
    }

    /// Whether it is asked now if the answer holds.
    fn is_due(&self) -> bool {
        let (before, now) = (self.focus.nodes_before, self.budget.nodes());
        // The steps are eighths of doublings, so that a search that was saved asks at the same
        // counts as one that never stopped.
        let step = |nodes: u64| nodes >> nodes.max(1).ilog2().saturating_sub(ASKED_EVERY.ilog2());
        now >= self.rules.tuning().settled_nodes
            && (now.ilog2() > before.max(1).ilog2() || step(now) > step(before))
    }
}
