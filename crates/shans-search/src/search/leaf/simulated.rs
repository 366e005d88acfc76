//! Workers on a machine that is not there: that many of them, by virtual time.
//!
//! What more processors than this machine has would gain can be measured all the same. Each task is
//! searched by this thread when its turn to begin comes, and takes as much virtual time as positions were
//! searched for it. As many tasks as there are workers run side by side, and answers come in the order in
//! which they are ready. The budget counts virtual time in place of positions: a limit of 100,000 nodes is
//! the time in which one worker searches so many.
//!
//! A task finds in the table what was begun before it, all of it: that of another task which a real
//! thread would still be searching is there already. Memory and its waiting, and what threads cost each
//! other, are left out.

use std::collections::VecDeque;
use std::time::Duration;

use super::line::PositionLine;
use super::search::{answer, search};
use super::task::{LeafAnswer, LeafTask};
use super::workers::{LeafWorkers, Recalled};
use crate::game::{Evaluate, Heuristics};
use crate::search::budget::{Budget, Spent};
use crate::search::depth_first::PvsLeaves;
use crate::search::limits::Stop;

/// So many workers by virtual time.
pub struct Simulated<G: Heuristics> {
    leaves: Option<PvsLeaves<G>>,
    line: PositionLine<G>,
    count: usize,
    waiting: VecDeque<LeafTask<G>>,
    running: Vec<Running>,
}

/// A task that a worker has begun. The answer is known already, but not told before its time.
struct Running {
    /// When it is ready: positions.
    ready: u64,
    answer: LeafAnswer,
}

impl<G: Heuristics + Evaluate> Simulated<G> {
    /// So many workers, at least one, with what these searches of leaves know.
    pub fn new(leaves: PvsLeaves<G>, count: usize) -> Simulated<G> {
        Simulated {
            leaves: Some(leaves),
            line: PositionLine::default(),
            count: count.max(1),
            waiting: VecDeque::new(),
            running: Vec::new(),
        }
    }

    /// Whoever has nothing to do begins a task at this time.
    fn begin_tasks(&mut self, now: u64) -> Result<(), Stop> {
        let Some(leaves) = &mut self.leaves else { return Err(Stop::Unanswered) };
        while self.running.len() < self.count {
            let Some(task) = self.waiting.pop_front() else { return Ok(()) };
            let mut own = Budget::default();
            let found = search(leaves, &mut self.line, &task, &mut own)?;
            let table_hits = leaves.take_table_hits();
            leaves.commit();
            let answer = answer(&task, found, &self.line, own.spent(), table_hits);
            self.running.push(Running { ready: now + own.nodes(), answer });
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

    /// As with threads, whoever is ready first is heard first.
    fn is_reproducible(&self) -> bool {
        false
    }

    fn make_room_for(&mut self, nodes: u64) {
        self.leaves.iter_mut().for_each(|leaves| leaves.make_room_for(nodes));
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
        // What they have used of the time was counted when it passed.
        self.running.clear();
        Recalled::default()
    }

    fn shared(&self) -> Option<&PvsLeaves<G>> {
        self.leaves.as_ref()
    }

    fn take_shared(&mut self) -> Option<PvsLeaves<G>> {
        self.leaves.take()
    }

    fn put_shared(&mut self, shared: PvsLeaves<G>) {
        self.leaves = Some(shared);
    }
}
