//! A search from its beginning to its end, the next one of another root, and others who search leaves.

use super::leaves::Leaves;
use super::search::{BestFirst, root_node};
use crate::game::{Evaluate, Heuristics};
use crate::search::chance::ChanceRules;
use crate::search::leaf::LeafWorkers;
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
        // A tree of one node takes the place of the one there is. What leaves have taught stays, and the memory that is set up
        // for both.
        self.come_to_rest();
        let rules = ChanceRules::new(*self.rules.model()).around(&root.game);
        let node = root_node(&root, &rules);
        let mut tree = std::mem::replace(&mut self.tree, Tree::new(node, 1));
        tree.start_over(node);
        let leaves = std::mem::replace(&mut self.leaves, Leaves::of_nobody());
        let (room, wanted_lines) = (self.memory_limits, self.wanted_lines);
        *self = BestFirst { leaves, wanted_lines, ..BestFirst::over(tree, root, rules, room) };
    }

    fn clear(&mut self) {
        self.forget_leaves();
        self.go_to(Root::clone(&self.root));
    }
}

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The same search, with others searching its leaves. Not where leaves are valued at first sight.
    #[must_use]
    pub fn with_workers(mut self, workers: Box<dyn LeafWorkers<G>>) -> BestFirst<G> {
        self.set_workers(workers);
        self
    }

    /// Lets others search leaves from now on. What those before them had found so far is in the tree; the table of
    /// their searches goes.
    pub fn set_workers(&mut self, workers: Box<dyn LeafWorkers<G>>) {
        self.come_to_rest();
        self.leaves.table = None;
        self.leaves.set_workers(workers);
    }

    /// Forgets what was learned from leaves: the tables beside the tree are empty then, and the tree is
    /// as it was.
    pub fn forget_leaves(&mut self) {
        self.come_to_rest();
        let mut memory = self.leaves.take_memory();
        memory.values.clear();
        memory.searches.iter_mut().for_each(|table| table.begin_with(0));
        self.put_memory(memory);
    }
}
