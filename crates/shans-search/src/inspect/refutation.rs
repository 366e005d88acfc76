//! The variation below a move, and where in it the value was lost.

use serde::Serialize;

use super::error::IllegalMove;
use super::move_text::{MoveText, variation_text};
use super::perspective::Perspective;
use super::reader::TreeReader;
use super::score::Score;
use crate::game::{Heuristics, Notation};
use crate::search::{Budget, Quiescence, Window};
use crate::tree::NodeId;
use crate::value::Value;

/// Plies of a refutation that are looked at.
const REFUTATION_PLIES: usize = 24;
/// A longer quiescence search is no longer a first sight: nodes.
const FIRST_SIGHT_NODES: u64 = 10_000;

/// A move of a variation. Scores are those of the side to move before the variation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct VariationStep {
    /// The move.
    #[serde(flatten)]
    pub mv: MoveText,
    /// What the tree knows of the position after it.
    pub score: Score,
    /// What that position was worth when it was reached, before any move in it was tried: its
    /// quiescence value.
    pub first_sight: Score,
    /// The best other move that was tried instead.
    pub alternative: Option<Alternative>,
    /// Whether no other move of the variation cost the side to move before it more at first
    /// sight.
    #[serde(rename = "greatest_drop")]
    pub is_greatest_drop: bool,
}

/// A move that could be made instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Alternative {
    /// The move.
    #[serde(flatten)]
    pub mv: MoveText,
    /// What the tree knows of the position after it.
    pub score: Score,
}

/// A move of the position that the reader looks at, which leads to the node `id`, and the
/// preferred moves behind it.
///
/// # Errors
///
/// [`IllegalMove`] if the tree holds one.
pub(super) fn refutation<G: Heuristics + Notation>(
    reader: &TreeReader<'_, G>,
    id: NodeId,
    mv: G::Move,
) -> Result<Vec<VariationStep>, IllegalMove> {
    let mut perspective = Perspective::new(reader.position());
    let viewer = perspective.viewer();
    let position = reader.position().after(mv);
    let below = reader.best_variation(id, &position, REFUTATION_PLIES - 1);
    let below = below
        .map_err(|illegal| illegal.after(&variation_text(reader.position(), &[mv])))
        .map_err(|illegal| illegal.after(reader.path()))?;

    let mut position = reader.position().clone();
    let mut parent = reader.at();
    let mut value = first_sight(reader, parent, &position);
    let mut path = reader.path().to_vec();
    let (mut drops, mut steps) = (Vec::new(), Vec::new());
    for (id, mv) in std::iter::once((id, mv)).chain(below) {
        // Scores do not depend on what chances pay.
        perspective = perspective.down(0.0);
        let alternative = alternative(reader, parent, id, &position, perspective)
            .map_err(|illegal| illegal.after(&path))?;
        let mv_text = MoveText::new(&position, mv);
        position.play(mv);
        let now = first_sight(reader, id, &position);
        drops.push(value.for_player(viewer) - now.for_player(viewer));
        value = now;
        path.push(mv_text.clone());
        steps.push(VariationStep {
            mv: mv_text,
            score: perspective.score(reader.told(id, &position).value),
            first_sight: perspective.score(now),
            alternative,
            is_greatest_drop: false,
        });
        parent = id;
    }
    mark_greatest(&drops, &mut steps);
    Ok(steps)
}

/// The best child of a node besides this one, as seen in the given perspective.
fn alternative<G: Heuristics + Notation>(
    reader: &TreeReader<'_, G>,
    parent: NodeId,
    child: NodeId,
    position: &G,
    perspective: Perspective,
) -> Result<Option<Alternative>, IllegalMove> {
    let ranked = reader.ranked(parent);
    let Some(&(_, other)) = ranked.iter().find(|&&(_, id)| id != child) else { return Ok(None) };
    let mv = reader.move_to(other, position)?;
    let behind = position.after(mv);
    let score = perspective.score(reader.told(other, &behind).value);
    Ok(Some(Alternative { mv: MoveText::new(position, mv), score }))
}

/// What a position is worth before any move is tried, from Max's point of view. A win that only a
/// quiescence search saw is not proven.
pub(super) fn first_sight<G: Heuristics + Notation>(
    reader: &TreeReader<'_, G>,
    id: NodeId,
    position: &G,
) -> Value {
    let node = reader.node(id);
    if node.is_finished() {
        return node.value;
    }
    let mut budget = Budget::of_nodes(FIRST_SIGHT_NODES);
    let value = Quiescence::default().value(position, Window::FULL, &mut budget);
    value.unwrap_or_else(|_| position.evaluate()).unproven()
}

fn mark_greatest(drops: &[f32], steps: &mut [VariationStep]) {
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
