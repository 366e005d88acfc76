//! Where games left the repertoire, as text, as JSON and in the games.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io::{self, Write};

use serde::Serialize;
use shakmaty::Move;

use super::super::repertoire::Plan;
use super::super::text::{after, score, section};
use super::{Checked, Departure, Found};
use crate::app::files::game_file::WrittenGame;
use crate::app::printable::printable;
use crate::app::reporting::report_json::thousandths;
use crate::app::reporting::score::counted;
use crate::app::reporting::variation::numbered;
use crate::game::{Game as _, Notation as _};
use crate::inspect::MoveText;
use crate::sorting::falling;

/// A move that loses no more is as good as what is prepared: centipawns.
const AS_GOOD: i64 = 10;

/// Moves of one position, and how many games left the repertoire with them.
type Group<'c> = (&'c Departure, Vec<&'c Departure>);

/// Writes a summary by position, and where each game left.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write(checked: &Checked, plan: &Plan, out: &mut dyn Write) -> io::Result<()> {
    let Checked { games, found: Found { elsewhere, kept, departures } } = checked;
    let count = |count: usize| counted(count as u64, "game");
    writeln!(
        out,
        "\nchecked     {}: {} in the repertoire to the end",
        count(games.written.len()),
        count(*kept)
    )?;
    if *elsewhere > 0 {
        writeln!(out, "            {} never came to it", count(*elsewhere))?;
    }
    let groups = groups(departures);
    let told = |wanted: &dyn Fn(&Departure) -> bool| -> Vec<String> {
        groups.iter().filter(|(one, _)| wanted(one)).map(|group| summary(plan, group)).collect()
    };
    section(
        "you left what is prepared",
        &told(&|one| one.is_own && !one.prepared.is_empty()),
        out,
    )?;
    section(
        "opponents played something else",
        &told(&|one| !one.is_own && !one.prepared.is_empty()),
        out,
    )?;
    section("the repertoire ends", &told(&|one| one.prepared.is_empty()), out)?;
    let lines: Vec<String> = departures.iter().map(|one| of_game(checked, one)).collect();
    section("game by game", &lines, out)
}

/// The departures with the same move of the same position, the ones that cost most first.
fn groups(departures: &[Departure]) -> Vec<Group<'_>> {
    let mut places: HashMap<(u64, Move), usize> = HashMap::new();
    let mut groups: Vec<Group<'_>> = Vec::new();
    for departure in departures {
        let key = (departure.position.key(), departure.mv);
        let place = *places.entry(key).or_insert(groups.len());
        match groups.get_mut(place) {
            Some((_, games)) => games.push(departure),
            None => groups.push((departure, vec![departure])),
        }
    }
    let cost = |(one, games): &Group<'_>| {
        let points = one.loss.as_ref().map_or(0.0, |loss| loss.points);
        points.max(0.0) * games.len() as f64
    };
    groups.sort_by_cached_key(|group| (falling(cost(group)), Reverse(group.1.len())));
    groups
}

/// `3 games after 1. e4 e5: 2. Bc4 (+0.10) in place of 2. Nf3 (+0.31). Bc4 loses ...`
fn summary(plan: &Plan, (one, games): &Group<'_>) -> String {
    let count = counted(games.len() as u64, "game");
    let (way, mv) = (after(&one.start, &one.line), one.text(&[one.mv]));
    let values = one.loss.as_ref().map(|loss| loss.values.map(|value| score(plan, value)));
    let [best, made] = values
        .map_or([String::new(), String::new()], |values| values.map(|value| format!(" ({value})")));
    let instead = match one.prepared.first() {
        Some(&mv) if one.is_own => format!(" in place of {}{best}", one.text(&[mv])),
        Some(_) if one.loss.is_some() => format!("; with the best move{best}"),
        _ => String::new(),
    };
    let is_as_good = one.loss.as_ref().is_some_and(|loss| loss.cp <= AS_GOOD);
    let good = if is_as_good { ", as good" } else { "" };
    let why = one.loss.as_ref().and_then(|loss| loss.why.as_ref());
    let why = why.map_or(String::new(), |why| format!(". {why}"));
    format!("{count} {way}: {mv}{made}{instead}{good}{why}")
}

