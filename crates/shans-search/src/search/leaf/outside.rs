//! No workers: tasks go elsewhere as data, and answers come back as data.

use super::line::PositionLine;
use super::task::{LeafAnswer, LeafTask};
use super::workers::{LeafWorkers, Recalled};
use crate::game::{Evaluate, Heuristics};
use crate::search::budget::Budget;
use crate::search::depth_first::PvsLeaves;
use crate::search::limits::Stop;

/// Takes tasks and never answers: the caller hands the answers to the search. It keeps the tables of the
/// workers before it.
pub(in crate::search) struct Outside<G: Heuristics> {
    kept: Option<PvsLeaves<G>>,
}

impl<G: Heuristics + Evaluate> Outside<G> {
    /// With the tables of other workers.
    pub(in crate::search) fn new(mut kept: Option<PvsLeaves<G>>) -> Outside<G> {
        kept.iter_mut().for_each(PvsLeaves::forget_journal);
        Outside { kept }
    }
}

impl<G: Heuristics> LeafWorkers<G> for Outside<G> {
    fn capacity(&self) -> usize {
        0
    }

    /// An answer may never come, and the others do not wait for it.
    fn is_reproducible(&self) -> bool {
        false
    }

    fn submit(&mut self, _task: LeafTask<G>) {}

    fn next_answer(&mut self, _budget: &mut Budget) -> Result<Option<LeafAnswer>, Stop> {
        Err(Stop::Unanswered)
    }

    fn recall(&mut self, _budget: &mut Budget) -> Recalled {
        Recalled::default()
    }

    fn shared(&self) -> Option<&PvsLeaves<G>> {
        self.kept.as_ref()
    }

    fn take_shared(&mut self) -> Option<PvsLeaves<G>> {
        self.kept.take()
    }

    fn put_shared(&mut self, shared: PvsLeaves<G>) {
        self.kept = Some(shared);
    }
}

/// Keeps the best moves of positions that were answered elsewhere, in the order of the tasks: the tree
/// makes moves in an order that follows from them.
pub(in crate::search) fn remember_all<G: Heuristics + Evaluate>(
    kept: &mut PvsLeaves<G>,
    tasks: &[LeafTask<G>],
    answers: &[LeafAnswer],
) {
    let mut line = PositionLine::default();
    for task in tasks {
        let found = answers.iter().find(|answer| answer.ticket == task.ticket);
        if let Some(answer) = found.filter(|answer| answer.is_finished) {
            remember(kept, &mut line, task, answer);
        }
    }
}

/// Keeps the best move of a position that was answered.
pub(super) fn remember<G: Heuristics + Evaluate>(
    kept: &mut PvsLeaves<G>,
    line: &mut PositionLine<G>,
    task: &LeafTask<G>,
    answer: &LeafAnswer,
) {
    let game = line.go_to(&task.root, &task.moves);
    kept.remember(game, task.window, answer.value, answer.line.first().copied());
}
