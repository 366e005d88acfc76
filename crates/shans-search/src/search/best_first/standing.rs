//! How the search stands: whether nothing is left to find out, and what tells how likely its answer is to hold.

use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::standing::Standing;
use crate::tree::{Node, NodeId, preferred_child};
use crate::value::{Player, Value};

/// So many values are noted: from the first to the last of them the nodes have doubled three times.
const MARKS: usize = 4;
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
