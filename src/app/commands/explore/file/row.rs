//! A look as it stands in a file. What `page/embedded.js` finds out from other looks is left out: the numbers of moves, the path,
//! lines that go on as the best line behind their move, the picture; and what the page does not show. The walk through a file in a
//! browser compares every position with what the program answers.

use std::collections::BTreeMap;

use serde::Serialize;

use super::super::answers::Why;
use super::super::look::{BEST_LINE_PLIES, Candidate, Known, LINE_PLIES, Look, Numbers};
use super::super::story::Story;
use super::super::walk::PathMove;
use super::places::Places;
use crate::inspect::{ChanceSource, MoveText, Others, Score, VariationStep, Verdict};

/// A position of a file.
#[derive(Debug, Serialize)]
pub struct Row {
    /// The row of the position before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    /// The move to it.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    fen: String,
    /// All moves with their names: those that were tried and lead to a row, those that were not tried, and the others.
    legal: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    /// Where it is not that of the position before.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<String>,
    /// The best line, where it is not the best move with the line behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    story: Option<Story>,
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<RowKnown>,
    /// Why moves are preferred or are not, by the move.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    why: BTreeMap<String, RowWhy>,
}

/// What a page shows of an answer.
#[derive(Debug, Serialize)]
struct RowWhy {
    verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv: Option<String>,
    refutation: Vec<VariationStep>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<RowChance>,
    sentences: Vec<String>,
    /// Where they are others.
    #[serde(skip_serializing_if = "Option::is_none")]
    of_white: Option<Vec<String>>,
}

#[derive(Debug, Serialize)]
struct RowChance {
    line: String,
    untried: Option<MoveText>,
}

impl From<Why> for RowWhy {
    fn from(why: Why) -> RowWhy {
        let Why { explanation, sentences, sentences_of_white, .. } = why;
        let only_moves =
            |line: &[MoveText]| line.iter().map(|mv| &*mv.machine).collect::<Vec<_>>().join(" ");
        let chance = |chance: ChanceSource| RowChance {
            line: only_moves(&chance.variation),
            untried: chance.untried,
        };
        RowWhy {
            verdict: explanation.verdict,
            pv: explanation.candidate.map(|tried| only_moves(&tried.pv)),
            refutation: explanation.refutation,
            chance: explanation.chance.map(chance),
            of_white: Some(sentences_of_white).filter(|of_white| *of_white != sentences),
            sentences,
        }
    }
}

#[derive(Debug, Serialize)]
struct RowKnown {
    #[serde(flatten)]
    numbers: Numbers,
    /// The effort of the node alone, where its position has more elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    own: Option<u64>,
    untried: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    others: Option<Others>,
    tried: Vec<RowCandidate>,
    /// Where else the position stands: the row, what it is worth there, and the effort.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<(usize, Score, u64)>,
}

#[derive(Debug, Serialize)]
struct RowCandidate {
    #[serde(flatten)]
    numbers: Numbers,
    /// Its line, where it is not the move with the best line behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<String>,
    depth: usize,
}

/// The numbers of a node as they stand in a file.
fn packed(numbers: Numbers) -> Numbers {
    Numbers {
        unsettled: numbers.unsettled.filter(|&is| is),
        unsettled_by: None,
        chances: None,
        proven: numbers.proven.filter(|&is| is),
        ..numbers
    }
}

/// What rows are told from that are not their own.
struct Beside<'a> {
    places: &'a Places,
    lines: Vec<Vec<MoveText>>,
    openings: Vec<Option<String>>,
}

/// The positions of a file as they stand in it: what is shown of each, the effort of its node alone, and why its moves are
/// preferred or are not.
pub fn rows(
    places: &Places,
    looks: Vec<Look>,
    efforts: Vec<u64>,
    whys: Vec<BTreeMap<String, Why>>,
) -> Vec<Row> {
    let beside = Beside {
        places,
        lines: looks.iter().map(|look| texts(&look.line)).collect(),
        openings: looks.iter().map(|look| look.opening.clone()).collect(),
    };
    let own = looks.into_iter().zip(efforts).zip(whys).enumerate();
    own.map(|(index, ((look, effort), whys))| beside.row(index, look, effort, whys)).collect()
}

