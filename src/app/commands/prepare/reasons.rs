//! Why the moves that many choose are bad, each reason checked by small searches.

use std::collections::HashMap;

use shakmaty::Move;

use super::place::Place;
use super::repertoire::Plan;
use crate::app::commands::why;
use crate::chess::Position;
use crate::inspect::{MoveQuestion, TreeReader};
use crate::search::BestFirst;

/// No more moves than this are explained: what most games come to. Each takes a tenth of a second.
const MOST: usize = 40;

/// Tells of traps and poisoned moves why they are bad, where a reason was found that holds.
///
/// # Errors
///
/// A tree with a move that is not legal.
pub fn tell(search: &BestFirst<Position>, plan: &Plan, first: &mut Place) -> anyhow::Result<()> {
    let traps = plan.traps(first).into_iter().map(|trap| (trap.reply.reach, &trap.reply.line));
    let poisoned = plan.poisoned_moves(first);
    let poisoned = poisoned.iter().map(|it| (it.place.reach * it.share, &it.behind.line));
    let mut lines: Vec<(f64, &Vec<Move>)> = traps.chain(poisoned).collect();
    lines.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut reasons = HashMap::new();
    for (_, line) in lines.into_iter().take(MOST) {
        if let Some(why) = reason(search, line)? {
            reasons.insert(line.clone(), why);
        }
    }
    first.explain(&mut reasons);
    Ok(())
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
