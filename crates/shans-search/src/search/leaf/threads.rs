//! Threads of this program as workers.
//!
//! Each thread searches one task at a time. All threads share one table without locks; each has its own
//! killers and history. An idle thread helps with the newest task: it searches the same position with its own
//! knowledge, and both fill the table; the first answer counts (lazy SMP). What a task finds in the table
//! depends on what others stored a moment before, so a search by several threads is not deterministic,
//! whatever the order in which its answers are taken.

use std::collections::{HashSet, VecDeque};
use std::sync::mpsc::Receiver;

use super::crew::{Order, Reply};
use super::hand::{Hand, crew, wait};
use super::task::{LeafAnswer, LeafTask, Ticket};
use super::workers::{LeafWorkers, Recalled};
use crate::game::{Evaluate, Heuristics};
use crate::search::budget::{Budget, Spent};
use crate::search::depth_first::PvsLeaves;
use crate::search::limits::Stop;
use crate::search::meter::Meter;

/// Searches tasks in threads of their own, which end with it.
pub struct Threads<G: Heuristics> {
    /// The shared table, and what the threads had learned when they were last at rest. `None` while it is
    /// taken out.
    shared: Option<PvsLeaves<G>>,
    crew: Vec<Hand<G>>,
    replies: Receiver<Reply>,
    waiting: VecDeque<LeafTask<G>>,
    /// Tasks that are not answered.
    open: HashSet<Ticket>,
    /// Answers that came while tasks were recalled.
    answered: VecDeque<LeafAnswer>,
    /// Interrupted tasks, and what was counted for each.
    cut: Vec<(Ticket, Spent)>,
    meter: Meter,
    /// How many nodes of the budget the meter knows of; `None` before a limit is known.
    metered: Option<u64>,
}

impl<G: Heuristics + Evaluate> Threads<G> {
    /// Starts this many threads, at least one, with these tables.
    pub fn new(shared: PvsLeaves<G>, threads: usize) -> Threads<G> {
        let meter = Meter::default();
        let (crew, replies) = crew(threads, &meter);
        let mut threads = Threads {
            crew,
            shared: None,
            replies,
            waiting: VecDeque::new(),
            open: HashSet::new(),
            answered: VecDeque::new(),
            cut: Vec::new(),
            meter,
            metered: None,
        };
        threads.put_shared(shared);
        threads
    }
}

impl<G: Heuristics + Evaluate> Threads<G> {
    /// Gives new tasks to idle threads, and the newest running one to those left over.
    fn hand_out(&mut self) {
        for number in 0..self.crew.len() {
            if self.crew[number].task.is_some() {
                continue;
            }
            let task = self.waiting.pop_front().or_else(|| self.task_to_help_with());
            let Some(task) = task else { return };
            self.crew[number].search(task, Order::Search);
        }
    }

    /// The newest task. What was counted for it before is counted by its own thread.
    fn task_to_help_with(&self) -> Option<LeafTask<G>> {
        let running = self.crew.iter().filter_map(|hand| hand.task.as_ref());
        let newest = running.max_by_key(|running| running.task.ticket)?;
        Some(LeafTask { counted: Spent::default(), ..newest.task.clone() })
    }

    /// Handles a reply, and counts what was searched.
    fn take(&mut self, reply: Reply, budget: &mut Budget) {
        match reply {
            Reply::Searched { by, ticket, answer, counted, spent, cpu } => {
                self.crew[by].task = None;
                let new = spent.before(counted);
                self.tell_meter(budget);
                budget.add(new, cpu);
                self.metered = Some(budget.nodes());
                match answer {
                    Some(answer) => self.note_answer(answer),
                    None => self.note_cut(ticket, spent.or_more(counted)),
                }
            }
            Reply::Knows(knowledge) => {
                if let Some(shared) = &mut self.shared {
                    shared.learn_from(&knowledge);
                }
            }
        }
    }

