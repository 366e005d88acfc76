//! Walking a tree: the principal variation, and the candidates of a node.

use super::arena::{NodeId, Tree};
use super::backup::{Digest, Edge};
use super::price::Prices;

/// The principal variation from a node on: the best children one after the other, up to a node
/// without children or where chance decides. The node itself is not part of it.
pub fn line(tree: &Tree, from: NodeId, prices: &Prices) -> Vec<NodeId> {
    let mut line = Vec::new();
    let mut id = from;
    while let Some(best) = digest(tree, id, prices).best() {
        line.push(best);
        id = best;
    }
    line
}

/// The children of a player's node with their ranks, the one he prefers first; equals in the
/// order in which they were made. Outcomes of chance stay in that order.
pub fn ranked_children(tree: &Tree, id: NodeId, prices: &Prices) -> Vec<(u16, NodeId)> {
    let mut children: Vec<_> = tree.children(id).map(|(rank, child, _)| (rank, child)).collect();
    if let Some(player) = tree.node(id).turn().player() {
        let best = digest(tree, id, prices).best();
        children.sort_by(|&(_, a), &(_, b)| {
            let value = |id: NodeId| tree.node(id).value.one_ply_up().for_player(player);
            // The digest decides between equals for the first place.
            (best == Some(b)).cmp(&(best == Some(a))).then(value(b).total_cmp(&value(a)))
        });
    }
    children
}

fn digest(tree: &Tree, id: NodeId, prices: &Prices) -> Digest {
    let node = tree.node(id);
    // The best child does not depend on how fast others may win.
    let mut digest = Digest::empty(node.turn(), true);
    for (rank, child, numbers) in tree.children(id) {
        digest.add(&Edge::new(child, rank, numbers, prices.of(node.forced(), rank), 1.0));
    }
    digest
}
