//! The answer, and how it came about.

use crate::search::report::Change;
use crate::tree::NodeId;
use crate::value::{Player, Value};

/// The preferred move of the position analysed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Answer<M> {
    /// The node behind it.
    pub(super) id: Option<NodeId>,
    /// The winner and the plies, where it is a proven win.
    pub(super) win: Option<(Player, u16)>,
    /// How it came about, oldest first; the last change tells the present answer.
    pub(super) changes: Vec<Change<M>>,
    /// The lowest value so far of the larger gap at the position analysed, centipawns. Only where leaves are valued at
    /// first sight, like the next one.
    pub(super) least_gap: f32,
    /// The proven win of the position analysed, and the count of nodes when it was found.
    pub(super) proven_win: Option<(Value, u64)>,
    /// The last four counts of nodes, each at least twice the one before, with the values of the position analysed
    /// then: centipawns, Max's view.
    pub(super) marks: Vec<(u64, f32)>,
}

impl<M> Default for Answer<M> {
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

/// Effort, in nodes, before an only move is accepted: it gets a value and a line.
pub(super) const ONLY_MOVE_NODES: u64 = 1_000;
/// A faster win than the proven one is looked for until this many times the nodes were spent that
/// it took to find.
const FASTER_WIN_EFFORT: u64 = 16;

impl<M: Copy + PartialEq> Answer<M> {
    /// Notes that the answer is this move now.
    pub(super) fn note(&mut self, nodes: u64, best: M) {
        Change { nodes, best, win: self.win }.note(&mut self.changes);
    }

    /// Notes that the answer is this move, nothing being proven of it, where the tree has no node
    /// for it.
    pub(super) fn note_unproven(&mut self, nodes: u64, best: M) {
        Change { nodes, best, win: None }.note(&mut self.changes);
    }

    /// Notes the value of the position analysed if that is a proven win.
    pub(super) fn note_win(&mut self, win: Option<Value>, nodes: u64) {
        match (win, self.proven_win) {
            (None, _) => self.proven_win = None,
            (Some(value), Some((known, _))) if value == known => {}
            (Some(value), _) => self.proven_win = Some((value, nodes)),
        }
    }

    /// Whether a win is proven and enough nodes were spent on a faster one.
    pub(super) fn win_is_fast_enough(&self, nodes: u64) -> bool {
        let most = |found: u64| FASTER_WIN_EFFORT.saturating_mul(found.max(ONLY_MOVE_NODES));
        self.proven_win.is_some_and(|(_, found)| nodes >= most(found))
    }

    /// Takes the best move for the answer. Whether that is another one now.
    pub(super) fn take(&mut self, best: Option<NodeId>) -> bool {
        let win = self.proven_win.and_then(|(value, _)| value.win());
        let is_new = (best, win) != (self.id, self.win);
        (self.id, self.win) = (best, win);
        is_new
    }

    /// Whether the present answer stays although another move looks best, where leaves are valued at first sight: as
    /// long as a player's chance against the new one is larger than what an answer has withstood before, since a new
    /// move looks best until its refutation is found. A proven win needs no such trial.
    pub(super) fn is_on_trial(&self, largest_gap: f32) -> bool {
        largest_gap > self.least_gap && self.proven_win.is_none()
    }
}
