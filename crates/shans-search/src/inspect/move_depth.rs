//! How deep a move was searched, and what holds it back, if leaves are searched.

use serde::Serialize;

use super::error::IllegalMove;
use super::move_text::MoveText;
use super::perspective::Perspective;
use super::reader::TreeReader;
use crate::game::{Evaluate, Heuristics, Notation};
use crate::tree::NodeId;
use crate::value::Player;

/// How deep a move was searched, and how far it is from being searched deeper.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MoveDepth {
    /// The best reply in the tree, on which the value of the move rests; `None` if the tree has
    /// none, and at a random turn.
    pub reply: Option<MoveText>,
    /// How deep the search behind the reply was, or behind the move if there is none: plies.
    pub plies: u32,
    /// How deep the deepest search behind the move was, plies from the position.
    pub deepest: u32,
    /// How many plies its chance lies behind the greatest one in the position, for the side to
    /// move: zero if that is its own, `None` without a chance. One decimal.
    pub plies_behind: Option<f64>,
}

/// Of the move that leads to the child `id` of the position looked at, which is this one after the
/// move; `None` in a tree of explored nodes.
///
/// # Errors
///
/// [`IllegalMove`] if the tree holds one.
pub(super) fn move_depth<G: Heuristics + Evaluate + Notation>(
    reader: &TreeReader<'_, G>,
    id: NodeId,
    after: &G,
) -> Result<Option<MoveDepth>, IllegalMove> {
    let reply = reader.preferred(id).map(|(_, reply)| reply);
    let Some(plies) = reader.depth(reply.unwrap_or(id)) else { return Ok(None) };
    let reply = reply.map(|reply| reader.move_to(reply, after)).transpose()?;
    Ok(Some(MoveDepth {
        reply: reply.map(|mv| MoveText::new(after, mv)),
        plies,
        deepest: 1 + reader.tree().deepest_search(id),
        plies_behind: plies_behind(reader, id),
    }))
}

/// The chances of a player behind the moves of the position looked at, their prices paid: own
/// view, centipawns.
pub(super) fn chances_of_moves<G: Heuristics + Evaluate + Notation>(
    reader: &TreeReader<'_, G>,
    player: Player,
) -> Vec<(NodeId, f32)> {
    let children = reader.tree().children(reader.at());
    let own = |(rank, id, _)| {
        let paid = reader.price(reader.at(), (rank, id));
        (id, reader.node(id).chance(player).for_player(player) - paid)
    };
    children.map(own).collect()
}

fn plies_behind<G: Heuristics + Evaluate + Notation>(
    reader: &TreeReader<'_, G>,
    asked: NodeId,
) -> Option<f64> {
    let viewer = Perspective::new(reader.position()).viewer();
    let chances = chances_of_moves(reader, viewer);
    let own = chances.iter().find(|&&(id, _)| id == asked).map(|&(_, own)| own)?;
    let greatest = chances.iter().map(|&(_, own)| own).fold(f32::NEG_INFINITY, f32::max);
    let plies = f64::from(reader.search().rules().as_plies(greatest - own));
    plies.is_finite().then(|| (plies * 10.0).round() / 10.0)
}
