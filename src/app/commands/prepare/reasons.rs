//! Why moves that come to mind are bad, each reason checked by small searches, and how they are refuted.

use std::collections::HashMap;

use shakmaty::Move;

use super::place::{Place, Reason};
use super::repertoire::Plan;
use crate::app::commands::why;
use crate::chess::Position;
use crate::inspect::{IllegalMove, MoveQuestion, TreeReader};
use crate::search::BestFirst;
use crate::sorting::falling;

/// No more moves than this are explained: what most games come to. Each takes a tenth of a second.
const MOST: usize = 40;
/// The same where all moves that come to mind are looked at.
const MOST_ERRORS: usize = 2_000;
/// Nodes with which an error is searched once more at most.
const MOST_NODES: u64 = 60_000;
/// The lines of a refutation, and the plies of each.
const LINES: usize = 3;
const PLIES: usize = 6;
/// Another defence is told if at least this part of the nodes of an answer was searched for it: 1 of so many.
const LEAST_PART: u64 = 50;

/// Tells of traps, poisoned moves and errors that come to mind why they are bad, where a reason was found that holds, and how
/// they are refuted; errors that another search does not find are none.
///
/// # Errors
///
/// A tree with a move that is not legal.
pub fn tell(search: &BestFirst<Position>, plan: &Plan, first: &mut Place) -> anyhow::Result<()> {
    let most = if plan.why_not { MOST_ERRORS } else { MOST };
    let mut reasons = HashMap::new();
    for line in told_of(plan, first).into_iter().take(most) {
        let why = reason(search, &line)?;
        let refutation = refutation(search, &line, plan.nodes / LEAST_PART)?;
        reasons.insert(line, Reason { why, refutation });
    }
    first.explain(&mut reasons);
    let nodes = plan.nodes.min(MOST_NODES);
    let errors = plan.errors(first).into_iter();
    let doubtful = errors.filter(|error| !error.is_confirmed(nodes));
    let doubtful = doubtful.map(|error| error.behind.line.clone()).collect();
    first.doubt(&doubtful);
    Ok(())
}

/// The moves that are told of, those first that most games come to.
fn told_of(plan: &Plan, first: &Place) -> Vec<Vec<Move>> {
    let traps = plan.traps(first).into_iter().map(|trap| trap.behind);
    let poisoned = plan.poisoned_moves(first).into_iter().map(|poisoned| poisoned.behind);
    let errors = plan.errors(first).into_iter().map(|error| error.behind);
    let mut places: Vec<&Place> = traps.chain(poisoned).chain(errors).collect();
    places.sort_by_cached_key(|one| falling(one.reach));
    // A trap is an error, too.
    places.dedup_by(|one, other| one.line == other.line);
    places.into_iter().map(|place| place.line.clone()).collect()
}

/// Why the last of these moves is bad, where a reason was found that holds.
///
/// # Errors
///
/// A tree with a move that is not legal.
pub fn reason(search: &BestFirst<Position>, line: &[Move]) -> anyhow::Result<Option<String>> {
    let Some((&last, before)) = line.split_last() else { return Ok(None) };
    let mut reader = TreeReader::new(search);
    if before.iter().any(|&mv| reader.step(mv).is_err()) {
        return Ok(None);
    }
    let explanation = MoveQuestion::new(&reader, last)?.without_counts().explain()?;
    let causes = why::causes(&explanation, reader.position(), &mut why::few_trials());
    // It is here because it loses much.
    let told = why::reasons(&explanation, &causes, reader.position(), i64::MAX);
    Ok(told.into_iter().next())
}

/// How the last of these moves is refuted: the best play of both, and then other defences against the same reply for which at
/// least so many nodes were searched.
fn refutation(
    search: &BestFirst<Position>,
    line: &[Move],
    least: u64,
) -> Result<Vec<Vec<Move>>, IllegalMove> {
    let mut reader = TreeReader::by_value(search);
    if line.iter().any(|&mv| reader.step(mv).is_err()) {
        return Ok(Vec::new());
    }
    let mut main = reader.line(&[], reader.at())?;
    main.truncate(PLIES);
    let (Some(&reply), defence) = (main.first(), main.get(1)) else { return Ok(Vec::new()) };
    let mut lines = vec![main.clone()];
    if reader.step(reply).is_err() {
        return Ok(lines);
    }
    for (_, id) in reader.ranked(reader.at()) {
        let mv = reader.move_to(id, reader.position())?;
        let is_known = reader.tree().effort(id) >= least;
        if Some(&mv) == defence || !is_known || lines.len() == LINES {
            continue;
        }
        let mut other = reader.line(&[mv], id)?;
        other.truncate(PLIES - 2);
        lines.push([&[reply, mv], &other[..]].concat());
    }
    Ok(lines)
}
