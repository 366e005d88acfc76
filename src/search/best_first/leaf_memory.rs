//! What a search has learnt from leaves, and keeps beside its tree.

use super::search::{BestFirst, root_node};
use crate::game::{Evaluate, Heuristics};
use crate::search::chance::ChanceRules;
use crate::search::leaf::{CachedQuiescence, LeafTable};
use crate::search::memory::MemoryLimits;
use crate::search::reference::{PvsLeaves, PvsOptions};
use crate::search::report::Root;
use crate::tree::{NodeForm, Tree};

/// The tables of a best-first search.
#[derive(Debug)]
pub struct LeafMemory<G: Heuristics> {
    /// Values of leaves met before, where leaves are valued at first sight; else it is empty.
    pub values: LeafTable,
    /// What searches of leaves share, where leaves are searched.
    pub searches: Option<PvsLeaves<G>>,
}

impl<G: Heuristics + Evaluate> LeafMemory<G> {
    /// Empty tables, for a tree of this form within these limits.
    pub fn new(root: &Root<G>, form: NodeForm, room: MemoryLimits) -> LeafMemory<G> {
        LeafMemory::with_table_bytes(root, form, room.table_bytes(form))
    }

    /// Bytes of all tables.
    pub fn bytes(&self) -> u64 {
        self.values.bytes() + self.searches.as_ref().map_or(0, PvsLeaves::table_bytes)
    }

    /// Empty tables of this many bytes in all.
    pub fn with_table_bytes(root: &Root<G>, form: NodeForm, bytes: u64) -> LeafMemory<G> {
        match form {
            NodeForm::Explored => {
                LeafMemory { values: LeafTable::with_bytes(bytes), searches: None }
            }
            NodeForm::Searched => {
                let options = PvsOptions { table_bytes: bytes, ..PvsOptions::default() };
                let searches = Some(PvsLeaves::new(root.clone(), options));
                LeafMemory { values: LeafTable::with_bytes(0), searches }
            }
        }
    }
}

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Takes the tables away: until they are put back, nothing can be searched.
    pub(super) fn take_leaf_memory(&mut self) -> LeafMemory<G> {
        let empty = CachedQuiescence::new(LeafTable::with_bytes(0));
        let values = std::mem::replace(&mut self.leaves, empty).into_table();
        LeafMemory { values, searches: self.searched_leaves.take() }
    }

    /// Forgets what was learnt from leaves.
    pub(super) fn forget_leaves(&mut self) {
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
        let mut memory = self.take_leaf_memory();
        memory.searches.iter_mut().for_each(PvsLeaves::forget_killers);
        if memory.bytes() < self.room.table_bytes(tree.form()) {
            // The room has grown since the tables were made.
            memory = LeafMemory::new(&root, tree.form(), self.room);
        }
        *self = BestFirst::over(tree, memory, root, rules, self.room);
    }
}
