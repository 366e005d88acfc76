//! Whether an answer from elsewhere is possible for its task.

use thiserror::Error;

use super::task::{LeafAnswer, LeafTask};
use crate::game::Game;
use crate::value::Value;

/// An engine looks at its limit now and then: it may search this many positions more than it was told to ...
const OVERSHOOT: u64 = 100_000;
/// ... or this many times as many, since engines count them in their own way.
const OVERSHOOT_FACTOR: u64 = 4;

/// Why an answer is impossible for its task. A wrong value that is possible cannot be detected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadAnswer {
    /// No position has such a value.
    #[error("its value is out of range")]
    Value,
    /// A move of its line is not legal, or is left out; the first has the number 1.
    #[error("move {0} of its line is not legal there")]
    Move(usize),
    /// It has no move.
    #[error("it names no move")]
    NoMove,
    /// It claims more work than it was granted, by far.
    #[error("it tells {told} nodes for a grant of {granted}")]
    Work {
        /// Positions that it claims.
        told: u64,
        /// Positions that it may have searched.
        granted: u64,
    },
}

impl<G: Game> LeafTask<G> {
    /// Checks whether this can be the answer to the task, apart from its ticket.
    ///
    /// # Errors
    ///
    /// [`BadAnswer`] if no honest search can have found this.
    pub fn check(&self, answer: &LeafAnswer) -> Result<(), BadAnswer> {
        // Values are limited when they are read. At the limit the game is over, and there is no task.
        if answer.value.raw().abs() >= Value::WIN {
            return Err(BadAnswer::Value);
        }
        let granted = self.most;
        let most = granted.saturating_mul(OVERSHOOT_FACTOR).saturating_add(OVERSHOOT);
        let told = answer.nodes.max(answer.evals).max(answer.table_hits);
        if told > most {
            return Err(BadAnswer::Work { told, granted });
        }
        self.check_line(answer)
    }

    fn check_line(&self, answer: &LeafAnswer) -> Result<(), BadAnswer> {
        let mut game = self.root.game().clone();
        for &code in &self.moves {
            game.decode(code).into_iter().for_each(|mv| game.play(mv));
        }
        // A search that a limit cut may have found nothing.
        if answer.line.is_empty() && answer.is_finished {
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
