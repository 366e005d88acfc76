//! Leaf tasks answered by UCI engines.

use std::collections::VecDeque;
use std::time::Duration;

use uci_engine::{EngineError, Found};

use super::question::{answer_to, search_for};
use super::settings::Engines;
use super::troubles::Troubles;
use crate::game::{Evaluate, Game, Heuristics, Notation};
use crate::search::{Budget, LeafAnswer, LeafTask, LeafWorkers, Recalled, Spent, Stop};

/// Between two looks at the limits, while answers are waited for.
const LOOK: Duration = Duration::from_millis(10);
/// An engine that was told to stop says so within this time, or is killed.
const PATIENCE: Duration = Duration::from_secs(30);
/// After this many failures in a row, nothing is left to answer.
const MOST_FAILURES: u32 = 20;

/// Asks each task of one of the engines of a pool.
///
/// A dead or hanging engine is started again, and its task is given again: to it or to another one.
pub struct EngineWorkers<G: Game> {
    pool: Engines,
    /// Engines that have not been asked anything yet: what they remember is of other games.
    is_new: Vec<bool>,
    /// What each engine searches, with this many nodes.
    out: Vec<Option<(LeafTask<G>, u64)>>,
    waiting: VecDeque<LeafTask<G>>,
    /// Failures since the last answer.
    failures: u32,
    troubles: Troubles,
}

impl<G: Heuristics + Evaluate + Notation> EngineWorkers<G> {
    /// With these engines. What goes wrong with them is noted in `troubles`.
    pub fn new(pool: Engines, troubles: Troubles) -> EngineWorkers<G> {
        let out = (0..pool.size()).map(|_| None).collect();
        let is_new = vec![true; pool.size()];
        EngineWorkers { pool, is_new, out, waiting: VecDeque::new(), failures: 0, troubles }
    }

    /// Gives tasks to engines that have none, as far as nodes are left.
    fn hand_out(&mut self, budget: &Budget) {
        let free: Vec<usize> = self.pool.free().collect();
        for index in free {
            let Some(task) = self.waiting.front() else { return };
            let Some(nodes) = self.nodes_for(task, budget) else { return };
            let search = search_for(task).nodes(nodes);
            let is_new = std::mem::take(&mut self.is_new[index]);
            let search = if is_new { search.in_new_game() } else { search };
            match self.pool.submit(index, &search) {
                Ok(()) => self.out[index] = self.waiting.pop_front().map(|task| (task, nodes)),
                Err(error) => return self.fail(&error),
            }
        }
    }

    /// The nodes that a task gets: its grant, or what the limit and the engines that search leave of it.
    /// `None` for less than half: each search of a leaf has twice the nodes of the one before, so that its
    /// answer would say less than is known. The first task of a run gets what there is.
    fn nodes_for(&self, task: &LeafTask<G>, budget: &Budget) -> Option<u64> {
        let under_way: u64 = self.out.iter().flatten().map(|&(_, nodes)| nodes).sum();
        let left = budget.nodes_left().saturating_sub(under_way);
        let least = if under_way == 0 && budget.is_unused() { 1 } else { task.grant.div_ceil(2) };
        (left >= least).then(|| task.grant.min(left))
    }

    /// Whether no engine searches, and what is left is too little for what is to be searched next.
    fn is_short_of_nodes(&self, budget: &Budget) -> bool {
        let is_idle = self.out.iter().all(Option::is_none);
        let next = self.waiting.front();
        is_idle && next.is_some_and(|task| self.nodes_for(task, budget).is_none())
    }

    fn fail(&mut self, error: &EngineError) {
        self.failures += 1;
        self.troubles.note(error.to_string());
    }

    /// Takes what an engine says, and counts its nodes.
    fn take(
        &mut self,
        index: usize,
        found: Result<Found, EngineError>,
        budget: &mut Budget,
    ) -> Option<LeafAnswer> {
        let (task, _) = self.out[index].take()?;
        let found = found.map(|found| self.pool.scored(found));
        let answer = found.map(|found| (answer_to(&task, &found), found));
        match answer {
            Ok((Some(answer), found)) => {
                self.failures = 0;
                budget.add(answer.work(), Duration::from_millis(found.time_ms));
                Some(answer)
            }
            Ok((None, found)) => {
                self.failures += 1;
                let name = self.pool.identity();
                self.troubles.note(format!("{name} answers without a score: {found:?}"));
                self.waiting.push_front(task);
                None
            }
            Err(error) => {
                self.fail(&error);
                self.waiting.push_front(task);
                None
            }
        }
    }
}

impl<G: Heuristics + Evaluate + Notation> LeafWorkers<G> for EngineWorkers<G> {
    fn capacity(&self) -> usize {
        self.pool.size()
    }

    /// Engines remember what they were asked before; which of several is asked what is a matter of time.
    fn is_reproducible(&self) -> bool {
        self.pool.size() == 1
    }

    fn submit(&mut self, task: LeafTask<G>) {
        self.waiting.push_back(task);
    }

    fn next_answer(&mut self, budget: &mut Budget) -> Result<Option<LeafAnswer>, Stop> {
        loop {
            if budget.is_out_of_nodes() {
                return Err(Stop::Nodes);
            }
            if let Some(stop) = budget.stop() {
                return Err(stop);
            }
            if self.failures >= MOST_FAILURES {
                return Err(Stop::Unanswered);
            }
            self.hand_out(budget);
            if self.is_short_of_nodes(budget) {
                return Err(Stop::Nodes);
            }
            if let Some((index, found)) = self.pool.next(LOOK) {
                if let Some(answer) = self.take(index, found, budget) {
                    return Ok(Some(answer));
                }
            } else if self.out.iter().all(Option::is_none) && self.waiting.is_empty() {
                return Ok(None);
            }
        }
    }

    fn recall(&mut self, budget: &mut Budget) -> Recalled {
        self.waiting.clear();
        self.pool.stop_all();
        let mut cut = Vec::new();
        while self.out.iter().any(Option::is_some) {
            let Some((index, found)) = self.pool.next(PATIENCE) else { break };
            let Some((task, _)) = self.out.get_mut(index).and_then(Option::take) else { continue };
            if let Ok(found) = found {
                let spent = Spent { nodes: found.nodes, evals: 0 };
                budget.add(spent, Duration::from_millis(found.time_ms));
                cut.push((task.ticket, spent));
            }
        }
        self.out.fill_with(|| None);
        self.waiting.clear();
        Recalled { answers: Vec::new(), cut }
    }
}
