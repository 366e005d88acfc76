//! The line below a move, and where on it the value was lost.

use super::super::IllegalMove;
use super::super::study::Study;
use super::super::view::View;
use super::{Candidate, REFUTATION_PLIES};
use crate::app::score::Score;
use crate::chess::Position;
use crate::game::{Evaluate, Game, Notation};
use crate::search::Quiescence;
use crate::tree::NodeId;
use crate::value::Value;

/// A longer quiescence search is no first sight any more: nodes.
const SIGHT_NODES: u64 = 10_000;

/// A move of the line. Numbers are from the view of the side to move before the line.
#[derive(Clone, Debug)]
pub struct Step {
    /// The move, UCI.
    pub uci: String,
    /// The move, SAN.
    pub san: String,
    /// What the tree knows of the position after it.
    pub score: Score,
    /// What that position was worth when it was reached, before any move in it was tried: its
    /// quiescence value.
    pub first_sight: Score,
    /// The best other move that was tried instead, UCI and SAN, and its score.
    pub alternative: Option<(String, String, Score)>,
    /// Whether no other move of the line cost the mover of the first one more at first sight.
    pub is_greatest_drop: bool,
}

/// A move and the preferred moves behind it.
///
/// # Errors
///
/// [`IllegalMove`] where the tree holds one.
pub fn line(study: &Study, candidate: &Candidate) -> Result<Vec<Step>, IllegalMove> {
    let mover = View::of(&study.position).viewer;
    let mut position = study.position.clone();
    let mut after = position.clone();
    after.play(candidate.mv);
    let below = study.best_line(candidate.id, &after, REFUTATION_PLIES - 1).map_err(|fault| {
        fault.after(&[study.position.machine_text(candidate.mv)]).after(&study.line)
    })?;

    let (mut parent, mut view) = (study.at, View::of(&position));
    let mut sight = first_sight(study, parent, &position);
    let mut drops = Vec::new();
    let mut steps = Vec::new();
    let mut before = study.line.clone();
    for (id, mv) in std::iter::once((candidate.id, candidate.mv)).chain(below) {
        let alternative = alternative(study, parent, id, &position, view)
            .map_err(|fault| fault.after(&before))?;
        let (uci, san) = (position.machine_text(mv), position.human_text(mv));
        // Every edge is as long; only chances pay different prices.
        view = view.down(0.0);
        position.play(mv);
        let now = first_sight(study, id, &position);
        drops.push(sight.for_player(mover) - now.for_player(mover));
        sight = now;
        before.push(uci.clone());
        steps.push(Step {
            uci,
            san,
            score: view.score(study.node(id).value),
            first_sight: view.score(now),
            alternative,
            is_greatest_drop: false,
        });
        parent = id;
    }
    mark_greatest(&drops, &mut steps);
    Ok(steps)
}

/// The best child of a node besides this one.
fn alternative(
    study: &Study,
    parent: NodeId,
    child: NodeId,
    position: &Position,
    view: View,
) -> Result<Option<(String, String, Score)>, IllegalMove> {
    let ranked = study.ranked(parent);
    let Some(&(_, other)) = ranked.iter().find(|&&(_, id)| id != child) else { return Ok(None) };
    let mv = study.move_to(other, position)?;
    let score = view.down(0.0).score(study.node(other).value);
    Ok(Some((position.machine_text(mv), position.human_text(mv), score)))
}

/// What a position is worth before any move is tried, from Max's view.
pub fn first_sight(study: &Study, id: NodeId, position: &Position) -> Value {
    let node = study.node(id);
    if node.is_finished() {
        return node.value;
    }
    let mut quiescence = Quiescence::default();
    quiescence.node_limit = SIGHT_NODES;
    let value = quiescence.search(position, Value::LEAST, Value::GREATEST);
    value.unwrap_or_else(|_| position.evaluate())
}

fn mark_greatest(drops: &[f32], steps: &mut [Step]) {
    let mut greatest = 0.0;
    let mut place = None;
    for (index, &drop) in drops.iter().enumerate() {
        if drop > greatest {
            (greatest, place) = (drop, Some(index));
        }
    }
    if let Some(step) = place.and_then(|place| steps.get_mut(place)) {
        step.is_greatest_drop = true;
    }
}
