//! Who values leaves, and what was learned from them.

use crate::game::{Evaluate, Heuristics};
use crate::search::chance::{ChanceRules, LeafSearchModel};
use crate::search::depth_first::SearchTable;
use crate::search::leaf::{LeafTable, LeafWorkers, Nobody, Threads, Ticket};
use crate::search::pure::Pure;
use crate::search::report::Root;
use crate::search::room::LeafMemory;

/// Who values leaves, and the tables beside the tree.
#[derive(Debug)]
pub struct Leaves<G: Heuristics> {
    /// Those who search leaves.
    pub workers: Box<dyn LeafWorkers<G>>,
    last_ticket: u64,
    /// The table that searches of leaves share; `None` where others search them, or nobody does.
    pub table: Option<SearchTable>,
    /// What values leaves at first sight; idle where they are searched.
    pub pure: Pure<G>,
}

impl<G: Heuristics> Leaves<G> {
    /// For a tree whose leaves nobody values.
    pub fn of_nobody() -> Leaves<G> {
        let pure = Pure::new(LeafTable::with_bytes(0));
        Leaves { workers: Box::new(Nobody), last_ticket: 0, table: None, pure }
    }

    /// Lets these search leaves from now on, with the first ticket. Returns those before them.
    pub fn set_workers(&mut self, workers: Box<dyn LeafWorkers<G>>) -> Box<dyn LeafWorkers<G>> {
        self.last_ticket = 0;
        std::mem::replace(&mut self.workers, workers)
    }

    /// The ticket of the next question.
    pub fn next_ticket(&mut self) -> Ticket {
        self.last_ticket += 1;
        Ticket(self.last_ticket)
    }

    /// How many questions may be out: as many as there are workers, or always as many where the tree is to be the same
    /// for any number of them.
    pub fn at_a_time(&self, rules: &ChanceRules) -> usize {
        if rules.searches_apart() {
            LeafSearchModel::APART_AT_A_TIME
        } else {
            self.workers.capacity()
        }
    }

    /// Takes the tables away: until they are put back, nothing can be searched here.
    pub fn take_memory(&mut self) -> LeafMemory {
        let pure = std::mem::replace(&mut self.pure, Pure::new(LeafTable::with_bytes(0)));
        let searches = self.table.take();
        if searches.is_some() {
            self.set_workers(Box::new(Nobody));
        }
        LeafMemory { values: pure.table, searches }
    }
}

impl<G: Heuristics + Evaluate> Leaves<G> {
    /// Puts these tables in place of those there are, and lets so many threads search leaves of this root with them. They share
    /// the table, unless each leaf is to be searched apart.
    pub fn put_memory(
        &mut self,
        memory: LeafMemory,
        root: &Root<G>,
        rules: &ChanceRules,
        threads: usize,
    ) {
        let LeafMemory { values, searches } = memory;
        self.pure = Pure::new(values);
        let Some(table) = searches else { return };
        let workers = match rules.model().leaf_search {
            Some(LeafSearchModel { apart: true, .. }) => Threads::apart(root, threads),
            _ => Threads::new(root, &table, threads),
        };
        self.table = Some(table);
        self.set_workers(Box::new(workers));
    }
}
