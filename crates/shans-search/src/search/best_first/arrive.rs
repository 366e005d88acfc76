//! Arriving at a position analysed: what was played before it, and an answer that starts afresh.

use super::answer::Answer;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::report::Root;
use crate::tree::NodeId;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The position analysed as a root of its own, with everything that was played before it.
    pub fn root_of_position(&self) -> Root<G> {
        self.root_of(self.walk.stem())
    }

    /// The same for a node on the way to it.
    pub(super) fn root_of(&self, stem: &[NodeId]) -> Root<G> {
        let mut root = Root::clone(&self.root);
        for &id in stem.iter().skip(1) {
            if let Some(mv) = root.game.decode(self.tree.node(id).mv) {
                root.step(mv);
            }
        }
        root
    }

    /// The answer for a new position is what is known to be best now; the trials start afresh.
    pub(super) fn begin_anew(&mut self) {
        self.answer = Answer::default();
        self.ranks.clear();
        self.enter_stem();
        self.reopen();
        self.note_win();
        self.note_first_answer();
    }

    /// Opens a position that is known exactly, but in which the game is not over: a move is
    /// wanted.
    fn reopen(&mut self) {
        let root = self.root_of_position();
        let is_over = root.game.outcome(&root.past()).is_some();
        if self.node().is_finished() && !is_over {
            let leaf = self.rules.new_leaf(self.node().mv, &root.game, self.node().value);
            self.tree.reopen(self.at(), leaf);
            self.walk.carry_numbers_up(&mut self.tree, &self.rules);
            self.note_result();
        }
    }

    /// Walks to the position analysed, and no further.
    pub(super) fn enter_stem(&mut self) {
        self.walk.leave_path(&self.tree);
        self.walk.enter_stem(&self.root.game, &self.tree, &self.rules);
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::search::best_first::BestFirst;
    use crate::search::chance::ChanceModel;
    use crate::search::limits::Limits;
    use crate::search::memory::MemoryLimits;
    use crate::search::report::{Root, Searcher};
    use crate::testing::Duel;
    use crate::tree::{known_best_child, preferred_child};

    #[test]
    fn a_move_that_only_may_be_better_is_no_first_answer() {
        let root = Root::new(Duel::start());
        let mut search = BestFirst::new(root, ChanceModel::searching(), MemoryLimits::new(8 << 20));
        let mut differing = 0;
        for nodes in (200..8_000).step_by(50) {
            search.search(&Limits { nodes: Some(nodes), ..Limits::default() }, &mut |_| {});
            let first = search.tree.children(search.at()).next().map(|(.., node)| node.mv);
            let there = first.and_then(|code| search.position().decode(code)).expect("a move");
            assert_eq!(search.step(there).and_then(|()| search.step_back()), Ok(()));
            let known = known_best_child(&search.tree, search.at(), &search.rules);
            let preferred = preferred_child(&search.tree, search.at(), &search.rules);
            assert_eq!(search.answer.id, known.or(preferred));
            differing += usize::from(known.is_some() && known != preferred);
        }
        assert!(differing > 0);
    }
}
