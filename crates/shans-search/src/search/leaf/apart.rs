//! Threads that learn nothing from each other.
//!
//! Each task is searched with an empty table. So its answer depends on the task alone, and the tree is the
//! same for any number of threads: answers are counted and told in the order of the tasks. What others have
//! found out about the same positions is found out again; that is the price. Only the best moves of
//! positions that were answered are kept, for the order in which the tree makes moves.

use std::collections::{HashMap, VecDeque};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use super::crew::{Order, Reply};
use super::hand::{Hand, crew, wait};
use super::line::PositionLine;
use super::outside::remember;
use super::task::{LeafAnswer, LeafTask, Ticket};
use super::workers::{LeafWorkers, Recalled};
use crate::game::{Evaluate, Heuristics};
use crate::search::budget::{Budget, Spent};
use crate::search::depth_first::PvsLeaves;
use crate::search::limits::Stop;
use crate::search::meter::Meter;

/// Searches tasks in threads of their own, which end with it.
pub struct Apart<G: Heuristics> {
    /// The best moves that are known. `None` while they are taken out.
    kept: Option<PvsLeaves<G>>,
    line: PositionLine<G>,
    crew: Vec<Hand<G>>,
    replies: Receiver<Reply>,
    /// Tasks that nobody has begun.
    waiting: VecDeque<LeafTask<G>>,
    /// Tasks that are not answered, in their order.
    open: VecDeque<LeafTask<G>>,
    /// What came of those of them that are done.
    found: HashMap<Ticket, Found>,
    /// The task that the limit has cut short, and what was counted for it.
    cut: Option<(Ticket, Spent)>,
}

/// What came of a task.
struct Found {
    /// `None` where it would have exceeded the limit.
    answer: Option<LeafAnswer>,
    spent: Spent,
    cpu: Duration,
}

impl<G: Heuristics + Evaluate> Apart<G> {
    /// So many threads, at least one; `kept` holds the best moves.
    pub fn new(kept: PvsLeaves<G>, threads: usize) -> Apart<G> {
        let (crew, replies) = crew(threads, &Meter::default());
        let mut apart = Apart {
            kept: None,
            line: PositionLine::default(),
            crew,
            replies,
            waiting: VecDeque::new(),
            open: VecDeque::new(),
            found: HashMap::new(),
            cut: None,
        };
        apart.put_shared(kept);
        apart
    }

    /// Gives tasks to whoever has none. One that takes more than what is left cannot be counted any more.
    fn hand_out(&mut self, budget: &Budget) {
        for hand in self.crew.iter_mut().filter(|hand| hand.task.is_none()) {
            let Some(mut task) = self.waiting.pop_front() else { return };
            // What it has learnt would be gone when it is asked again.
            task.grant = if task.is_exact { task.grant } else { u64::MAX };
            let most = budget.nodes_left().saturating_add(task.counted.nodes);
            hand.search(task, |task, interrupt| Order::SearchApart(task, interrupt, most));
        }
    }

    fn take(&mut self, reply: Reply) {
        if let Reply::Searched { by, ticket, answer, spent, cpu, .. } = reply {
            self.crew[by].task = None;
            self.found.insert(ticket, Found { answer, spent, cpu });
        }
    }

    /// Counts what came of the first task, and tells it.
    fn tell(&mut self, found: Found, budget: &mut Budget) -> Result<Option<LeafAnswer>, Stop> {
        let Some(task) = self.open.pop_front() else { return Ok(None) };
        let new = found.spent.before(task.counted);
        let Some(answer) = found.answer.filter(|_| new.nodes <= budget.nodes_left()) else {
            let left = Spent { nodes: budget.nodes_left(), evals: 0 };
            budget.add(left, found.cpu);
            self.cut = Some((task.ticket, task.counted.and(left)));
            return Err(Stop::Nodes);
        };
        budget.add(new, found.cpu);
        if let Some(kept) = &mut self.kept {
            kept.make_room_for(budget.nodes());
            remember(kept, &mut self.line, &task, &answer);
        }
        Ok(Some(answer))
    }
}

impl<G: Heuristics + Evaluate> LeafWorkers<G> for Apart<G> {
    fn capacity(&self) -> usize {
        self.crew.len()
    }

    fn submit(&mut self, task: LeafTask<G>) {
        self.waiting.push_back(task.clone());
        self.open.push_back(task);
    }

    fn next_answer(&mut self, budget: &mut Budget) -> Result<Option<LeafAnswer>, Stop> {
        loop {
            if budget.is_out_of_nodes() {
                return Err(Stop::Nodes);
            }
            let Some(first) = self.open.front() else { return Ok(None) };
            if let Some(found) = self.found.remove(&first.ticket) {
                return self.tell(found, budget);
            }
            if let Some(stop) = budget.stop() {
                return Err(stop);
            }
            self.hand_out(budget);
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
        self.open.clear();
        self.found.clear();
        Recalled { answers: Vec::new(), cut: self.cut.take().into_iter().collect() }
    }

    fn shared(&self) -> Option<&PvsLeaves<G>> {
        self.kept.as_ref()
    }

    fn take_shared(&mut self) -> Option<PvsLeaves<G>> {
        self.recall(&mut Budget::default());
        self.kept.take()
    }

    fn put_shared(&mut self, mut kept: PvsLeaves<G>) {
        kept.forget_journal();
        for hand in &self.crew {
            // Whoever is gone is missed when it is asked something.
            let _ = hand.tell(Order::Know(Some(Box::new(kept.alone()))));
        }
        self.kept = Some(kept);
    }
}
