//! When a question comes again: by FSRS, which expects each answer to be remembered with nine chances in ten.

use chrono::{DateTime, Utc};
use rs_fsrs::{Card, FSRS, Parameters, Rating};
use serde::{Deserialize, Serialize};

/// How well an answer was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Not at all.
    Again,
    /// With a hint, or another one that is as good.
    Hard,
    /// At once.
    Good,
}

/// What is remembered of a question.
#[derive(Clone, Debug)]
pub struct Memory {
    card: Card,
    answers: u32,
    wrong: u32,
}

impl Memory {
    /// The first answer to a question.
    pub fn new(at: DateTime<Utc>, grade: Grade) -> Memory {
        let card = Card { due: at, last_review: at, ..Card::default() };
        let mut memory = Memory { card, answers: 0, wrong: 0 };
        memory.answer(at, grade);
        memory
    }

    /// A further one. A clock that was set back does not make one forget.
    pub fn answer(&mut self, at: DateTime<Utc>, grade: Grade) {
        let rating = match grade {
            Grade::Again => Rating::Again,
            Grade::Hard => Rating::Hard,
            Grade::Good => Rating::Good,
        };
        let at = at.max(self.card.last_review);
        self.card = FSRS::new(Parameters::default()).next(self.card.clone(), at, rating).card;
        self.answers += 1;
        self.wrong += u32::from(grade == Grade::Again);
    }

    /// When it comes again.
    pub fn due(&self) -> DateTime<Utc> {
        self.card.due
    }

    /// How often it was answered, and how often of that not known.
    pub fn counts(&self) -> (u32, u32) {
        (self.answers, self.wrong)
    }
}

/// The time so many milliseconds after the beginning of 1970; `None` beyond what a calendar has.
pub fn time(milliseconds: i64) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp_millis(milliseconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(number: i64) -> DateTime<Utc> {
        time(number * 86_400_000).expect("a day")
    }

    #[test]
    fn what_is_known_comes_ever_later_and_what_is_not_at_once() {
        let mut memory = Memory::new(day(20_000), Grade::Good);
        let mut rests = Vec::new();
        for _ in 0..5 {
            let due = memory.due();
            memory.answer(due, Grade::Good);
            rests.push(memory.due() - due);
        }
        assert!(rests.is_sorted() && rests[4].num_days() > 20, "{rests:?}");
        let due = memory.due();
        memory.answer(due, Grade::Again);
        assert!((memory.due() - due).num_hours() < 1);
        assert_eq!(memory.counts(), (7, 1));
        // The clock was set back by a hundred days.
        memory.answer(due - chrono::Duration::days(100), Grade::Hard);
        assert!(memory.due() >= due);
    }
}
