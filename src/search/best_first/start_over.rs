//! Another root: the tree begins anew, and what leaves have taught stays, or goes as well.

use super::leaf_memory::LeafMemory;
use super::search::{BestFirst, root_node};
use crate::game::{Evaluate, Heuristics};
use crate::search::chance::ChanceRules;
use crate::search::depth_first::PvsLeaves;
use crate::search::leaf::{CachedQuiescence, LeafTable};
use crate::search::report::Root;
use crate::tree::Tree;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Takes the tables away: until they are put back, nothing can be searched.
    pub(super) fn take_leaf_memory(&mut self) -> LeafMemory<G> {
        let empty = CachedQuiescence::new(LeafTable::with_bytes(0));
        let values = std::mem::replace(&mut self.leaves, empty).into_table();
        LeafMemory { values, searches: self.searched_leaves.take() }
    }

    /// Forgets what was learnt from leaves: the tables beside the tree are empty then, and the tree is
    /// as it was.
    pub fn forget_leaves(&mut self) {
        let mut memory = self.take_leaf_memory();
        memory.values.clear();
        memory.searches.iter_mut().for_each(PvsLeaves::clear);
        self.put_leaf_memory(memory);
    }

    /// Puts tables in place of those there are.
    pub(super) fn put_leaf_memory(&mut self, memory: LeafMemory<G>) {
        self.leaves = CachedQuiescence::new(memory.values);
        self.searched_leaves = memory.searches;
    }

    /// Puts a tree of one node in place of the one there is, for another root. What leaves have
    /// taught stays, and the memory that is set up for both.
    pub(super) fn start_over(&mut self, root: Root<G>) {
        let rules = ChanceRules::new(*self.rules.model()).around(&root.game);
        let top = root_node(&root, &rules);
        let mut tree = std::mem::replace(&mut self.tree, Tree::new(top, 1));
        tree.start_over(top);
        let mut memory = self.take_leaf_memory().for_another_top();
        if memory.most_bytes() < self.room.table_bytes(tree.form()) {
            // The room has grown since the tables were made.
            memory = LeafMemory::new(&root, tree.form(), self.room);
        }
        *self = BestFirst::over(tree, memory, root, rules, self.room);
    }
}
