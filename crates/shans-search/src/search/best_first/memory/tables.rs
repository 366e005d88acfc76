//! What a search has learned from leaves and keeps beside its tree, and who searches them.

use super::super::pure::parts::Pure;
use super::super::questions::Out;
use super::super::search::BestFirst;
use super::leaf_memory::LeafMemory;
use crate::game::{Evaluate, Heuristics};
use crate::search::chance::LeafSearchModel;
use crate::search::leaf::{LeafTable, LeafWorkers, Threads};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Puts these tables in place of those there are, and lets threads search with them.
    pub(in super::super) fn put_memory(&mut self, memory: LeafMemory) {
        let LeafMemory { values, searches } = memory;
        self.pure = Pure::new(values);
        if let Some(table) = searches {
            self.table = Some(table);
            self.search_in_threads();
        }
    }

    /// Takes the tables away: until they are put back, nothing can be searched here.
    pub(in super::super) fn take_memory(&mut self) -> LeafMemory {
        let pure = std::mem::replace(&mut self.pure, Pure::new(LeafTable::with_bytes(0)));
        let searches = self.table.take();
        if searches.is_some() {
            self.out = Out::nobody();
        }
        LeafMemory { values: pure.leaves.into_table(), searches }
    }

    /// Lets threads search leaves from now on. They share the table, unless each leaf is to be searched apart.
    pub(super) fn search_in_threads(&mut self) {
        let Some(table) = &self.table else { return };
        let threads = self.room.threads;
        let workers = match self.rules.model().leaf_search {
            Some(LeafSearchModel { apart: true, .. }) => Threads::apart(&self.root, threads),
            _ => Threads::new(&self.root, table, threads),
        };
        self.out = Out::new(Box::new(workers));
    }

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
        self.table = None;
        self.out = Out::new(workers);
    }

    /// Forgets what was learned from leaves: the tables beside the tree are empty then, and the tree is
    /// as it was.
    pub fn forget_leaves(&mut self) {
        self.come_to_rest();
        let mut memory = self.take_memory();
        memory.values.clear();
        memory.searches.iter_mut().for_each(|table| table.begin_with(0));
        self.put_memory(memory);
    }

    /// Puts what the tables know into some that grow to no more than this.
    pub(super) fn shrink_tables(&mut self, bytes: u64) {
        let Ok(mut smaller) = LeafMemory::try_with_bytes(self.rules.searches_leaves(), bytes)
        else {
            return;
        };
        let before = self.take_memory();
        before.values.used().for_each(|slot| _ = smaller.values.put_back(slot));
        if let Some((new, old)) = smaller.searches.as_mut().zip(before.searches.as_ref()) {
            new.begin_with(old.places());
            new.take_over(old);
        }
        // Where others search, there is no table.
        if before.searches.is_none() {
            smaller.searches = None;
        }
        self.put_memory(smaller);
    }
}
