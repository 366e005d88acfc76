//! What a player prefers: the summary of a node's children, the principal variation, and the
//! children in order.

use super::arena::Tree;
use super::backup::{ChildrenSummary, Edge};
use super::node::Node;
use super::node_id::NodeId;
use super::rules::TreeRules;

/// All children of a node in one summary. `odds` gives the weight of a random outcome; it is
/// not asked for where a player moves. `moves_may_lose` is the game's
/// [`MOVES_MAY_LOSE`](crate::game::Game::MOVES_MAY_LOSE).
pub fn summary(
    tree: &Tree,
    id: NodeId,
    rules: &impl TreeRules,
    moves_may_lose: bool,
    odds: impl Fn(&Node) -> f32,
) -> ChildrenSummary {
    if tree.node(id).turn().player().is_some() {
        return summary_of(tree, id, rules, moves_may_lose, |_| true);
    }
    let outcomes = tree.children(id).map(|child| edge(tree, id, child, rules, odds(child.2)));
    ChildrenSummary::of_outcomes(&outcomes.collect::<Vec<_>>(), rules)
}

/// Some of the children of a player's node in one summary.
fn summary_of(
    tree: &Tree,
    id: NodeId,
    rules: &impl TreeRules,
    moves_may_lose: bool,
    is_taken: impl Fn(NodeId) -> bool,
) -> ChildrenSummary {
    let mut summary = ChildrenSummary::empty(tree.node(id).turn(), moves_may_lose);
    for child in tree.children(id).filter(|&(_, id, _)| is_taken(id)) {
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
    summary(tree, id, rules, true, |_| 1.0).best()
}

/// The child that is known to be the mover's best: the best of those whose values he is known to
/// reach. That is [`preferred_child`], unless its value is only a limit of what he may have there:
/// nobody has found yet that it is worth so much. `None` if all values are such limits, and
/// nothing says which move is best.
pub fn known_best_child(tree: &Tree, id: NodeId, rules: &impl TreeRules) -> Option<NodeId> {
    let opponent = tree.node(id).turn().player()?.opponent();
    summary_of(tree, id, rules, true, |child| tree.bound(child).limits(opponent)).best()
}

/// The line from a node on that is known to be best for both players: the known best children one
/// after the other. The node itself is not part of it.
pub fn known_variation(tree: &Tree, from: NodeId, rules: &impl TreeRules) -> Vec<NodeId> {
    let next = |&id: &NodeId| known_best_child(tree, id, rules);
    std::iter::successors(known_best_child(tree, from, rules), next).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{MoveCode, Turn};
    use crate::tree::file_order::TreeBuilder;
    use crate::tree::node::{LeafChances, NodeParts};
    use crate::tree::searched::{NodeForm, Searched, ValueBound};
    use crate::value::{Chance, Player, Value};

    /// Moves cost nothing.
    struct Free;

    impl TreeRules for Free {
        fn price(&self, _: &Node, _: u16, _: &Node) -> f32 {
            0.0
        }

        fn odds_price(&self, _: f64) -> f32 {
            0.0
        }

        fn scaled(&self, value: Value) -> f32 {
            value.raw()
        }

        fn leaf_chances(&self, _: bool, _: Value, _: Searched) -> LeafChances {
            LeafChances { alpha: Chance::none(Player::Max), beta: Chance::none(Player::Min) }
        }

        fn plies_after_freeing(&self, _: &Node) -> u8 {
            0
        }
    }

    fn leaf(value: f32, beta: f32, bound: ValueBound) -> NodeParts {
        let [alpha, beta] = [0.0, beta].map(Chance::centipawns);
        let chances = LeafChances { alpha, beta };
        let node = Node::leaf(MoveCode(1), Turn::Min, false, Value::centipawns(value), chances);
        let searched = Searched { plies: 3, bound, tactical: false };
        NodeParts { searched, ..node.parts(NodeForm::Searched, 0) }
    }

    fn tree(children: &[NodeParts]) -> Tree {
        let made = children.len() as u16;
        let root = NodeParts { turn: Turn::Max, made, ..leaf(0.0, 0.0, ValueBound::Exact) };
        let mut builder = TreeBuilder::new(NodeForm::Searched, 9, 9);
        for &parts in [root].iter().chain(children) {
            builder.add(parts).expect("it has a place");
        }
        builder.finish().expect("a whole tree")
    }

    /// Which of several that are equal is known to be best must not depend on a move that only may be better.
    #[test]
    fn among_equals_what_is_known_to_be_best_is_what_is_preferred() {
        // Min has less left against the second one.
        let [first, second] = [5.0, 8.0].map(|beta| leaf(10.0, beta, ValueBound::Exact));
        let may_be_better = leaf(30.0, 5.0, ValueBound::AtMost);
        for (children, preferred, known) in [
            (vec![first, second], 1, Some(1)),
            (vec![first, second, may_be_better], 2, Some(1)),
            (vec![may_be_better], 0, None),
        ] {
            let tree = tree(&children);
            let rank = |id| tree.rank_of(tree.root(), id);
            assert_eq!(preferred_child(&tree, tree.root(), &Free).and_then(rank), Some(preferred));
            assert_eq!(known_best_child(&tree, tree.root(), &Free).and_then(rank), known);
        }
    }
}
