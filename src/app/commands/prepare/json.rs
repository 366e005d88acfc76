//! The repertoire as JSON.

use std::collections::HashSet;
use std::io::Write;

use serde::Serialize;
use shakmaty::Move;

use super::check::{self, CheckJson, Checked};
use super::errors::NaturalError;
use super::grow::Grown;
use super::opponent::Reply;
use super::place::Place;
use super::rare::Dropped;
use super::repertoire::{Plan, SeveralAnswers};
use super::reports::{Changed, Popular};
use crate::app::files::game_counts::ReadGames;
use crate::app::reporting::json_line;
use crate::app::reporting::report_json::thousandths;
use crate::game::Notation;
use crate::inspect::{MoveText, Score, variation_text};

#[derive(Serialize)]
struct Repertoire {
    side: &'static str,
    fen: String,
    games: u64,
    games_counted: u64,
    /// The share of games without an open position.
    covered: f64,
    nodes: u64,
    positions: Vec<PlaceJson>,
    /// Positions in which one's own lines have several answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    several_answers: Vec<SeveralJson>,
    /// Positions with another answer than when the command began, and those that are worth less.
    changes: Vec<ChangeJson>,
    /// What hardly any game comes to, and --prune-below leaves out of the study.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dropped: Vec<DroppedJson>,
    /// Where the games of --check left the repertoire.
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<CheckJson>,
}

#[derive(Serialize)]
struct SeveralJson {
    fen: String,
    answers: Vec<MoveText>,
}

#[derive(Serialize)]
struct ChangeJson {
    line: Vec<MoveText>,
    answer_before: Option<MoveText>,
    score_before: Option<Score>,
    answer: Option<MoveText>,
    score: Option<Score>,
}

/// A position of the repertoire; scores and points are those of its side.
#[derive(Serialize)]
struct PlaceJson {
    line: Vec<MoveText>,
    is_own_turn: bool,
    is_open: bool,
    reached: f64,
    played_games: Option<u32>,
    played_share: Option<f64>,
    played_points: Option<f64>,
    nodes: u64,
    score: Option<Score>,
    expected: Option<f64>,
    practical: Option<f64>,
    answer: Option<MoveText>,
    /// Moves of one's own that are nearly as good; what is behind them follows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    alternatives: Vec<AlternativeJson>,
    is_new: bool,
    /// Many play the opponent's move that led here although it gives points away.
    is_trap: bool,
    /// One stands badly here although one plays the best move.
    is_bad: bool,
    /// One's own lines end here although games go on.
    is_gap: bool,
    /// The answer is a move of one's own lines and loses, compared with `better`.
    loses: bool,
    better: Option<MoveText>,
    /// The moves to the same position on the way that most games take; what is behind stands there.
    transposes_to: Option<Vec<MoveText>>,
    /// Why the move that led here is bad, where it is a trap; no field where no reason is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// Moves that many choose although they lose.
    poisoned: Vec<PoisonedJson>,
    /// Moves that come to mind and lose, with --why-not: of one's own those that are not in the repertoire.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<ErrorJson>,
}

#[derive(Serialize)]
struct ErrorJson {
    #[serde(flatten)]
    mv: MoveText,
    /// How often it is played in the games, or how likely it looks.
    share: f64,
    score: Score,
    best_score: Score,
    /// For whoever makes it.
    loss_cp: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// Lines from the reply on, the best play of both first.
    refutation: Vec<Vec<MoveText>>,
}

#[derive(Serialize)]
struct AlternativeJson {
    #[serde(flatten)]
    mv: MoveText,
    is_new: bool,
    score: Option<Score>,
    expected: Option<f64>,
    practical: Option<f64>,
}

#[derive(Serialize)]
struct PoisonedJson {
    #[serde(flatten)]
    mv: MoveText,
    played_share: f64,
    score: Score,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

#[derive(Serialize)]
struct DroppedJson {
    line: Vec<MoveText>,
    reached: f64,
    answers: usize,
}

/// Writes it.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write(
    plan: &Plan,
    grown: &Grown,
    databases: ReadGames,
    (checked, dropped): (Option<&Checked>, &[Dropped]),
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let first = &grown.first;
    let changes = plan.changes(&grown.before, first);
    // The lines to positions that stand out, as the report names them.
    let lines = |places: &[&Place]| -> HashSet<Vec<Move>> {
        places.iter().map(|place| place.line.clone()).collect()
    };
    let traps: Vec<_> = plan.traps(first).iter().map(|trap| trap.behind).collect();
    let marked = [lines(&traps), lines(&plan.bad(first)), lines(&plan.gaps(first))];
    let position = |place: &Place| {
        let marks = marked.each_ref().map(|lines| lines.contains(&place.line));
        place_json(plan, first, place, marks)
    };
    let positions = first.all().into_iter().map(position).collect();
    let repertoire = Repertoire {
        side: plan.side.fold_wb("white", "black"),
        fen: first.position.describe(),
        games: databases.games,
        games_counted: databases.counted,
        covered: thousandths(1.0 - grown.open),
        nodes: grown.nodes,
        positions,
        several_answers: plan.several.iter().map(several_json).collect(),
        changes: changes.iter().map(|changed| change_json(plan, first, changed)).collect(),
        dropped: dropped.iter().map(|dropped| dropped_json(first, dropped)).collect(),
        check: checked.map(check::json),
    };
    Ok(json_line::write(&repertoire, out)?)
}

