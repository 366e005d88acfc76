//! Whether an answer from elsewhere is possible for its task.

use thiserror::Error;

use super::task::{LeafAnswer, LeafTask};
use crate::game::Game;
use crate::tree::ValueBound;
use crate::value::Value;

/// More positions than any task takes, so that counters cannot overflow.
const MOST_WORK: u64 = 1 << 48;

/// Why an answer is impossible for its task. A wrong value that is possible cannot be detected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadAnswer {
    /// The search was not finished.
    #[error("its search did not come to an end")]
    Unfinished,
    /// No position has such a value.
    #[error("its value is out of range")]
    Value,
    /// Its bound does not follow from the window.
    #[error("its bound does not follow from the value and the window")]
    Bound,
    /// The depth is not the one that was asked for.
    #[error("it was searched {0} plies deep instead of {1}")]
    Plies(u16, u16),
    /// A move of its line is not legal, or is left out; the first has the number 1.
    #[error("move {0} of its line is not legal there")]
    Move(usize),
    /// It has no move although one was asked for.
    #[error("it names no move")]
    NoMove,
    /// It claims an impossible amount of work.
    #[error("it tells an impossible amount of work")]
    Work,
}

impl<G: Game> LeafTask<G> {
    /// Checks whether this can be the answer to the task, apart from its ticket.
    ///
    /// # Errors
    ///
    /// [`BadAnswer`] if no honest search can have found this.
    pub fn check(&self, answer: &LeafAnswer) -> Result<(), BadAnswer> {
        if !answer.is_finished {
            return Err(BadAnswer::Unfinished);
        }
        // Values are limited when they are read. At the limit the game is over, and there is no task.
        if answer.value.raw().abs() >= Value::WIN {
            return Err(BadAnswer::Value);
        }
        let bound = match self.is_exact {
            true => ValueBound::Exact,
            false => LeafAnswer::bound_of(answer.value, self.window),
        };
        if answer.bound != bound {
            return Err(BadAnswer::Bound);
        }
        if !self.is_exact && answer.plies != self.plies {
            return Err(BadAnswer::Plies(answer.plies, self.plies));
        }
        if [answer.nodes, answer.evals, answer.table_hits].into_iter().any(|n| n > MOST_WORK) {
            return Err(BadAnswer::Work);
        }
        self.check_line(answer)
    }

    fn check_line(&self, answer: &LeafAnswer) -> Result<(), BadAnswer> {
        let mut game = self.root.game().clone();
        for &code in &self.moves {
            game.decode(code).into_iter().for_each(|mv| game.play(mv));
        }
        if self.is_exact && answer.line.is_empty() {
            return Err(BadAnswer::NoMove);
        }
        for (index, &code) in answer.line.iter().enumerate() {
            let mv = game.legal(code).ok_or(BadAnswer::Move(index + 1))?;
            let choices = if index == 0 { self.choices(&game) } else { None };
            if choices.is_some_and(|choices| !choices.contains(&mv)) {
                return Err(BadAnswer::Move(1));
            }
            game.play(mv);
        }
        Ok(())
    }
}
