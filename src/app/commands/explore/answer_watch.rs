//! Why the answer changed: what the two moves were worth before and after, where somebody was looking.

use std::collections::HashMap;

use serde::Serialize;

use crate::app::games::CommandLineGame;
use crate::app::reporting::score::{line_score, mover};
use crate::inspect::{AnswerChange, Score};
use crate::search::Report;

/// No more changes are remembered; fewer are told.
const MOST: usize = 200;

/// An answer, and what was seen when it took the place of the one before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnswerSeen {
    #[serde(flatten)]
    pub change: AnswerChange,
    /// `None` where nobody was looking, or the answer changed twice between two looks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<Scores>,
}

/// What two moves were worth to the side to move, before the answer changed and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Scores {
    /// The old answer's.
    old_before: Score,
    old_after: Score,
    /// The new answer's; `None` if it had no value of its own before.
    new_before: Option<Score>,
    new_after: Score,
}

/// The changes that were seen, between the last two looks and before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    last: Option<Look>,
    seen: Vec<(Span, Scores)>,
}

/// The nodes after which a change may have come, and up to which, with the moves as text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Span {
    after: u64,
    until: u64,
    old: String,
    new: String,
}

/// What a report said.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Look {
    nodes: u64,
    answer: String,
    scores: HashMap<String, Score>,
}

impl Watch {
    /// Looks at a report of a search, most of which come four times a second.
    pub fn look<G: CommandLineGame>(&mut self, position: &G, report: &Report<G::Move>) {
        let text = |mv| position.machine_text(mv);
        let Some(answer) = report.best_move().map(text) else { return };
        let viewer = mover(position);
        let lines = report.lines.iter();
        let scored =
            lines.filter_map(|line| Some((text(*line.moves.first()?), line_score(line, viewer))));
        let now = Look { nodes: report.counters.nodes, answer, scores: scored.collect() };
        self.seen.extend(self.last.as_ref().and_then(|last| last.change_to(&now)));
        let old = self.seen.len().saturating_sub(MOST);
        self.seen.drain(..old);
        self.last = Some(now);
    }

    /// What was seen when this answer took the place of the one before.
    pub fn scores(&self, before: Option<&AnswerChange>, change: &AnswerChange) -> Option<Scores> {
        let is_it = |span: &Span| {
            (span.after + 1..=span.until).contains(&change.nodes)
                && span.new == change.mv.machine
                && before.is_some_and(|before| {
                    before.mv.machine == span.old && before.nodes <= span.after
                })
        };
        self.seen.iter().find(|(span, _)| is_it(span)).map(|&(_, scores)| scores)
    }
}

impl Look {
    fn change_to(&self, now: &Look) -> Option<(Span, Scores)> {
        if self.answer == now.answer || self.nodes >= now.nodes {
            return None;
        }
        let scores = Scores {
            old_before: *self.scores.get(&self.answer)?,
            old_after: *now.scores.get(&self.answer)?,
            new_before: self.scores.get(&now.answer).copied(),
            new_after: *now.scores.get(&now.answer)?,
        };
        let (old, new) = (self.answer.clone(), now.answer.clone());
        Some((Span { after: self.nodes, until: now.nodes, old, new }, scores))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspect::MoveText;

    fn look(nodes: u64, answer: &str, scores: &[(&str, i64)]) -> Look {
        let scored = scores.iter().map(|&(mv, cp)| (mv.to_string(), Score::Cp(cp)));
        Look { nodes, answer: answer.to_string(), scores: scored.collect() }
    }

    fn change(nodes: u64, mv: &str) -> AnswerChange {
        let (machine, human) = (mv.to_string(), mv.to_string());
        AnswerChange { nodes, mv: MoveText { machine, human } }
    }

    #[test]
    fn a_change_between_two_looks_is_told_with_the_scores_of_both() {
        let before = look(1_000, "e2e4", &[("e2e4", 30), ("d2d4", 20)]);
        let after = look(2_000, "d2d4", &[("d2d4", 25), ("e2e4", -10)]);
        let watch =
            Watch { seen: before.change_to(&after).into_iter().collect(), last: Some(after) };
        let (old, new) = (change(10, "e2e4"), change(1_500, "d2d4"));
        let scores = watch
            .scores(Some(&old), &new)
            .map(|it| (it.old_before, it.old_after, it.new_before, it.new_after));
        assert_eq!(
            scores,
            Some((Score::Cp(30), Score::Cp(-10), Some(Score::Cp(20)), Score::Cp(25)))
        );
    }

    #[test]
    fn what_came_between_two_looks_and_nobody_saw_is_not_told() {
        let before = look(1_000, "e2e4", &[("e2e4", 30)]);
        let after = look(2_000, "d2d4", &[("d2d4", 25), ("e2e4", -10)]);
        let watch = Watch { seen: before.change_to(&after).into_iter().collect(), last: None };
        // Another answer stood there for a moment, or the change came at another time.
        assert_eq!(watch.scores(Some(&change(1_200, "c2c4")), &change(1_500, "d2d4")), None);
        assert_eq!(watch.scores(Some(&change(10, "e2e4")), &change(2_500, "d2d4")), None);
        assert_eq!(watch.scores(None, &change(1_500, "d2d4")), None);
        // The old answer has no value any more, and a search that began anew counts from the start.
        assert_eq!(before.change_to(&look(2_000, "d2d4", &[("d2d4", 25)])), None);
        assert_eq!(after.change_to(&before), None);
    }
}
