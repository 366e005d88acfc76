//! What a search has learned from leaves, and keeps beside its tree.

use super::explored::Explored;
use super::searched::Searched;
use crate::game::{Evaluate, Heuristics};
use crate::search::chance::ChanceRules;
use crate::search::depth_first::{PvsLeaves, PvsOptions};
use crate::search::leaf::{Apart, Inline, LeafTable, LeafWorkers, Threads};
use crate::search::memory::MemoryLimits;
use crate::search::report::Root;
use crate::tree::NodeForm;

/// The tables of a best-first search.
#[derive(Debug)]
pub struct LeafMemory<G: Heuristics> {
    /// Values of leaves met before, if leaves are valued at first sight; else it is empty.
    pub values: LeafTable,
    /// What searches of leaves share, if leaves are searched.
    pub searches: Option<PvsLeaves<G>>,
}

impl<G: Heuristics + Evaluate> LeafMemory<G> {
    /// Empty tables, for a tree of this form within these limits.
    pub fn new(root: &Root<G>, form: NodeForm, room: MemoryLimits) -> LeafMemory<G> {
        LeafMemory::with_table_bytes(root, form, room.table_bytes(form))
    }

    /// What grows a tree of these rules with these tables, in this many threads.
    pub(super) fn into_growers(
        self,
        rules: &ChanceRules,
        threads: usize,
    ) -> (Explored<G>, Searched<G>) {
        let searched = self.searches.map_or_else(Searched::idle, |searches| {
            Searched::new(workers(searches, rules, threads))
        });
        (Explored::new(self.values), searched)
    }

    /// Bytes that all tables may grow to.
    pub fn most_bytes(&self) -> u64 {
        self.values.bytes() + self.searches.as_ref().map_or(0, PvsLeaves::most_table_bytes)
    }

    /// The same tables, empty; that of searches has this many entries at once, as far as it may grow.
    #[must_use]
    pub fn beginning_with(mut self, places: usize) -> LeafMemory<G> {
        self.searches.iter_mut().for_each(|searches| searches.begin_table_with(places));
        self
    }

    /// The same for a tree with another root: killers are known by their plies from there.
    #[must_use]
    pub fn for_another_root(mut self) -> LeafMemory<G> {
        self.searches.iter_mut().for_each(PvsLeaves::forget_killers);
        self
    }

    /// The same tables, or larger empty ones where the room has grown since they were made.
    pub(super) fn fitting(self, root: &Root<G>, form: NodeForm, room: MemoryLimits) -> Self {
        let is_kept_elsewhere = form == NodeForm::Searched && self.searches.is_none();
        if is_kept_elsewhere || self.most_bytes() >= room.table_bytes(form) {
            return self;
        }
        LeafMemory::new(root, form, room)
    }

    /// Empty tables of this many bytes in all; that of searches grows to them.
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

/// This many threads that search leaves.
pub(super) fn workers<G: Heuristics + Evaluate>(
    searches: PvsLeaves<G>,
    rules: &ChanceRules,
    threads: usize,
) -> Box<dyn LeafWorkers<G>> {
    match threads {
        _ if rules.searches_apart() => Box::new(Apart::new(searches, threads)),
        0 | 1 => Box::new(Inline::new(searches)),
        several => Box::new(Threads::new(searches, several)),
    }
}
