//! The state of the search: whether nothing is left to find out, and whether its answer is likely to hold. What
//! reports say about it, and when that ends the search.

use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::chance::ChanceModel;
use crate::standing::Standing;
use crate::tree::{Node, NodeId, preferred_child};
use crate::value::{Player, Value};

/// An answer that holds with this probability ends a search without other limits.
const SETTLED: f64 = 0.98;
/// No such search ends before this many nodes: twice the smallest number with which answers were measured.
const LEAST_NODES: u64 = 20_000;
/// The question is asked again whenever the nodes have grown by this part: asking all the time would find the
/// wanted answer too soon, by chance.
const ASKED_EVERY: u64 = 8;
/// So many values are noted: from the first to the last of them the nodes have doubled three times.
const MARKS: usize = 4;
/// An answer holds if it loses no more than this later, centipawns.
const SLACK: f32 = 30.0;
/// Answers before this many nodes do not count.
const REIGN_BEGINS: u64 = 1_000;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Whether the result is certain, and nothing is left to be found out about the best line.
    pub(super) fn is_over(&self) -> bool {
        let node = self.node();
        let is_won = self.rules.searches_leaves() && node.proven_win().is_some();
        let is_fast = || is_won && !self.wants_faster_win();
        node.is_proven() || self.answer.win_is_fast_enough(self.budget.nodes()) || is_fast()
    }

    /// Whether the search may end because the answer is nearly certain to hold. A win that is proven, or was seen and
    /// has to be, is for a proof to settle.
    pub(super) fn is_settled(&self) -> bool {
        self.budget.limits().settles && self.is_due() && self.holds_enough()
    }

    /// Whether the answer is as certain to hold as that takes.
    pub(super) fn holds_enough(&self) -> bool {
        let node = self.node();
        let is_for_a_proof = self.answer.proven_win.is_some() || node.value.is_unproven_win();
        if node.is_leaf() || is_for_a_proof {
            return false;
        }
        let is_decided = node.value.raw().abs() >= Standing::DECIDED;
        let may_settle = self.position().may_settle() && !is_decided;
        may_settle && self.answer_holds().is_some_and(|holds| holds >= SETTLED)
    }

    /// Whether it is asked now if the answer holds.
    fn is_due(&self) -> bool {
        let (before, now) = (self.nodes_before, self.budget.nodes());
        // The steps are eighths of doublings, so that a search that was saved asks at the same
        // counts as one that never stopped.
        let step = |nodes: u64| nodes >> nodes.max(1).ilog2().saturating_sub(ASKED_EVERY.ilog2());
        now >= LEAST_NODES && (now.ilog2() > before.max(1).ilog2() || step(now) > step(before))
    }

    /// The probability that the answer, searched with ten times the work, is still the answer or
    /// loses no more than 30 centipawns: [`Evaluate::answer_holds`], and 1 where the result is
    /// proven or there is one move to choose from. `None` if nothing was tried yet; where moves on the line of the answer that
    /// were not made may be much better (a line that was put into the tree may be one blunder after the other); and where
    /// it was not measured: for other games, evaluations and parameters.
    pub(super) fn answer_holds(&self) -> Option<f64> {
        if self.node().is_decided() || self.walk.has_only_move() {
            return Some(1.0);
        }
        let is_measured = match self.rules.model().leaf_search {
            None => *self.rules.model() == ChanceModel::default(),
            Some(_) => true,
        };
        let is_wide_open = |id| self.rules.is_unsettled_by(&self.tree, id, SLACK);
        let is_known = is_measured && !self.answer.id.is_some_and(is_wide_open);
        self.position().answer_holds(&self.standing().filter(|_| is_known)?)
    }

    /// How the search stands; `None` if there is no answer that was tried.
    pub fn standing(&self) -> Option<Standing> {
        let analysed = self.node();
        let mover = analysed.turn().player()?;
        let id = self.answer.id?;
        let answer = self.tree.node(id);
        let value = as_evaluation(answer, mover);
        let others = || self.tree.children(self.at()).filter(|&(_, other, _)| other != id);
        let best = others().map(|(.., other)| as_evaluation(other, mover)).max_by(f32::total_cmp);
        let effort_of = |id: NodeId| self.tree.effort(id) as f64;
        let effort: f64 = self.tree.children(self.at()).map(|(_, it, _)| effort_of(it)).sum();
        let rest = self.rules.most_of_rest(analysed).map(|most| most.for_player(mover) - value);
        Some(Standing {
            searches_leaves: self.rules.searches_leaves(),
            nodes: self.budget.nodes(),
            value,
            lead: best.map(|best| value - best),
            rest,
            effort_share: effort_of(id) / effort.max(1.0),
            reign: self.reign(),
            agrees: self.agrees(),
            moved: self.moved(as_evaluation(analysed, mover) * mover.sign()),
        })
    }

    /// [`Standing::agrees`].
    fn agrees(&self) -> bool {
        let best = preferred_child(&self.tree, self.at(), &self.rules);
        let of_anchor = self.anchor().and_then(|anchor| anchor.line.moves().first());
        best.zip(of_anchor).is_none_or(|(best, &mv)| self.tree.node(best).mv == mv)
    }

    /// Notes the value of the position analysed each time the nodes have doubled.
    pub(super) fn note_value(&mut self) {
        let (nodes, value) = (self.budget.nodes(), as_evaluation(self.node(), Player::Max));
        let marks = &mut self.answer.marks;
        if marks.last().is_none_or(|&(before, _)| nodes >= before.saturating_mul(2)) {
            marks.push((nodes, value));
            let oldest = marks.len().saturating_sub(MARKS);
            marks.drain(..oldest);
        }
    }

    /// The least and the greatest of the values noted and the present one, Max's view; `None` while there are too few.
    pub(super) fn values_noted(&self) -> Option<[f32; 2]> {
        let marks = &self.answer.marks;
        let now = as_evaluation(self.node(), Player::Max);
        let noted = marks.iter().map(|&(_, value)| value);
        let least_and_most =
            |[least, most]: [f32; 2], value: f32| [least.min(value), most.max(value)];
        (marks.len() >= MARKS).then(|| noted.fold([now; 2], least_and_most))
    }

    /// How far the value has moved to this one, Max's view, since there were half as many nodes, or fewer.
    fn moved(&self, value: f32) -> f32 {
        let half = self.budget.nodes() / 2;
        let marks = self.answer.marks.iter();
        let before = marks.rev().find(|&&(nodes, _)| nodes <= half);
        before.map_or(0.0, |&(_, before)| (value - before).abs())
    }

    /// [`Standing::reign`].
    fn reign(&self) -> f64 {
        let changes = &self.answer.changes;
        let Some(answer) = changes.last() else { return 0.0 };
        let now = self.budget.nodes().max(REIGN_BEGINS + 1);
        let ends = changes.iter().skip(1).map(|change| change.nodes).chain([now]);
        let doublings = |from: u64, to: u64| (to as f64 / from as f64).ln();
        let reigns = changes.iter().zip(ends).filter(|(change, _)| change.best == answer.best);
        let sum: f64 = reigns
            .map(|(change, end)| (change.nodes.max(REIGN_BEGINS), end))
            .filter(|(from, end)| end > from)
            .map(|(from, end)| doublings(from, end))
            .sum();
        sum / doublings(REIGN_BEGINS, now)
    }
}

/// What a move is worth to the mover, wins and losses being the best and worst evaluations.
fn as_evaluation(node: &Node, mover: Player) -> f32 {
    node.value.for_player(mover).clamp(-Value::EVAL_LIMIT, Value::EVAL_LIMIT)
}
