//! The open tasks of workers, and their answers.

use std::collections::{HashMap, VecDeque};

use super::task::{LeafAnswer, LeafTask, Ticket};
use crate::game::Game;

/// Tasks in their order. If answers are given in this order, the tree does not depend on who answers, or when.
#[derive(Debug)]
pub struct Ledger<G: Game> {
    in_order: bool,
    /// Tasks whose answers were not given yet.
    open: VecDeque<LeafTask<G>>,
    /// The answers to those that are done.
    found: HashMap<Ticket, LeafAnswer>,
}

impl<G: Game> Ledger<G> {
    /// Without tasks; whether answers are given in the order of the tasks.
    pub fn new(in_order: bool) -> Ledger<G> {
        Ledger { in_order, open: VecDeque::new(), found: HashMap::new() }
    }

    /// Adds a task.
    pub fn ask(&mut self, task: LeafTask<G>) {
        self.open.push_back(task);
    }

    /// Whether any task is open.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// The tasks one of which is given next, as soon as it is done.
    pub fn in_turn(&self) -> impl Iterator<Item = Ticket> {
        let count = if self.in_order { 1 } else { usize::MAX };
        self.open.iter().take(count).map(|task| task.ticket)
    }

    /// Notes an answer, unless its task is not open, or was answered.
    pub fn note(&mut self, answer: LeafAnswer) {
        if self.open.iter().any(|task| task.ticket == answer.ticket) {
            self.found.entry(answer.ticket).or_insert(answer);
        }
    }

    /// Gives the answer whose turn it is.
    pub fn take(&mut self) -> Option<LeafAnswer> {
        let ticket = self.in_turn().find(|ticket| self.found.contains_key(ticket))?;
        self.open.retain(|task| task.ticket != ticket);
        self.found.remove(&ticket)
    }

    /// Forgets all tasks; the answers that there were. None if answers are given in order: which have come by now depends on
    /// the clock, as the tree must not.
    pub fn stop(&mut self) -> Vec<LeafAnswer> {
        let open = std::mem::take(&mut self.open);
        let mut found = std::mem::take(&mut self.found);
        let counted = open.iter().filter(|_| !self.in_order);
        counted.filter_map(|task| found.remove(&task.ticket)).collect()
    }
}
