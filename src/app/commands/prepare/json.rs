//! The repertoire as JSON.

use std::io::Write;

use serde::Serialize;

use super::databases::Databases;
use super::grow::Grown;
use super::repertoire::{Place, Plan};
use crate::app::reporting::json_line;
use crate::app::reporting::report_json::thousandths;
use crate::game::{Game, Notation};
use crate::inspect::{MoveText, Score};

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
    is_new: bool,
    better: Option<MoveText>,
}

/// Writes it.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write(
    plan: &Plan<'_>,
    grown: &Grown,
    databases: &Databases,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let first = &grown.first;
    let repertoire = Repertoire {
        side: plan.side.fold_wb("white", "black"),
        fen: first.position.describe(),
        games: databases.games,
        games_counted: databases.counted,
        covered: thousandths(1.0 - grown.open),
        nodes: grown.nodes,
        positions: first.all().into_iter().map(|place| place_json(plan, first, place)).collect(),
    };
    Ok(json_line::write(&repertoire, out)?)
}

fn place_json(plan: &Plan<'_>, first: &Place, place: &Place) -> PlaceJson {
    let mut at = first.position.clone();
    let mut line = Vec::new();
    for &mv in &place.line {
        line.push(MoveText::new(&at, mv));
        at.play(mv);
    }
    let is_own_turn = plan.is_own(&place.position);
    let text = |mv| MoveText::new(&place.position, mv);
    let answer = place.next.first().filter(|_| is_own_turn);
    PlaceJson {
        line,
        is_own_turn,
        is_open: plan.is_open(place),
        reached: thousandths(place.reach),
        played_games: place.reply.map(|reply| reply.played.games),
        played_share: place.reply.map(|reply| thousandths(reply.share())),
        played_points: place.reply.map(|reply| thousandths(reply.played.points(plan.side))),
        nodes: place.effort,
        score: place.value.map(|value| Score::new(value, plan.player())),
        expected: place.expected.map(thousandths),
        practical: place.practical.map(thousandths),
        answer: answer.and_then(Place::mv).map(text),
        is_new: place.is_new,
        better: place.better.map(|(mv, _)| text(mv)),
    }
}
