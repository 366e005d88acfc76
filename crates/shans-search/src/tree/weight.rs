//! Which of two nodes of one position knows more.

use std::cmp::Ordering;

use super::arena::Tree;
use super::node::Node;
use super::node_id::NodeId;
use super::searched::ValueBound;

/// What becomes of two nodes of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// The first one is taken with all below it.
    First,
    /// The second one is.
    Second,
    /// Both have children, and nothing is certain yet: the children of both are taken.
    Both,
}

/// Compares what two trees of one form know of a position. What is certain goes first, and is taken as a
/// whole: nothing that is less certain may stand below it. Then a node with moves, unless the other
/// remembers more work; then the deeper search. It depends on nothing else, so that the order of the two does
/// not matter.
pub(super) fn choose(first: (&Tree, NodeId), second: (&Tree, NodeId)) -> Choice {
    let [a, b] = [first, second].map(|(tree, id)| tree.node(id));
    let is_more = match (a.is_decided(), b.is_decided()) {
        (true, true) => compare_decided(a, b).then_with(|| compare_searched(first, second)),
        (false, false) => match (a.first_child.is_some(), b.first_child.is_some()) {
            (true, true) => return Choice::Both,
            (true, false) => inner_beside_leaf(a, b),
            (false, true) => inner_beside_leaf(b, a).reverse(),
            (false, false) => compare_searched(first, second),
        },
        (is_decided, _) => return if is_decided { Choice::First } else { Choice::Second },
    };
    if is_more == Ordering::Less { Choice::Second } else { Choice::First }
}

/// Of two proofs a win is more than none, a nearer one more, and the end of it more than a chance of a
/// still nearer one. A proof that has its moves is more than one whose moves were freed.
fn compare_decided(a: &Node, b: &Node) -> Ordering {
    let key = |node: &Node| {
        let win = node.proven_win().map(|(_, plies)| std::cmp::Reverse(plies));
        (win, node.is_proven(), node.is_finished(), node.first_child.is_some())
    };
    key(a).cmp(&key(b))
}

/// A leaf was searched before its moves were made, so a node that has some is ahead of it. One that was
/// freed may remember more.
fn inner_beside_leaf(inner: &Node, leaf: &Node) -> Ordering {
    let remembers_more = leaf.is_freed() && leaf.effort > inner.effort;
    if remembers_more { Ordering::Less } else { Ordering::Greater }
}

/// By plies, by what the value says, by effort; then by whatever differs, so that equals are the same.
fn compare_searched(first: (&Tree, NodeId), second: (&Tree, NodeId)) -> Ordering {
    let key = |(tree, id): (&Tree, NodeId)| {
        let node = tree.node(id);
        let searched = node.searched_in(tree.form());
        let says = match searched.bound {
            ValueBound::Exact => 3,
            ValueBound::AtLeast => 2,
            ValueBound::AtMost => 1,
            ValueBound::Open => 0_u8,
        };
        let work = (searched.plies, says, node.effort, node.is_freed());
        let numbers = [node.value.raw(), node.alpha.raw(), node.beta.raw(), node.next.raw()];
        (work, numbers.map(f32::to_bits), tree.made(id))
    };
    key(first).cmp(&key(second))
}
