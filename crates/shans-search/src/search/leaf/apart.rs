//! Threads that share nothing.
//!
//! Each task is searched with an empty table. Its answer therefore depends on the task alone, and since
//! answers are counted and returned in the order of the tasks, the tree is the same for any number of
//! threads. The price is that threads repeat each other's work. Only the best moves of answered positions
//! are kept, for the order in which the tree makes moves.

use std::collections::VecDeque;
use std::sync::mpsc::Receiver;

use super::crew::{Order, Reply};
use super::hand::{Hand, crew, wait};
use super::ledger::{Due, Found, Ledger};
use super::task::{LeafAnswer, LeafTask};
use super::workers::{LeafWorkers, Recalled};
use crate::game::{Evaluate, Heuristics};
use crate::search::budget::Budget;
use crate::search::depth_first::PvsLeaves;
use crate::search::limits::Stop;
use crate::search::meter::Meter;

/// Searches tasks in threads of their own, which end with it.
pub struct Apart<G: Heuristics> {
    crew: Vec<Hand<G>>,
    replies: Receiver<Reply>,
    /// Tasks that no thread has started.
    waiting: VecDeque<LeafTask<G>>,
    ledger: Ledger<G>,
}

impl<G: Heuristics + Evaluate> Apart<G> {
    /// Starts this many threads, at least one; `kept` holds the best moves.
    pub fn new(kept: PvsLeaves<G>, threads: usize) -> Apart<G> {
        let (crew, replies) = crew(threads, &Meter::default());
        let mut apart =
            Apart { crew, replies, waiting: VecDeque::new(), ledger: Ledger::new(true) };
        apart.put_shared(kept);
        apart
    }

    /// Gives tasks to idle threads. A task that takes more nodes than are left is not counted.
    fn hand_out(&mut self, budget: &Budget) {
        for hand in self.crew.iter_mut().filter(|hand| hand.task.is_none()) {
            let Some(mut task) = self.waiting.pop_front() else { return };
            // If it stopped early, what it learned would be lost before the question is asked again.
            task.grant = if task.is_exact { task.grant } else { u64::MAX };
            let most = budget.nodes_left().saturating_add(task.counted.nodes);
            hand.search(task, |task, interrupt| Order::SearchApart(task, interrupt, most));
        }
    }

    fn take(&mut self, reply: Reply) {
        if let Reply::Searched { by, ticket, answer, spent, cpu, .. } = reply {
            self.crew[by].task = None;
            self.ledger.note(ticket, Found { answer, spent, cpu });
        }
    }
}

impl<G: Heuristics + Evaluate> LeafWorkers<G> for Apart<G> {
    fn capacity(&self) -> usize {
        self.crew.len()
    }

    fn make_room_for(&mut self, nodes: u64) {
        self.ledger.make_room_for(nodes);
    }

    fn submit(&mut self, task: LeafTask<G>) {
        self.waiting.push_back(task.clone());
        self.ledger.ask(task);
    }

    fn next_answer(&mut self, budget: &mut Budget) -> Result<Option<LeafAnswer>, Stop> {
        loop {
            match self.ledger.due(budget)? {
                Due::Nothing => return Ok(None),
                Due::Answer(answer) => return Ok(Some(answer)),
                Due::Pending => self.hand_out(budget),
            }
            if let Some(reply) = wait(&mut self.crew, &self.replies) {
                self.take(reply);
            }
        }
    }

    fn recall(&mut self, _budget: &mut Budget) -> Recalled {
        self.waiting.clear();
        self.crew.iter().for_each(Hand::interrupt);
        while self.crew.iter().any(|hand| hand.task.is_some()) {
            if let Some(reply) = wait(&mut self.crew, &self.replies) {
                self.take(reply);
            }
        }
        self.ledger.recall()
    }

    fn shared(&self) -> Option<&PvsLeaves<G>> {
        self.ledger.kept()
    }

    fn take_shared(&mut self) -> Option<PvsLeaves<G>> {
        self.recall(&mut Budget::default());
        self.ledger.take_kept()
    }

    fn put_shared(&mut self, kept: PvsLeaves<G>) {
        for hand in &self.crew {
            // A thread that has ended is noticed when it gets its next order.
            let _ = hand.tell(Order::Know(Some(Box::new(kept.alone()))));
        }
        self.ledger.keep(kept);
    }
}