impl Beside<'_> {
    fn row(&self, index: usize, look: Look, effort: u64, whys: BTreeMap<String, Why>) -> Row {
        let place = &self.places.list()[index];
        let of_before = place.parent.and_then(|parent| self.openings[parent].as_ref());
        let behind = |mv: &MoveText| self.line_behind(index, mv);
        let candidates = look.known_of_it.iter().flat_map(|known| &known.candidates);
        let tried = candidates.map(|it| it.mv.clone()).filter(|mv| behind(mv).is_some());
        let tried: Vec<MoveText> = tried.collect();
        let expected =
            tried.first().and_then(|mv| Some(continued(mv, behind(mv)?, BEST_LINE_PLIES)));
        let line = &self.lines[index];
        let also = look.transpositions.iter().filter_map(|other| {
            let row = self.places.find(other.path.iter().map(|step| &step.mv.machine))?;
            Some((row, other.score, other.effort))
        });
        let also = also.collect();
        Row {
            parent: place.parent,
            mv: place.moves.last().cloned(),
            legal: legal(&look, &tried),
            line: (*line != expected.unwrap_or_default()).then(|| written(line)),
            opening: look.opening.filter(|name| Some(name) != of_before),
            fen: look.fen,
            comment: look.comment,
            ending: look.ending,
            story: look.story,
            known: look.known_of_it.map(|known| RowKnown::new(known, effort, also, &behind)),
            why: whys.into_iter().map(|(mv, why)| (mv, why.into())).collect(),
        }
    }

    /// The best line behind a move, where its position is in the file.
    fn line_behind(&self, row: usize, mv: &MoveText) -> Option<&[MoveText]> {
        let children = &self.places.list()[row].children;
        let is = |child: &&usize| self.places.list()[**child].moves.last() == Some(&mv.machine);
        children.iter().find(is).map(|&child| &self.lines[child][..])
    }
}

impl RowKnown {
    fn new<'l>(
        known: Known,
        own: u64,
        also: Vec<(usize, Score, u64)>,
        behind: &impl Fn(&MoveText) -> Option<&'l [MoveText]>,
    ) -> RowKnown {
        let candidate = |Candidate { mv, numbers, line, depth }: Candidate| {
            let expected = continued(&mv, behind(&mv)?, LINE_PLIES);
            let line = (line != expected).then(|| written(&line));
            Some(RowCandidate { numbers: packed(numbers), line, depth })
        };
        RowKnown {
            own: Some(own).filter(|own| *own != known.numbers.effort),
            numbers: packed(known.numbers),
            untried: known.untried.len(),
            others: known.others,
            tried: known.candidates.into_iter().filter_map(candidate).collect(),
            also,
        }
    }
}

fn texts(line: &[PathMove]) -> Vec<MoveText> {
    line.iter().map(|step| step.mv.clone()).collect()
}

/// A move and the best line behind it, together no longer than this.
fn continued(mv: &MoveText, behind: &[MoveText], plies: usize) -> Vec<MoveText> {
    std::iter::once(mv).chain(behind).take(plies).cloned().collect()
}

/// `e2e4 e4 e7e5 e5`.
fn written<'m>(moves: impl IntoIterator<Item = &'m MoveText>) -> String {
    let texts = moves.into_iter().map(|mv| format!("{} {}", mv.machine, mv.human));
    texts.collect::<Vec<_>>().join(" ")
}

/// All moves of a position, those with a row first.
fn legal(look: &Look, tried: &[MoveText]) -> String {
    let untried = look.known_of_it.iter().flat_map(|known| &known.untried);
    let listed: Vec<&MoveText> = tried.iter().chain(untried.map(|it| &it.mv)).collect();
    let others = look.legal.iter().filter(|mv| !listed.contains(mv));
    written(listed.iter().copied().chain(others))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<MoveText> {
        let words: Vec<_> = text.split_whitespace().collect();
        let pair = |pair: &[&str]| MoveText { machine: pair[0].into(), human: pair[1].into() };
        words.chunks_exact(2).map(pair).collect()
    }

    #[test]
    fn lines_are_written_as_they_are_read() {
        let line = moves("e2e4 e4 e7e5 e5 g1f3 Nf3");
        assert_eq!(moves(&written(&line)), line);
        assert_eq!(continued(&line[0], &line[1..], 2), line[..2]);
    }
}
