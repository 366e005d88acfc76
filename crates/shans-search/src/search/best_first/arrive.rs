//! Arriving at a position analysed: what was played before it, and an answer that starts afresh.

use super::answer::Answer;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::report::Root;
use crate::tree::NodeId;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The position analysed as a root of its own, with everything that was played before it.
    pub fn root_of_position(&self) -> Root<G> {
        self.root_of(&self.focus.walk.stem)
    }

    /// The same for a node on the way to it.
    pub(in crate::search) fn root_of(&self, stem: &[NodeId]) -> Root<G> {
        let mut root = Root::clone(&self.root);
        for &id in stem.iter().skip(1) {
            if let Some(mv) = root.game.decode(self.tree.node(id).mv) {
                root.step(mv);
            }
        }
        root
    }

    /// The same as [`BestFirst::arrive`] where the tree may be another one than that in which the walk went last.
    pub(in crate::search) fn begin_anew(&mut self) {
        self.leave_path();
        self.arrive();
    }

    /// The answer for a new position is what is known to be best now.
    pub(super) fn arrive(&mut self) {
        self.focus.answer = Answer::default();
        self.focus.lines_passed = 0;
        self.return_to_stem();
        self.reopen();
        self.note_answer();
    }

    /// Opens a position that is known exactly, but in which the game is not over: a move is
    /// wanted.
    fn reopen(&mut self) {
        if !self.node().is_finished() {
            return;
        }
        let root = self.root_of_position();
        if root.game.outcome(&root.past()).is_none() {
            let leaf = self.rules.new_leaf(self.node().mv, &root.game, self.node().value);
            self.tree.reopen(self.at(), leaf);
            self.back_up();
            self.note_result();
        }
    }
}
