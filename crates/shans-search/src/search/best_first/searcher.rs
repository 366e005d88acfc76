//! A search from its beginning to its end, and the next one of another root.

use super::search::{BestFirst, root_node};
use super::tree_walk::TreeWalk;
use crate::game::{Evaluate, Heuristics};
use crate::search::chance::ChanceRules;
use crate::search::limits::Limits;
use crate::search::report::{Observer, Report, Root, Searcher};
use crate::tree::Tree;

impl<G: Heuristics + Evaluate> Searcher<G> for BestFirst<G> {
    fn search(&mut self, limits: &Limits, observer: Observer<'_, G::Move>) -> Report<G::Move> {
        self.begin(limits);
        loop {
            if let Some(stop) = self.advance() {
                return self.finish(stop);
            }
            if let Some(report) = self.report_if_due() {
                observer(&report);
            }
        }
    }

    fn go_to(&mut self, root: Root<G>) {
        self.start_over(root);
    }

    fn clear(&mut self) {
        self.forget_leaves();
        self.start_over(Root::clone(&self.root));
    }
}

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Puts a tree of one node in place of the one there is, for another root. What leaves have
    /// taught stays, and the memory that is set up for both.
    pub(super) fn start_over(&mut self, root: Root<G>) {
        self.come_to_rest();
        let rules = ChanceRules::new(*self.rules.model()).around(&root.game);
        let node = root_node(&root, &rules);
        let mut tree = std::mem::replace(&mut self.tree, Tree::new(node, 1));
        tree.start_over(node);
        let out = std::mem::replace(&mut self.out, super::questions::Out::nobody());
        let table = self.table.take();
        let memory = self.take_memory();
        let (room, lines) = (self.room, self.wanted_lines);
        *self = BestFirst::over(tree, memory, root, rules, room);
        self.focus.walk = TreeWalk::new(&self.root, &self.tree);
        (self.out, self.table, self.wanted_lines) = (out, table, lines);
    }
}
