//! One position searched, and everything the reports need to know of it.

use shakmaty::Move;

use super::live::Live;
use super::plan::Plan;
use crate::chess::Position;
use crate::game::Turn;
use crate::search::{Report, Root};
use crate::value::Player;

/// A position to be analysed.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position and its past.
    pub root: Root<Position>,
    /// What was ignored to make sense of it.
    pub warnings: Vec<String>,
    /// Its name, where it came with one.
    pub id: Option<String>,
    /// The line of standard input it came from.
    pub line: Option<u64>,
}

/// A position that was analysed.
#[derive(Debug)]
pub struct Analysis<'a> {
    /// The position.
    pub task: Task,
    /// How it was searched.
    pub plan: &'a Plan,
    /// What was found.
    pub report: Report<Move>,
}

impl Task {
    /// Searches, telling `live` of the progress.
    pub fn run<'a>(self, plan: &'a Plan, live: &mut Live) -> Analysis<'a> {
        let mut searcher = plan.searcher.build(self.root.clone(), plan.room);
        let position = &self.root.game;
        let report = searcher.search(&plan.limits, &mut |report| live.show(position, report));
        live.clear();
        Analysis { task: self, plan, report }
    }
}

impl Analysis<'_> {
    /// The position.
    pub fn position(&self) -> &Position {
        &self.task.root.game
    }

    /// The player from whose view numbers are given.
    pub fn mover(&self) -> Player {
        mover(self.position())
    }
}

/// The player to move.
pub fn mover(position: &Position) -> Player {
    if position.chess_turn_is_white() { Player::Max } else { Player::Min }
}