    /// Keeps the first answer to a task, and interrupts other searches for it.
    fn note_answer(&mut self, answer: LeafAnswer) {
        if self.open.remove(&answer.ticket) {
            let running = self.crew.iter().filter_map(|hand| hand.task.as_ref());
            let helping = running.filter(|running| running.task.ticket == answer.ticket);
            helping.for_each(|running| running.interrupt.throw());
            self.answered.push_back(answer);
        }
    }

    /// Notes an interrupted task. Helpers of an answered task are interrupted, too.
    fn note_cut(&mut self, ticket: Ticket, spent: Spent) {
        if !self.open.contains(&ticket) {
            return;
        }
        match self.cut.iter_mut().find(|(cut, _)| *cut == ticket) {
            Some((_, most)) => *most = most.or_more(spent),
            None => self.cut.push((ticket, spent)),
        }
    }

    /// Interrupts all searches and waits for them, which takes less than a millisecond.
    fn end_searches(&mut self, budget: &mut Budget) {
        self.waiting.clear();
        self.crew.iter().for_each(Hand::interrupt);
        while self.is_any_busy() {
            if let Some(reply) = wait(&mut self.crew, &self.replies) {
                self.take(reply, budget);
            }
        }
        self.open.clear();
        self.meter.unlimit();
        self.metered = None;
    }

    fn is_any_busy(&self) -> bool {
        self.crew.iter().any(|hand| hand.task.is_some())
    }

    /// Tells the meter the limit, or what this thread has counted since the last time.
    fn tell_meter(&mut self, budget: &Budget) {
        match self.metered {
            None => self.meter.limit(budget.nodes_left()),
            Some(before) => _ = self.meter.spend(budget.nodes().saturating_sub(before)),
        }
        self.metered = Some(budget.nodes());
    }
}

impl<G: Heuristics + Evaluate> LeafWorkers<G> for Threads<G> {
    fn capacity(&self) -> usize {
        self.crew.len()
    }

    /// What a thread finds in the table depends on the others.
    fn is_reproducible(&self) -> bool {
        false
    }

    fn make_room_for(&mut self, nodes: u64) {
        self.shared.iter_mut().for_each(|shared| shared.make_room_for(nodes));
    }

    fn submit(&mut self, task: LeafTask<G>) {
        self.open.insert(task.ticket);
        self.waiting.push_back(task);
        self.hand_out();
    }

    fn next_answer(&mut self, budget: &mut Budget) -> Result<Option<LeafAnswer>, Stop> {
        loop {
            if let Some(answer) = self.answered.pop_front() {
                return Ok(Some(answer));
            }
            if budget.is_out_of_nodes() || !self.cut.is_empty() {
                return Err(Stop::Nodes);
            }
            if let Some(stop) = budget.stop() {
                return Err(stop);
            }
            self.tell_meter(budget);
            self.hand_out();
            if !self.is_any_busy() {
                return Ok(None);
            }
            if let Some(reply) = wait(&mut self.crew, &self.replies) {
                self.take(reply, budget);
            }
        }
    }

    fn recall(&mut self, budget: &mut Budget) -> Recalled {
        self.end_searches(budget);
        // What the first thread has learned about moves is as good as what the others have.
        if let Some(hand) = self.crew.first()
            && self.shared.is_some()
            && hand.tell(Order::Tell)
            && let Ok(reply) = self.replies.recv()
        {
            self.take(reply, budget);
        }
        Recalled { answers: self.answered.drain(..).collect(), cut: self.cut.drain(..).collect() }
    }

    fn shared(&self) -> Option<&PvsLeaves<G>> {
        self.shared.as_ref()
    }

    fn take_shared(&mut self) -> Option<PvsLeaves<G>> {
        self.recall(&mut Budget::default());
        for hand in &self.crew {
            // A thread that has ended shares nothing.
            let _ = hand.tell(Order::Know(None));
        }
        self.shared.take()
    }

    fn put_shared(&mut self, mut shared: PvsLeaves<G>) {
        shared.forget_journal();
        for hand in &self.crew {
            // As above.
            let _ = hand.tell(Order::Know(Some(Box::new(shared.beside()))));
        }
        self.shared = Some(shared);
    }
}
