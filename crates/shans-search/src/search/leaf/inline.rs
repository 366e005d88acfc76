//! The workers that are this thread.

use std::collections::VecDeque;

use super::line::PositionLine;
use super::task::{LeafAnswer, LeafTask};
use super::workers::LeafWorkers;
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::budget::{Budget, Spent};
use crate::search::depth_first::{LeafPosition, LeafValue, PvsLeaves};
use crate::search::limits::Stop;
use crate::tree::ValueBound;
use crate::value::Value;

/// Searches each task when its answer is waited for, in the order in which they came.
pub struct Inline<G: Heuristics> {
    /// `None` while they are taken out.
    leaves: Option<PvsLeaves<G>>,
    line: PositionLine<G>,
    waiting: VecDeque<LeafTask<G>>,
}

impl<G: Heuristics + Evaluate> Inline<G> {
    /// With what these searches of leaves know.
    pub fn new(leaves: PvsLeaves<G>) -> Inline<G> {
        Inline { leaves: Some(leaves), line: PositionLine::default(), waiting: VecDeque::new() }
    }

    fn search(
        &mut self,
        task: &LeafTask<G>,
        budget: &mut Budget,
    ) -> Result<LeafValue<G::Move>, Stop> {
        self.line.go_to(&task.root, &task.moves);
        let Some(game) = self.line.end() else { return Err(Stop::Finished) };
        let leaf = LeafPosition {
            game,
            window: task.window,
            plies: task.plies,
            ply: u16::try_from(task.moves.len()).unwrap_or(u16::MAX),
            slots_before: self.line.last_slots(),
            past: self.line.past(),
            searched_from: task.root.searched_from(),
            candidates: task.root.candidates.as_deref().filter(|_| task.moves.is_empty()),
        };
        let Some(leaves) = &mut self.leaves else { return Err(Stop::Unanswered) };
        leaves.search(leaf, budget)
    }

    /// The moves as codes, each in the position in which it is made.
    fn codes(&self, line: &[G::Move]) -> Vec<MoveCode> {
        let Some(game) = self.line.end() else { return Vec::new() };
        let Some((&first, rest)) = line.split_first() else { return Vec::new() };
        let mut codes = vec![game.encode(first)];
        if !rest.is_empty() {
            let mut game = game.clone();
            let mut last = first;
            for &mv in rest {
                game.play(last);
                codes.push(game.encode(mv));
                last = mv;
            }
        }
        codes
    }
}

impl<G: Heuristics + Evaluate> LeafWorkers<G> for Inline<G> {
    fn capacity(&self) -> usize {
        1
    }

    fn submit(&mut self, task: LeafTask<G>) {
        self.waiting.push_back(task);
    }

    fn next_answer(&mut self, budget: &mut Budget) -> Result<Option<LeafAnswer>, Stop> {
        let Some(task) = self.waiting.pop_front() else { return Ok(None) };
        let before = budget.spent().before(task.counted);
        budget.set_spent(before);
        budget.begin_grant(task.grant);
        let found = self.search(&task, budget);
        let is_unfinished = found.as_ref().is_err_and(|&stop| budget.is_grant_spent(stop));
        budget.end_grant();
        let Some(leaves) = &mut self.leaves else { return Err(Stop::Unanswered) };
        let table_hits = leaves.take_table_hits();
        let found = match found {
            Err(stop) if !is_unfinished => {
                leaves.roll_back();
                let cut = budget.spent();
                // What was counted before stays so, however early the limit came this time.
                let nodes = cut.nodes.max(before.nodes + task.counted.nodes);
                let evals = cut.evals.max(before.evals + task.counted.evals);
                budget.set_spent(Spent { nodes, evals });
                return Err(stop);
            }
            found => found.ok(),
        };
        leaves.commit();
        // Between questions alone, so that the table is the same wherever a limit strikes.
        leaves.make_room_for(budget.nodes());
        let value = found.as_ref().map_or(Value::DRAW, |found| found.value);
        let bound = LeafAnswer::bound_of(value, task.window);
        Ok(Some(LeafAnswer {
            ticket: task.ticket,
            is_finished: found.is_some(),
            value,
            bound: if found.is_some() { bound } else { ValueBound::Open },
            plies: task.plies,
            line: found.map_or_else(Vec::new, |found| self.codes(&found.line)),
            nodes: budget.nodes() - before.nodes,
            evals: budget.evals() - before.evals,
            table_hits,
        }))
    }

    fn recall(&mut self) {
        self.waiting.clear();
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
