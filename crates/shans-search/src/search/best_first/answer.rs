//! The answer, and how it came about.

use crate::search::limits::ONLY_MOVE_NODES;
use crate::search::report::Change;
use crate::tree::{Node, NodeId};
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
    /// The lowest value so far of the larger gap at the position analysed, centipawns. Read only where leaves are valued at
    /// first sight.
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
    /// Notes the value of the position analysed if that is a proven win.
    pub(in crate::search) fn note_win(&mut self, win: Option<Value>, nodes: u64) {
        if win != self.proven_win.map(|(known, _)| known) {
            self.proven_win = win.map(|value| (value, nodes));
        }
    }

    /// Whether a win is proven and so many times its nodes were spent on a faster one.
    pub(in crate::search) fn win_is_fast_enough(&self, nodes: u64, effort: u64) -> bool {
        let most = |found: u64| effort.saturating_mul(found.max(ONLY_MOVE_NODES));
        self.proven_win.is_some_and(|(_, found)| nodes >= most(found))
    }

    /// Takes the best move for the answer. Whether that is another one now.
    pub(in crate::search) fn becomes(&mut self, best: Option<NodeId>) -> bool {
        let win = self.proven_win.and_then(|(value, _)| value.win());
        let is_new = (best, win) != (self.id, self.win);
        (self.id, self.win) = (best, win);
        is_new
    }

    /// Whether the present answer stays although another move looks best, which is on trial (pure form): as
    /// long as a player's chance against the new one is larger than what an answer has withstood before, since a new
    /// move looks best until its refutation is found. A proven win needs no such trial.
    pub(in crate::search) fn stays(&self, largest_gap: f32) -> bool {
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
