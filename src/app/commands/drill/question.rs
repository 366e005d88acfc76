//! A question, and which one is asked next.

use chrono::{DateTime, Utc};

use super::memory::Memory;
use super::progress::Progress;
use crate::game::{Game, Notation};

/// A position in which a move is to be found.
#[derive(Clone, Debug)]
pub struct Question<G: Game> {
    /// What it is called where answers are kept.
    pub name: String,
    /// Where the line begins: the root of the tree, or the first position of a puzzle.
    pub start: G,
    /// The moves from there.
    pub line: Vec<G::Move>,
    /// The position behind them.
    pub position: G,
    /// The move to be found, and what follows: replies and further moves to be found.
    pub solution: Vec<G::Move>,
    /// How often games come there, from 0 to 1.
    pub reach: f64,
    /// What it is about, in words; empty where nobody has said it.
    pub ideas: String,
}

impl<G: Game> Question<G> {
    /// The question that is left once these moves of the solution were made; `None` where nothing is, and where they are other ones.
    pub fn after(mut self, played: &[G::Move]) -> Option<Question<G>> {
        if !self.solution.starts_with(played) || self.solution.len() <= played.len() {
            return None;
        }
        played.iter().for_each(|&mv| self.position.play(mv));
        self.line.extend(self.solution.drain(..played.len()));
        Some(self)
    }
}

/// The name of a position: as it is described, without the counters that a FEN ends with.
pub fn name_of<G: Notation>(position: &G) -> String {
    let text = position.describe();
    let words: Vec<&str> = text.split(' ').collect();
    if words.len() == 6 { words[..4].join(" ") } else { text }
}

/// What is to be asked now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Next {
    /// How many questions are due.
    pub due: usize,
    /// How many were never answered.
    pub fresh: usize,
    /// The place of the question to ask: the first one that is due or, where none is, the first that was never answered.
    pub question: Option<usize>,
    /// When the next one is due, of those that are not yet.
    pub later: Option<DateTime<Utc>>,
}

/// What is to be asked of questions with these names, those that matter most first.
pub fn next<'n>(
    names: impl Iterator<Item = &'n str>,
    progress: &Progress,
    now: DateTime<Utc>,
) -> Next {
    let (mut next, mut due, mut fresh) = (Next::default(), None, None);
    for (place, name) in names.enumerate() {
        match progress.of(name).map(Memory::due) {
            None => {
                next.fresh += 1;
                fresh = fresh.or(Some(place));
            }
            Some(at) if at <= now => {
                next.due += 1;
                due = due.or(Some(place));
            }
            Some(at) => next.later = Some(next.later.map_or(at, |known| known.min(at))),
        }
    }
    Next { question: due.or(fresh), ..next }
}

#[cfg(test)]
mod tests {
    use super::super::memory::{Grade, time};
    use super::*;

    #[test]
    fn what_is_due_comes_before_what_is_new_and_the_likeliest_first() {
        let at = |hours: i64| time(1_700_000_000_000 + hours * 3_600_000).expect("a time");
        let mut progress = Progress::default();
        let names = ["a", "b", "c"];
        let next = |progress: &Progress, now| next(names.into_iter(), progress, now);
        let first = next(&progress, at(0));
        assert_eq!((first.due, first.fresh, first.question), (0, 3, Some(0)));
        progress.note("a", "x", Grade::Good, at(0)).expect("nothing is written");
        progress.note("b", "x", Grade::Again, at(0)).expect("nothing is written");
        assert_eq!(next(&progress, at(0)).question, Some(2));
        let later = next(&progress, at(1));
        assert_eq!((later.due, later.fresh, later.question), (2, 1, Some(0)));
        progress.note("c", "x", Grade::Good, at(0)).expect("nothing is written");
        let none = next(&progress, at(0));
        assert!(none.question.is_none() && none.later.is_some_and(|due| due > at(0)));
    }
}
