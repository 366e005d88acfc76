//! How the answer and its value came about.

use std::collections::HashMap;

use serde::Serialize;

use super::answer_watch::{AnswerSeen, Watch};
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::{mover, report_score};
use crate::inspect::{AnswerChange, MoveText, Score, TreeReader};
use crate::search::{BestFirst, Report};

/// Points of a curve: as many as can be seen apart.
const MOST_POINTS: usize = 200;
/// The newest changes of the answer, which are shown.
const MOST_CHANGES: usize = 40;

/// A value at some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Point {
    /// Work done by then: nodes.
    pub nodes: u64,
    /// What the position was worth to its side to move.
    pub score: Score,
}

/// The story of one position analysed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Story {
    /// Its value, oldest first, as far as this program has seen it.
    pub values: Vec<Point>,
    /// Its answers, oldest first.
    pub answers: Vec<AnswerSeen>,
}

impl Story {
    /// Notes a value. Of an older part of a long story every other point is enough.
    pub fn note(&mut self, nodes: u64, score: Score) {
        if self.values.last().is_some_and(|last| last.nodes >= nodes) {
            return;
        }
        self.values.push(Point { nodes, score });
        if self.values.len() > MOST_POINTS {
            let mut place = 0;
            self.values.retain(|_| {
                place += 1;
                place % 2 == 1 || place > MOST_POINTS
            });
        }
    }
}

/// The stories of all positions that were analysed, by the moves to them: a search forgets its own
/// when it goes elsewhere.
#[derive(Debug, Default)]
pub struct Stories(HashMap<Vec<String>, Kept>);

/// A story, and what was seen of it beside what is told.
#[derive(Debug, Default)]
struct Kept {
    story: Story,
    watch: Watch,
}

impl Stories {
    /// Notes what is known about the position analysed, to which these moves lead, before it is
    /// searched.
    pub fn begin<G: CommandLineGame>(&mut self, line: &[String], search: &BestFirst<G>) {
        let reader = TreeReader::new(search);
        let score = Score::new(reader.value(), mover(reader.position()));
        self.0.entry(line.to_vec()).or_default().story.note(search.nodes(), score);
    }

    /// Notes what a report says of the position analysed, to which these moves lead.
    pub fn note<G: CommandLineGame>(
        &mut self,
        line: &[String],
        position: &G,
        report: &Report<G::Move>,
    ) {
        let score = report_score(report, mover(position));
        let kept = self.0.entry(line.to_vec()).or_default();
        kept.story.note(report.counters.nodes, score);
        kept.watch.look(position, report);
    }

    /// Keeps the answers of a search that is about to go elsewhere.
    pub fn keep<G: CommandLineGame>(&mut self, line: &[String], search: &BestFirst<G>) {
        let story = self.told(line, search);
        self.0.entry(line.to_vec()).or_default().story = story;
    }

    /// The story of the position analysed, to which these moves lead.
    pub fn told<G: CommandLineGame>(&self, line: &[String], search: &BestFirst<G>) -> Story {
        let kept = self.0.get(line);
        let mut story = kept.map_or_else(Story::default, |kept| kept.story.clone());
        let position = search.position();
        for change in search.changes() {
            let mv = MoveText::new(position, change.best);
            let change = AnswerChange { nodes: change.nodes, mv };
            let last = story.answers.last().map(|last| &last.change);
            if last.is_none_or(|last| last.nodes < change.nodes && last.mv != change.mv) {
                let seen = kept.and_then(|kept| kept.watch.scores(last, &change));
                story.answers.push(AnswerSeen { change, seen });
            }
        }
        let old = story.answers.len().saturating_sub(MOST_CHANGES);
        story.answers.drain(..old);
        story
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tests::Example;
    use crate::game::Notation as _;

    #[test]
    fn a_long_story_keeps_its_ends() {
        let mut story = Story::default();
        let score = Score::Cp;
        (0..10_000).for_each(|nodes| story.note(nodes, score(nodes as i64)));
        story.note(5, score(5));
        assert!((MOST_POINTS / 2..=MOST_POINTS).contains(&story.values.len()));
        assert_eq!(story.values.first().map(|point| point.nodes), Some(0));
        assert_eq!(story.values.last().map(|point| point.nodes), Some(9_999));
        assert!(story.values.is_sorted_by_key(|point| point.nodes));
    }

    #[test]
    fn answers_outlive_a_step() -> anyhow::Result<()> {
        let mut search = Example::start().search();
        let mut stories = Stories::default();
        let before = stories.told(&[], &search).answers;
        assert!(!before.is_empty());
        stories.keep(&[], &search);
        let mv = search.position().read_move("e4")?;
        search.step(mv)?;
        search.step_back()?;
        let after = stories.told(&[], &search).answers;
        assert!(after.starts_with(&before) && after.len() <= before.len() + 1);
        Ok(())
    }
}
