//! What the search would answer now, and how that came about.

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
    /// The line of the answer when the value of the position analysed last rested on nothing but exact
    /// values, if leaves are searched; empty before.
    pub(super) line: Vec<M>,
    /// The lowest value so far of the larger gap at the position analysed, centipawns.
    pub(super) least_gap: f32,
    /// The proven win of the position analysed, and the count of nodes when it was found.
    pub(super) proven_win: Option<(Value, u64)>,
}

impl<M> Default for Answer<M> {
    fn default() -> Self {
        Answer {
            id: None,
            win: None,
            changes: Vec::new(),
            line: Vec::new(),
            least_gap: f32::INFINITY,
            proven_win: None,
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

    /// Takes the best move for the answer, unless the present one `may_stay` and a player's chance against the
    /// new one is larger than what an answer has withstood before: a new move looks best until its refutation
    /// is found, and a limit may strike in between. A proven win needs no such trial. Whether the answer is
    /// another one now.
    pub(super) fn consider(
        &mut self,
        best: Option<NodeId>,
        largest_gap: f32,
        may_stay: bool,
    ) -> bool {
        let win = self.proven_win.and_then(|(value, _)| value.win());
        if largest_gap > self.least_gap && win.is_none() && may_stay {
            return false;
        }
        self.least_gap = self.least_gap.min(largest_gap);
        let is_new = (best, win) != (self.id, self.win);
        (self.id, self.win) = (best, win);
        is_new
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Notation;
    use crate::search::best_first::BestFirst;
    use crate::search::chance::ChanceModel;
    use crate::search::limits::Limits;
    use crate::search::memory::MemoryLimits;
    use crate::search::report::{Root, Searcher};
    use crate::testing::Duel;

    /// However little the move after it has withstood.
    #[test]
    fn a_move_that_is_proven_to_lose_does_not_stay_the_answer() {
        let position = Duel::start();
        let root = Root::new(position);
        let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(8 << 20));
        search.search(&Limits { nodes: Some(5_000), ..Limits::default() }, &mut |_| {});
        let mut children = search.tree.children(search.at());
        let code =
            |text| position.parse_move(text).map(|mv| crate::game::Game::encode(&position, mv));
        let blunder = children.find(|(.., node)| Some(node.mv) == code("10"));
        let (_, blunder, node) = blunder.expect("tried");
        assert!(node.proven_win().is_some(), "{node:?}");
        search.answer.id = Some(blunder);
        search.answer.least_gap = f32::NEG_INFINITY;
        search.select_explored();
        search.note_answer();
        assert!(search.answer.id.is_some_and(|answer| answer != blunder));
    }
}
