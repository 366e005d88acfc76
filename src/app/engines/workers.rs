//! Leaf tasks answered by UCI engines.

use std::collections::VecDeque;
use std::mem;
use std::time::{Duration, Instant};

use uci_engine::{EngineError, Found};

use super::question::{NoAnswer, answer_by_rules, answer_to, credible, search_for};
use super::settings::{Engines, Troubles};
use crate::game::{Evaluate, Game, Heuristics, MoveCode, Notation};
use crate::search::{Budget, LeafAnswer, LeafTask, LeafWorkers, Stop};

/// How long one wait for an answer takes at most: limits are looked at in between.
const LOOK: Duration = Duration::from_millis(5);
/// After this many failures in a row, nothing is left to answer.
const MOST_FAILURES: u32 = 20;
/// What a refused answer counts as: three in a row are enough.
const FAILURES_OF_NO_ANSWER: u32 = 7;
/// One that tells bounds alone is asked for twice the nodes each time: after five in a row it is enough.
const FAILURES_OF_BOUNDS: u32 = 4;

/// Asks each task of one of the engines of a pool.
///
/// A dead or hanging engine is started again, and its task is given again: to it or to another one.
pub struct EngineWorkers<G: Game> {
    pool: Engines,
    /// Engines that have not been asked anything yet: what they remember is of other games.
    is_new: Vec<bool>,
    /// The moves to the position that each has searched last, about which it remembers most.
    last: Vec<Vec<MoveCode>>,
    /// What each engine searches.
    out: Vec<Option<Asked<G>>>,
    waiting: VecDeque<LeafTask<G>>,
    /// Answers that no engine is needed for.
    known: VecDeque<LeafAnswer>,
    /// Failures since the last answer.
    failures: u32,
    troubles: Troubles,
    cpu: Duration,
    /// When the time of the search is over, if it has a limit.
    until: Option<Instant>,
    /// Nodes a second of an engine, by its last answer.
    speed: Option<f64>,
}

/// A task that an engine searches.
struct Asked<G: Game> {
    task: LeafTask<G>,
    /// When it was asked.
    at: Instant,
    /// It was asked for fewer nodes than are granted, since there was no time.
    is_capped: bool,
}

impl<G: Heuristics + Evaluate + Notation> EngineWorkers<G> {
    /// With these engines. What goes wrong with them is noted in `troubles`.
    pub fn new(pool: Engines, troubles: Troubles) -> EngineWorkers<G> {
        EngineWorkers {
            is_new: vec![true; pool.size()],
            last: vec![Vec::new(); pool.size()],
            out: (0..pool.size()).map(|_| None).collect(),
            pool,
            waiting: VecDeque::new(),
            known: VecDeque::new(),
            failures: 0,
            troubles,
            cpu: Duration::ZERO,
            until: None,
            speed: None,
        }
    }

    /// Gives tasks to engines that have none, each to that which knows most of its position. One that cannot be started again
    /// leaves its task to the others.
    fn hand_out(&mut self) {
        let mut free: Vec<usize> = self.pool.free().collect();
        while let Some(task) = self.waiting.front() {
            let Some(index) = nearest(&free, &self.last, &task.moves) else { return };
            free.retain(|&other| other != index);
            let most = self.nodes_in_time();
            let is_capped = most.is_some_and(|most| most < task.grant.min(task.most));
            let search = search_for(task, most.unwrap_or(u64::MAX));
            let is_new = mem::take(&mut self.is_new[index]);
            let search = if is_new { search.in_new_game() } else { search };
            // Taken before it is asked: if this thread had to wait in between, a search would seem to have taken no time, and
            // its nodes would be cut to what is possible in that.
            let at = Instant::now();
            match self.pool.submit(index, &search) {
                Ok(()) => {
                    let task = self.waiting.pop_front();
                    self.last[index] = task.as_ref().map(|it| it.moves.clone()).unwrap_or_default();
                    self.out[index] = task.map(|task| Asked { task, at, is_capped });
                }
                Err(EngineError::TooManyRestarts { .. }) if self.is_searching() => {}
                Err(error) => self.fail(&error),
            }
        }
    }

    /// How many nodes the time that is left is enough for, where that is known: an engine may be deaf to `stop`.
    fn nodes_in_time(&self) -> Option<u64> {
        let left = self.until?.saturating_duration_since(Instant::now());
        // A cast saturates.
        Some((self.speed? * left.as_secs_f64()).max(1.0) as u64)
    }

    fn is_searching(&self) -> bool {
        self.out.iter().any(Option::is_some)
    }

    /// Notes a failure. What does not become better by asking again ends it.
    fn fail(&mut self, error: &EngineError) {
        self.failures += match error {
            EngineError::NoChess960 { .. }
            | EngineError::Changed { .. }
            | EngineError::Unsendable(_)
            | EngineError::TooManyRestarts { .. } => MOST_FAILURES,
            _ => 1,
        };
        self.troubles.note(error.to_string());
    }

