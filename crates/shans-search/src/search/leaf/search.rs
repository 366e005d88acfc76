//! The search of a task.

use super::line::PositionLine;
use super::task::{LeafAnswer, LeafTask};
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::budget::{Budget, Spent};
use crate::search::depth_first::{Deepened, LeafPosition, PvsLeaves};
use crate::search::limits::Stop;
use crate::tree::ValueBound;
use crate::value::Value;

/// Searches the position of a task within its grant. `Ok(None)` if the grant was too small.
///
/// # Errors
///
/// The limit that came first.
pub(super) fn search<G: Heuristics + Evaluate>(
    leaves: &mut PvsLeaves<G>,
    line: &mut PositionLine<G>,
    task: &LeafTask<G>,
    budget: &mut Budget,
) -> Result<Option<Deepened<G::Move>>, Stop> {
    line.go_to(&task.root, &task.moves);
    let Some(game) = line.end() else { return Err(Stop::Finished) };
    let candidates = task.choices(game);
    let leaf = LeafPosition {
        game,
        window: task.window,
        plies: task.plies,
        ply: u16::try_from(task.moves.len()).unwrap_or(u16::MAX),
        slots_before: line.last_slots(),
        past: line.past(),
        searched_from: task.root.searched_from(),
        candidates: candidates.as_deref(),
        left_out: task.root.left_out(),
        is_aside: task.is_aside,
    };
    budget.begin_grant(task.grant);
    let found = match task.is_exact {
        true => leaves.deepen(&leaf, budget),
        false => leaves.search(leaf, budget).map(|found| Some((found, task.plies))),
    };
    let is_unfinished = found.as_ref().is_err_and(|&stop| budget.is_grant_spent(stop));
    budget.end_grant();
    if is_unfinished { Ok(None) } else { found }
}

/// The answer to a task, from what was found and the work it took.
pub(super) fn answer<G: Heuristics>(
    task: &LeafTask<G>,
    found: Option<Deepened<G::Move>>,
    line: &PositionLine<G>,
    work: Spent,
    table_hits: u64,
) -> LeafAnswer {
    let value = found.as_ref().map_or(Value::DRAW, |(found, _)| found.value);
    let bound = match task.is_exact {
        true => ValueBound::Exact,
        false => LeafAnswer::bound_of(value, task.window),
    };
    LeafAnswer {
        ticket: task.ticket,
        is_finished: found.is_some(),
        value,
        bound: if found.is_some() { bound } else { ValueBound::Open },
        plies: found.as_ref().map_or(task.plies, |&(_, plies)| plies),
        line: found.map_or_else(Vec::new, |(found, _)| codes(line, &found.line)),
        nodes: work.nodes,
        evals: work.evals,
        table_hits,
    }
}

/// The moves as codes, each in the position in which it is made.
fn codes<G: Heuristics>(line: &PositionLine<G>, moves: &[G::Move]) -> Vec<MoveCode> {
    let Some(game) = line.end() else { return Vec::new() };
    let Some((&first, rest)) = moves.split_first() else { return Vec::new() };
    let mut codes = vec![game.encode(first)];
    if !rest.is_empty() {
        let mut game = game.clone();
        let mut last = first;
        for &mv in rest {
            game.play(last);
            codes.push(game.encode(mv));
            last = mv;
        }
    }
    codes
}
