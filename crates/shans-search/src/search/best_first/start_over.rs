//! Another root: the tree starts afresh, and what leaves have taught stays, or goes as well.

use super::explored::Explored;
use super::leaf_memory::LeafMemory;
use super::search::{BestFirst, root_node};
use super::searched::Searched;
use crate::game::{Evaluate, Heuristics};
use crate::search::chance::ChanceRules;
use crate::search::depth_first::PvsLeaves;
use crate::search::leaf::CachedQuiescence;
use crate::search::report::Root;
use crate::tree::Tree;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Takes the tables away: until they are put back, nothing can be searched.
    pub(super) fn take_leaf_memory(&mut self) -> LeafMemory<G> {
        let values = std::mem::replace(&mut self.explored, Explored::idle()).leaves.into_table();
        LeafMemory { values, searches: self.searched.workers.take_shared() }
    }

    /// Forgets what was learned from leaves: the tables beside the tree are empty then, and the tree is
    /// as it was.
    pub fn forget_leaves(&mut self) {
        let mut memory = self.take_leaf_memory();
        memory.values.clear();
        memory.searches.iter_mut().for_each(PvsLeaves::clear);
        self.put_leaf_memory(memory);
    }

    /// Puts tables in place of those there are.
    pub(super) fn put_leaf_memory(&mut self, memory: LeafMemory<G>) {
        let LeafMemory { values, searches } = memory;
        self.explored.leaves = CachedQuiescence::new(values);
        searches.into_iter().for_each(|shared| self.searched.workers.put_shared(shared));
    }

    /// Puts a tree of one node in place of the one there is, for another root. What leaves have
    /// taught stays, and the memory that is set up for both.
    pub(super) fn start_over(&mut self, root: Root<G>) {
        let rules = ChanceRules::new(*self.rules.model()).around(&root.game);
        let node = root_node(&root, &rules);
        let mut tree = std::mem::replace(&mut self.tree, Tree::new(node, 1));
        tree.start_over(node);
        let memory = self.take_leaf_memory().for_another_root();
        self.put_leaf_memory(memory.fitting(&root, tree.form(), self.room));
        let explored = std::mem::replace(&mut self.explored, Explored::idle());
        let mut searched = std::mem::replace(&mut self.searched, Searched::idle());
        searched.forget_tree();
        let ranking = self.ranking;
        *self = BestFirst::with_growers(tree, (explored, searched), root, rules, self.room);
        self.rank(ranking);
    }
}