    /// Takes what an engine says. A task that gets no answer is asked again.
    fn take(&mut self, index: usize, found: Result<Found, EngineError>) -> Option<LeafAnswer> {
        let Asked { mut task, at, is_capped } = self.out[index].take()?;
        match found {
            Ok(found) => {
                let taken = at.elapsed();
                let found = credible(found, taken);
                self.speed = Some(found.nodes.max(1) as f64 / taken.as_secs_f64().max(1e-6));
                match self.read(&task, found, !is_capped) {
                    Ok(answer) => return Some(answer),
                    Err(fault) => {
                        self.failures += if fault == NoAnswer::Bound {
                            // With more nodes it may come to a score.
                            task.grant = task.grant.saturating_mul(2);
                            FAILURES_OF_BOUNDS
                        } else {
                            FAILURES_OF_NO_ANSWER
                        };
                        self.troubles.note(format!("{} {fault}", self.pool.label()));
                    }
                }
            }
            Err(error) => self.fail(&error),
        }
        self.waiting.push_front(task);
        None
    }

    /// What an engine has found, as an answer.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`].
    fn read(
        &mut self,
        task: &LeafTask<G>,
        found: Found,
        is_finished: bool,
    ) -> Result<LeafAnswer, NoAnswer> {
        let found = self.pool.exactly(found);
        let answer = answer_to(task, &found, is_finished)?;
        self.failures = 0;
        // An engine does not tell its CPU time.
        self.cpu += Duration::from_millis(found.time_ms);
        Ok(answer)
    }
}

impl<G: Heuristics + Evaluate + Notation> LeafWorkers<G> for EngineWorkers<G> {
    fn capacity(&self) -> usize {
        self.pool.size()
    }

    fn submit(&mut self, task: LeafTask<G>) {
        match answer_by_rules(&task) {
            Some(answer) => self.known.push_back(answer),
            None => self.waiting.push_back(task),
        }
    }

    fn next_answer(&mut self, budget: &Budget) -> Result<Option<LeafAnswer>, Stop> {
        if let Some(stop) = budget.stop_by_clock() {
            return Err(stop);
        }
        if let Some(answer) = self.known.pop_front() {
            return Ok(Some(answer));
        }
        let is_idle = !self.is_searching() && self.waiting.is_empty();
        if is_idle || self.failures >= MOST_FAILURES {
            return Err(Stop::Unanswered);
        }
        let left = budget.limits().time.map(|time| time.saturating_sub(budget.elapsed()));
        self.until = left.map(|left| Instant::now() + left);
        self.hand_out();
        let found = self.pool.next(LOOK);
        Ok(found.and_then(|(index, found)| self.take(index, found)))
    }

    /// Whatever an engine has found until it is told to stop is an answer, also if it does not hear.
    fn stop(&mut self) -> Vec<LeafAnswer> {
        self.waiting.clear();
        self.failures = 0;
        let mut answers: Vec<_> = self.known.drain(..).collect();
        for (index, found) in self.pool.end_all(self.until.is_some()) {
            let Some(asked) = self.out.get_mut(index).and_then(Option::take) else { continue };
            let found = found.ok().map(|found| credible(found, asked.at.elapsed()));
            answers.extend(found.and_then(|found| self.read(&asked.task, found, false).ok()));
        }
        self.out.fill_with(|| None);
        self.until = None;
        answers
    }

    fn take_cpu(&mut self) -> Duration {
        mem::take(&mut self.cpu)
    }
}

/// Of these engines the one that searched the longest common line last, of equals the first.
fn nearest(free: &[usize], last: &[Vec<MoveCode>], moves: &[MoveCode]) -> Option<usize> {
    let common = |index: usize| {
        let line = last.get(index).into_iter().flatten();
        line.zip(moves).take_while(|(one, other)| one == other).count()
    };
    free.iter().copied().rev().max_by_key(|&index| common(index))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_goes_to_the_engine_that_knows_most_of_it() {
        let line = |codes: &[u16]| codes.iter().copied().map(MoveCode).collect::<Vec<_>>();
        let last = [line(&[]), line(&[1, 2]), line(&[1, 2, 3, 4]), line(&[1, 2, 4])];
        let of = |free: &[usize], codes: &[u16]| nearest(free, &last, &line(codes));
        assert_eq!(of(&[0, 1, 2, 3], &[1, 2, 3]), Some(2));
        assert_eq!(of(&[0, 1, 3], &[1, 2, 3]), Some(1), "of equals the first");
        assert_eq!(of(&[0, 1, 2, 3], &[2]), Some(0), "a move later in the line is another one");
        assert_eq!(of(&[], &[1]), None);
    }
}
