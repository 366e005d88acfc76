//! A machine with more processors, simulated in virtual time.
//!
//! It shows what more processors than this machine has would gain. One worker searches each task when its
//! turn comes; the task takes one unit of virtual time per position searched. As many tasks as there are
//! workers run side by side, and answers come in the order in which they are ready. The budget counts virtual
//! time instead of positions: a limit of 100,000 nodes is the time in which one worker searches that many.
//!
//! The simulation is optimistic: a task finds in the table (of an engine: in its hash table) everything from tasks
//! begun before it, even what a real thread would still be searching, or another machine would never know.
//! Contention for memory is left out.

use std::collections::VecDeque;
use std::time::Duration;

use super::task::{LeafAnswer, LeafTask};
use super::workers::{LeafWorkers, Recalled};
use crate::game::{Evaluate, Heuristics};
use crate::search::budget::{Budget, Spent};
use crate::search::depth_first::PvsLeaves;
use crate::search::limits::Stop;

/// This many workers in virtual time.
pub struct Simulated<G: Heuristics> {
    /// Searches for all of them.
    one: Box<dyn LeafWorkers<G>>,
    count: usize,
    waiting: VecDeque<LeafTask<G>>,
    running: Vec<Running>,
}

/// A task that a worker has begun. The answer is known already, but not returned before its time.
struct Running {
    /// When it is ready: positions.
    ready: u64,
    answer: LeafAnswer,
}

impl<G: Heuristics + Evaluate> Simulated<G> {
    /// This many workers, at least one, each as fast as this one.
    pub fn new(one: Box<dyn LeafWorkers<G>>, count: usize) -> Simulated<G> {
        Simulated { one, count: count.max(1), waiting: VecDeque::new(), running: Vec::new() }
    }

    /// Idle workers begin tasks at this time.
    fn begin_tasks(&mut self, now: u64) -> Result<(), Stop> {
        while self.running.len() < self.count {
            let Some(task) = self.waiting.pop_front() else { return Ok(()) };
            self.one.submit(task);
            let answer = self.one.next_answer(&mut Budget::default())?;
            let answer = answer.ok_or(Stop::Unanswered)?;
            self.running.push(Running { ready: now + answer.nodes, answer });
        }
        Ok(())
    }

    /// The task that is ready first.
    fn first_ready(&self) -> Option<usize> {
        let ready = self.running.iter().enumerate();
        ready.min_by_key(|(_, task)| (task.ready, task.answer.ticket)).map(|(index, _)| index)
    }
}

impl<G: Heuristics + Evaluate> LeafWorkers<G> for Simulated<G> {
    fn capacity(&self) -> usize {
        self.count
    }

    /// As with threads, the first answer that is ready is taken first.
    fn is_reproducible(&self) -> bool {
        false
    }

    fn make_room_for(&mut self, nodes: u64) {
        self.one.make_room_for(nodes);
    }

    fn submit(&mut self, task: LeafTask<G>) {
        self.waiting.push_back(task);
    }

    fn next_answer(&mut self, budget: &mut Budget) -> Result<Option<LeafAnswer>, Stop> {
        if let Some(stop) = budget.stop() {
            return Err(stop);
        }
        self.begin_tasks(budget.nodes())?;
        let Some(first) = self.first_ready() else { return Ok(None) };
        let ready = self.running[first].ready;
        let passed = ready.saturating_sub(budget.nodes());
        if passed > budget.nodes_left() {
            budget.add(Spent { nodes: budget.nodes_left(), evals: 0 }, Duration::ZERO);
            return Err(Stop::Nodes);
        }
        let done = self.running.swap_remove(first);
        budget.add(Spent { nodes: passed, evals: done.answer.evals }, Duration::ZERO);
        // Its worker continues at once, whatever the tree makes of the answer.
        self.begin_tasks(ready)?;
        Ok(Some(done.answer))
    }

    fn recall(&mut self, _budget: &mut Budget) -> Recalled {
        self.waiting.clear();
        // The time they used was counted as it passed.
        self.running.clear();
        self.one.recall(&mut Budget::default());
        Recalled::default()
    }

    fn shared(&self) -> Option<&PvsLeaves<G>> {
        self.one.shared()
    }

    fn take_shared(&mut self) -> Option<PvsLeaves<G>> {
        self.one.take_shared()
    }

    fn put_shared(&mut self, shared: PvsLeaves<G>) {
        self.one.put_shared(shared);
    }
}
