//! Workers that search in this thread.

use std::collections::VecDeque;

use super::line::PositionLine;
use super::search::{answer, search};
use super::task::{LeafAnswer, LeafTask, Ticket};
use super::workers::{LeafWorkers, Recalled};
use crate::game::{Evaluate, Heuristics};
use crate::search::budget::{Budget, Spent};
use crate::search::depth_first::PvsLeaves;
use crate::search::limits::Stop;

/// Searches each task when its answer is asked for, in the order of submission.
pub struct Inline<G: Heuristics> {
    /// `None` while they are taken out.
    leaves: Option<PvsLeaves<G>>,
    line: PositionLine<G>,
    waiting: VecDeque<LeafTask<G>>,
    /// The task that a limit interrupted, and what was searched for it.
    cut: Option<(Ticket, Spent)>,
}

impl<G: Heuristics + Evaluate> Inline<G> {
    /// Searches with these tables.
    pub fn new(mut leaves: PvsLeaves<G>) -> Inline<G> {
        leaves.keep_journal();
        Inline { leaves: Some(leaves), ..Inline::nobody() }
    }
}

impl<G: Heuristics> Inline<G> {
    /// Without tables: it cannot answer before it is given some.
    pub fn nobody() -> Inline<G> {
        Inline { leaves: None, line: PositionLine::default(), waiting: VecDeque::new(), cut: None }
    }
}

impl<G: Heuristics + Evaluate> LeafWorkers<G> for Inline<G> {
    fn capacity(&self) -> usize {
        1
    }

    fn make_room_for(&mut self, nodes: u64) {
        self.leaves.iter_mut().for_each(|leaves| leaves.make_room_for(nodes));
    }

    fn submit(&mut self, task: LeafTask<G>) {
        self.waiting.push_back(task);
    }

    fn next_answer(&mut self, budget: &mut Budget) -> Result<Option<LeafAnswer>, Stop> {
        let Some(task) = self.waiting.pop_front() else { return Ok(None) };
        let Some(leaves) = &mut self.leaves else { return Err(Stop::Unanswered) };
        let before = budget.spent().before(task.counted);
        budget.set_spent(before);
        let found = search(leaves, &mut self.line, &task, budget);
        let table_hits = leaves.take_table_hits();
        let found = match found {
            Err(stop) => {
                leaves.roll_back();
                // What was counted before stays counted, however early the limit came this time.
                let cut = budget.spent().before(before).or_more(task.counted);
                budget.set_spent(before.and(cut));
                self.cut = Some((task.ticket, cut));
                return Err(stop);
            }
            Ok(found) => found,
        };
        leaves.commit();
        let work = budget.spent().before(before);
        Ok(Some(answer(&task, found, &self.line, work, table_hits)))
    }

    fn recall(&mut self, _budget: &mut Budget) -> Recalled {
        self.waiting.clear();
        Recalled { answers: Vec::new(), cut: self.cut.take().into_iter().collect() }
    }

    fn shared(&self) -> Option<&PvsLeaves<G>> {
        self.leaves.as_ref()
    }

    fn take_shared(&mut self) -> Option<PvsLeaves<G>> {
        self.leaves.take()
    }

    fn put_shared(&mut self, mut shared: PvsLeaves<G>) {
        shared.keep_journal();
        self.leaves = Some(shared);
    }
}