fn place_json(
    plan: &Plan,
    first: &Place,
    place: &Place,
    [is_trap, is_bad, is_gap]: [bool; 3],
) -> PlaceJson {
    let is_own_turn = plan.is_own(&place.position);
    let text = |mv| MoveText::new(&place.position, mv);
    let answer = place.next.first().filter(|_| is_own_turn);
    let poisoned = |&Popular { behind, share, .. }: &Popular<'_>| {
        Some(PoisonedJson {
            mv: text(behind.mv()?),
            played_share: thousandths(share),
            score: Score::new(behind.value_of_move()?, plan.player()),
            why: behind.why.clone(),
        })
    };
    let alternative = |next: &Place| {
        Some(AlternativeJson {
            mv: text(next.mv()?),
            is_new: next.is_new,
            score: next.value_of_move().map(|value| Score::new(value, plan.player())),
            expected: next.expected.map(thousandths),
            practical: next.practical.map(thousandths),
        })
    };
    let others = place.next.iter().skip(1).filter(|_| is_own_turn);
    let counted = place.reply.and_then(Reply::counted);
    PlaceJson {
        line: variation_text(&first.position, &place.line),
        is_own_turn,
        is_open: plan.is_open(place),
        reached: thousandths(place.way_reach),
        played_games: counted.map(|played| played.games),
        played_share: place.reply.map(|reply| thousandths(reply.share)),
        played_points: counted.map(|played| thousandths(played.points(plan.side))),
        nodes: place.effort,
        score: place.value.map(|value| Score::new(value, plan.player())),
        expected: place.expected.map(thousandths),
        practical: place.practical.map(thousandths),
        answer: answer.and_then(Place::mv).map(text),
        alternatives: others.filter_map(alternative).collect(),
        is_new: answer.is_some_and(|answer| answer.is_new),
        is_trap,
        is_bad,
        is_gap,
        loses: plan.loss_in(place).is_some(),
        better: place.better.map(|(mv, _)| text(mv)),
        transposes_to: place.joins.as_ref().map(|line| variation_text(&first.position, line)),
        why: place.why.clone(),
        poisoned: plan.poisoned_in(place).iter().filter_map(poisoned).collect(),
        errors: plan.errors_in(place).iter().filter_map(|error| error_json(plan, error)).collect(),
    }
}

fn error_json(plan: &Plan, error: &NaturalError<'_>) -> Option<ErrorJson> {
    let NaturalError { place, behind, value, best, loss } = *error;
    let [score, best_score] = [value, best].map(|value| Score::new(value, plan.player()));
    let lines = behind.refutation.iter();
    Some(ErrorJson {
        mv: MoveText::new(&place.position, behind.mv()?),
        share: thousandths(behind.reply?.share),
        score,
        best_score,
        loss_cp: loss,
        why: behind.why.clone(),
        refutation: lines.map(|line| variation_text(&behind.position, line)).collect(),
    })
}

fn several_json(several: &SeveralAnswers) -> SeveralJson {
    let position = several.line.end();
    let answers = several.answers.iter().map(|&mv| MoveText::new(&position, mv)).collect();
    SeveralJson { fen: position.describe(), answers }
}

fn dropped_json(first: &Place, dropped: &Dropped) -> DroppedJson {
    DroppedJson {
        line: variation_text(&first.position, &dropped.line),
        reached: thousandths(dropped.reach),
        answers: dropped.answers,
    }
}

fn change_json(plan: &Plan, first: &Place, changed: &Changed<'_>) -> ChangeJson {
    let Changed { before, now } = *changed;
    let answer = |place: &Place| {
        let mv = place.next.first().and_then(Place::mv)?;
        Some(MoveText::new(&place.position, mv))
    };
    let score = |place: &Place| place.value.map(|value| Score::new(value, plan.player()));
    ChangeJson {
        line: variation_text(&first.position, &now.line),
        answer_before: answer(before),
        score_before: score(before),
        answer: answer(now),
        score: score(now),
    }
}