/// `3, Anna - Bert: 5... a6 by the opponent`
fn of_game(checked: &Checked, one: &Departure) -> String {
    let names = checked.games.written.get(one.game).and_then(players).unwrap_or_default();
    let who = if one.is_own { "you" } else { "the opponent" };
    format!("{}{names}: {} by {who}", one.game + 1, one.text(&[one.mv]))
}

fn players(game: &WrittenGame) -> Option<String> {
    let known = |tag| game.tag(tag).filter(|name| !matches!(name.trim(), "" | "?"));
    let name = |tag| printable(known(tag).unwrap_or("?")).to_string();
    known("White").or(known("Black"))?;
    Some(format!(", {} - {}", name("White"), name("Black")))
}

impl Departure {
    /// Moves from the position on, with numbers.
    fn text(&self, moves: &[Move]) -> String {
        numbered(&self.position, moves, moves.len())
    }

    /// What is said of it in the game.
    fn comment(&self, plan: &Plan) -> String {
        let prepared = self.prepared.iter().map(|&mv| self.text(&[mv])).collect::<Vec<_>>();
        let told = match (self.is_own, prepared.first()) {
            (_, None) => "the repertoire ends here".to_string(),
            (true, Some(mv)) => format!("the repertoire has {mv}"),
            (false, Some(_)) => "not in the repertoire".to_string(),
        };
        let Some(loss) = &self.loss else { return told };
        let [best, made] = loss.values.map(|value| score(plan, value));
        let why = loss.why.as_ref().map_or(String::new(), |why| format!(". {why}"));
        format!("{told}: {made} in place of {best}{why}")
    }
}

/// The games of the file with a comment at each move that leaves the repertoire. Everything else stays as it is.
pub fn annotated(checked: &Checked, plan: &Plan) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    for departure in &checked.found.departures {
        let written = checked
            .games
            .written
            .get(departure.game)
            .and_then(|game| game.moves.get(departure.ply));
        let Some(place) = written.map(|written| written.mark_at).filter(|&place| place >= at)
        else {
            continue;
        };
        let comment = format!(" {{ {} }}", departure.comment(plan));
        if checked.games.text[place..].starts_with(comment.as_bytes()) {
            continue;
        }
        out.extend_from_slice(&checked.games.text[at..place]);
        out.extend_from_slice(comment.as_bytes());
        at = place;
    }
    out.extend_from_slice(&checked.games.text[at..]);
    out
}

/// The same for scripts.
#[derive(Serialize)]
pub struct CheckJson {
    games: usize,
    kept: usize,
    elsewhere: usize,
    departures: Vec<DepartureJson>,
}

#[derive(Serialize)]
struct DepartureJson {
    /// From 1 on.
    game: usize,
    /// Moves of the game before it.
    ply: usize,
    #[serde(flatten)]
    mv: MoveText,
    by: &'static str,
    fen: String,
    /// Empty where the repertoire ends.
    prepared: Vec<MoveText>,
    loss_cp: Option<i64>,
    loss_points: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// What scripts read.
pub fn json(checked: &Checked) -> CheckJson {
    CheckJson {
        games: checked.games.written.len(),
        kept: checked.found.kept,
        elsewhere: checked.found.elsewhere,
        departures: checked.found.departures.iter().map(departure_json).collect(),
    }
}

fn departure_json(one: &Departure) -> DepartureJson {
    let text = |&mv: &Move| MoveText::new(&one.position, mv);
    let loss = one.loss.as_ref();
    DepartureJson {
        game: one.game + 1,
        ply: one.ply,
        mv: text(&one.mv),
        by: if one.is_own { "me" } else { "opponent" },
        fen: one.position.describe(),
        prepared: one.prepared.iter().map(text).collect(),
        loss_cp: loss.map(|loss| loss.cp),
        loss_points: loss.map(|loss| thousandths(loss.points)),
        why: loss.and_then(|loss| loss.why.clone()),
    }
}
