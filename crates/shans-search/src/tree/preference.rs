//! What a player prefers: the summary of a node's children, the principal variation, and the
//! children in order.

use super::arena::Tree;
use super::backup::{ChildrenSummary, Edge};
use super::node::Node;
use super::node_id::NodeId;
use super::rules::TreeRules;
use crate::game::Game;

/// All children of a node with this position in one summary.
pub fn summary<G: Game>(
    tree: &Tree,
    id: NodeId,
    game: &G,
    rules: &impl TreeRules,
) -> ChildrenSummary {
    let odds = |child: &Node| game.decode(child.mv).map_or(1.0, |outcome| game.odds(outcome));
    summed_up(tree, id, rules, G::MOVES_MAY_LOSE, odds)
}

/// The same. `odds` gives the weight of a random outcome; it is not asked for where a player moves. `moves_may_lose` is
/// [`Game::MOVES_MAY_LOSE`].
fn summed_up(
    tree: &Tree,
    id: NodeId,
    rules: &impl TreeRules,
    moves_may_lose: bool,
    odds: impl Fn(&Node) -> f32,
) -> ChildrenSummary {
    let turn = tree.node(id).turn();
    if turn.player().is_none() {
        let outcomes = tree.children(id).map(|child| edge(tree, id, child, rules, odds(child.2)));
        return ChildrenSummary::of_outcomes(&outcomes.collect::<Vec<_>>(), rules);
    }
    let mut summary = ChildrenSummary::empty(turn, moves_may_lose);
    for child in tree.children(id) {
        summary.add(&edge(tree, id, child, rules, 1.0));
    }
    summary
}

fn edge(
    tree: &Tree,
    parent: NodeId,
    (rank, id, child): (u16, NodeId, &Node),
    rules: &impl TreeRules,
    odds: f32,
) -> Edge {
    Edge::new(id, rank, child, rules.price(tree.node(parent), rank, child), odds)
}

/// The child that the mover prefers; `None` without children and where chance decides.
pub fn preferred_child(tree: &Tree, id: NodeId, rules: &impl TreeRules) -> Option<NodeId> {
    // The best child does not depend on how fast others may win.
    summed_up(tree, id, rules, true, |_| 1.0).best()
}

/// The principal variation from a node on: the best children one after another, up to a node
/// without children or where chance decides. The node itself is not part of it.
pub fn principal_variation(tree: &Tree, from: NodeId, rules: &impl TreeRules) -> Vec<NodeId> {
    let mut variation = Vec::new();
    let mut id = from;
    while let Some(best) = preferred_child(tree, id, rules) {
        variation.push(best);
        id = best;
    }
    variation
}

/// The children of a player's node with their ranks, the preferred one first, then by value;
/// equals in the order in which they were made. Outcomes of chance stay in that order.
pub fn ranked_children(tree: &Tree, id: NodeId, rules: &impl TreeRules) -> Vec<(u16, NodeId)> {
    let mut children: Vec<_> = tree.children(id).map(|(rank, child, _)| (rank, child)).collect();
    if let Some(player) = tree.node(id).turn().player() {
        let best = preferred_child(tree, id, rules);
        children.sort_by(|&(_, a), &(_, b)| {
            let value = |id: NodeId| tree.node(id).value.one_ply_up().for_player(player);
            // The summary decides between equals for the first place.
            (best == Some(b)).cmp(&(best == Some(a))).then(value(b).total_cmp(&value(a)))
        });
    }
    children
}
