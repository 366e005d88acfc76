//! Takes over a tree that other rules have made: by an older search, or by an evaluator that knows
//! other positions exactly.

use super::arena::Tree;
use super::check::{NODES_A_LOOK, Watch};
use super::node::Node;
use super::node_id::NodeId;
use super::preference::summary;
use super::root::Root;
use super::rules::TreeRules;
use crate::game::{Evaluate, Order, Past};
use crate::value::Value;

/// Computes the numbers of a tree afresh, from the leaves up, where the rules give others:
///
/// * a leaf that claims a win without a proof has the greatest evaluation instead
///   ([`Value::unproven`](crate::value::Value::unproven)), and the chances of that;
/// * a node that says it is known exactly, though [`Evaluate::exact`] does not know it, becomes a
///   leaf that can be searched;
/// * inner nodes follow from their children by the back-up rules.
///
/// What a leaf was evaluated to stays, whatever the evaluator of `root` would say. Returns how many
/// nodes have changed; `None` if `watch`, which learns now and then how many are done,
/// ended it: the rest is as it was. What else may be wrong with a tree is left for
/// [`check`](super::check()) to find.
pub fn recompute<G: Order + Evaluate>(
    tree: &mut Tree,
    root: &Root<G>,
    rules: &impl TreeRules,
    watch: impl FnMut(usize) -> Watch,
) -> Option<usize> {
    renew_all(tree, root, rules, None, watch)
}

/// Forgets all that is known about one position, wherever it is in a tree: its nodes become leaves that
/// no search has looked into, and the numbers above follow. Everything else is recomputed as told at
/// [`recompute`].
pub fn search_anew<G: Order + Evaluate>(
    tree: &mut Tree,
    root: &Root<G>,
    rules: &impl TreeRules,
    key: u64,
) {
    renew_all(tree, root, rules, Some(key), |_| Watch::GoOn);
}

/// Renews all nodes, children first; those of the position with the key `anew` become leaves.
fn renew_all<G: Order + Evaluate>(
    tree: &mut Tree,
    root: &Root<G>,
    rules: &impl TreeRules,
    anew: Option<u64>,
    mut watch: impl FnMut(usize) -> Watch,
) -> Option<usize> {
    let (mut done, mut changed) = (0, 0);
    let mut past = root.history.clone();
    let mut path = vec![(tree.root(), root.game.clone())];
    let mut next = tree.first_child(tree.root());
    while let Some((id, game)) = path.last() {
        if let Some(child) = next {
            past.push(game.key());
            let mut game = game.clone();
            if let Some(mv) = game.legal(tree.node(child).mv) {
                game.play(mv);
            }
            path.push((child, game));
            next = tree.first_child(child);
            continue;
        }
        let before = *tree.node(*id);
        if anew == Some(game.key()) && !before.is_finished() {
            begin_anew(tree, *id, game, rules);
        } else {
            renew(tree, *id, game, &Past::new(&past, root.searched_from), rules);
        }
        changed += usize::from(*tree.node(*id) != before);
        done += 1;
        if done % NODES_A_LOOK == 0 && watch(done) == Watch::Stop {
            return None;
        }
        next = before.next_sibling;
        past.pop();
        path.pop();
    }
    Some(changed)
}

/// Computes the numbers of one node, those of its children being right.
fn renew<G: Order + Evaluate>(
    tree: &mut Tree,
    id: NodeId,
    game: &G,
    past: &Past<'_>,
    rules: &impl TreeRules,
) {
    let node = *tree.node(id);
    if node.is_finished() {
        match game.outcome(past).or_else(|| game.exact(past)) {
            Some(known) if known == node.value => {}
            Some(known) => tree.reopen(id, Node::finished(node.mv, node.turn(), known)),
            None if game.was_exact(node.value) => {}
            None => put_unproven_leaf(tree, id, game.forced(), rules),
        }
    } else if node.is_freed() {
        // On the scale of chances a win that was claimed counts for no more than one that was seen.
        let mut claimed = node;
        claimed.value = node.reported_value();
        *tree.node_mut(id) = rules.after_freeing(&claimed, node.made_before());
    } else if node.is_leaf() {
        put_unproven_leaf(tree, id, node.forced(), rules);
    } else {
        if let Some(numbers) = summary(tree, id, game, rules).numbers(node.next) {
            tree.set_numbers(id, &numbers);
        }
    }
}

/// Puts a leaf in place of a node and of all below it.
fn begin_anew<G: Evaluate>(tree: &mut Tree, id: NodeId, game: &G, rules: &impl TreeRules) {
    tree.free_subtree(id, rules);
    put_leaf(tree, id, game.evaluate().unproven(), tree.node(id).forced(), 0, rules);
}

/// Puts a leaf in place of a node, of the same value, which no search has proven.
fn put_unproven_leaf(tree: &mut Tree, id: NodeId, forced: bool, rules: &impl TreeRules) {
    let node = tree.node(id);
    put_leaf(tree, id, node.value.unproven(), forced, node.doublings(), rules);
}

/// Puts a leaf in place of a node, of which this is known.
fn put_leaf(
    tree: &mut Tree,
    id: NodeId,
    value: Value,
    forced: bool,
    doublings: u8,
    rules: &impl TreeRules,
) {
    let node = tree.node(id);
    let chances = rules.leaf_chances(forced, value, doublings);
    let mut leaf = Node::leaf(node.mv, node.turn(), forced, value, chances);
    leaf.set_doublings(doublings);
    tree.reopen(id, leaf);
}
