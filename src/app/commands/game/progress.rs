//! How far the search of a game is, and when it will be over.

use std::borrow::BorrowMut;
use std::time::{Duration, Instant};

use super::plan::OfAll;
use super::rounds::Rounds;
use crate::app::games::CommandLineGame;
use crate::session::{Review, Session};

/// Nothing more is told sooner.
const INTERVAL: Duration = Duration::from_millis(250);

/// Where a search of rounds is.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The round, from 1 on.
    pub round: u64,
    /// Places that are left in it.
    pub left: usize,
    /// The place that is searched: how many moves lead to it.
    pub place: usize,
}

/// Where a review is; `None` between two rounds.
pub fn step_of<G: CommandLineGame, S: BorrowMut<Session<G>>>(
    review: &Review<G, S>,
) -> Option<Step> {
    let place = review.place()?;
    Some(Step { round: review.rounds(), left: review.places_left(), place })
}

/// How far a search is.
#[derive(Clone, Debug)]
pub struct Told {
    /// How much of all is done, from 0 to 1.
    pub done: f64,
    /// `round 1 of 3, position 5 of 40: 14. Nf3`.
    pub text: String,
    /// How long the rest will take, once that can be told.
    pub left: Option<Duration>,
}

/// When it began, and what was told.
#[derive(Debug)]
pub struct Progress {
    began: Instant,
    told: Option<Instant>,
    /// What was done before, if it continues from a file.
    done_before: Option<f64>,
}

impl Progress {
    /// Begins now.
    pub fn begin() -> Progress {
        Progress { began: Instant::now(), told: None, done_before: None }
    }

    /// How far it is; `None` where that was told a moment ago.
    pub fn told<G: CommandLineGame>(
        &mut self,
        rounds: &Rounds<'_, G>,
        of_all: OfAll,
        step: Step,
    ) -> Option<Told> {
        if self.told.is_some_and(|told| told.elapsed() < INTERVAL) {
            return None;
        }
        self.told = Some(Instant::now());
        let Step { round, left, place } = step;
        let plan = &rounds.plan;
        let done = of_all.done(plan.positions, plan.done(round, left));
        let before = *self.done_before.get_or_insert(done);
        let position = &rounds.positions[place];
        let at = match rounds.moves.get(place) {
            Some(&mv) => {
                let number = position.move_number(true).unwrap_or_default();
                format!("{number} {}", position.human_text(mv))
            }
            None => "the last position".to_string(),
        };
        let (all, here) = (plan.places(round), plan.places(round).saturating_sub(left) + 1);
        let text = format!("round {round} of {}, position {here} of {all}: {at}", plan.rounds + 1);
        Some(Told { done, text, left: forecast(self.began.elapsed(), before, done) })
    }
}

/// When all will be done, where `before` was done at the beginning and `done` now; both from 0 to 1.
fn forecast(elapsed: Duration, before: f64, done: f64) -> Option<Duration> {
    (done > before).then(|| elapsed.mul_f64((1.0 - done) / (done - before)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_takes_as_long_as_what_was_done() {
        let minute = Duration::from_secs(60);
        assert_eq!(forecast(minute, 0.0, 0.25), Some(3 * minute));
        assert_eq!(forecast(minute, 0.5, 0.75), Some(minute), "what a file held took no time");
        assert_eq!(forecast(minute, 0.5, 0.5), None);
    }
}
