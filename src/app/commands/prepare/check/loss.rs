//! What the moves lose with which games left the repertoire.

use std::collections::HashMap;

use shakmaty::Move;

use super::super::grow::{Work, go_to_first, search};
use super::super::reasons::reason;
use super::super::repertoire::Plan;
use super::{Departure, Found, Loss};
use crate::app::reporting::loss::centipawns;
use crate::chess::Position;
use crate::inspect::{Score, TreeReader, mover};
use crate::search::{BestFirst, Stop};
use crate::session::Session;

/// So many moves are searched, those of most games first.
const MOST: usize = 200;
/// From this loss on it is asked why, in centipawns.
const ASKED: i64 = 50;

/// Searches the moves with a quarter of the nodes of an answer, as moves beside it, and tells what they lose.
///
/// # Errors
///
/// A tree without room for a position, or with a move that is not legal.
pub fn weigh(
    found: &mut Found,
    session: &mut Session<Position>,
    plan: &Plan,
    work: &Work,
) -> anyhow::Result<()> {
    let mut games: HashMap<Vec<Move>, usize> = HashMap::new();
    let is_prepared = |departure: &&Departure| !departure.prepared.is_empty();
    for departure in found.departures.iter().filter(is_prepared) {
        *games.entry(line_of(departure)).or_default() += 1;
    }
    let mut lines: Vec<(Vec<Move>, usize)> = games.into_iter().collect();
    lines.sort_by_key(|(line, games)| (std::cmp::Reverse(*games), line.len(), format!("{line:?}")));
    for (line, _) in lines.into_iter().take(MOST) {
        let left = (plan.nodes / 4).saturating_sub(effort_of(session.search(), &line));
        let is_allowed = session.search().root().lines_left_out().iter().all(|out| *out != line);
        if left == 0 || !is_allowed || work.is_over() {
            continue;
        }
        if matches!(search(session, &line, left, work)?, Stop::Interrupted | Stop::Unanswered) {
            break;
        }
    }
    go_to_first(session);
    // Many games leave with the same move; its reason takes searches of its own.
    let mut known: HashMap<Vec<Move>, Option<Loss>> = HashMap::new();
    for departure in &mut found.departures {
        let line = line_of(departure);
        if !known.contains_key(&line) {
            known.insert(line.clone(), loss(departure, session.search(), plan)?);
        }
        departure.loss = known.get(&line).cloned().flatten();
    }
    Ok(())
}

fn line_of(departure: &Departure) -> Vec<Move> {
    [&departure.line[..], &[departure.mv]].concat()
}

/// The nodes searched for the position behind a line; none where the tree does not have it.
fn effort_of(search: &BestFirst<Position>, line: &[Move]) -> u64 {
    let mut reader = TreeReader::new(search);
    match line.iter().all(|&mv| reader.step(mv).is_ok()) {
        true => reader.told_here().effort,
        false => 0,
    }
}

fn loss(
    departure: &Departure,
    search: &BestFirst<Position>,
    plan: &Plan,
) -> anyhow::Result<Option<Loss>> {
    let mut reader = TreeReader::by_value(search);
    let Some(&answer) = departure.prepared.first() else { return Ok(None) };
    if departure.line.iter().any(|&mv| reader.step(mv).is_err()) {
        return Ok(None);
    }
    // One's own answer is what is prepared; the opponent has the best move that the tree knows.
    let best = match departure.is_own {
        true => reader.child(answer).map(|id| reader.worth_of_move(id, reader.position())),
        false => Some(reader.told_here().value),
    };
    let made = reader.child(departure.mv).map(|id| reader.worth_of_move(id, reader.position()));
    let Some((best, made)) = best.zip(made) else { return Ok(None) };
    let cp = |value| centipawns(Score::new(value, mover(&departure.position)));
    let points = |value| plan.points(&departure.position, value, false);
    let sign = if departure.is_own { 1.0 } else { -1.0 };
    let Some((best_points, points)) = points(best).zip(points(made)) else { return Ok(None) };
    let cp = cp(best) - cp(made);
    let why = if cp >= ASKED { reason(search, &line_of(departure))? } else { None };
    Ok(Some(Loss { values: [best, made], cp, points: sign * (best_points - points), why }))
}
