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
        let searched = tree.searched(id);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{MoveCode, Turn};
    use crate::tree::file_order::TreeBuilder;
    use crate::tree::node::{LeafChances, NodeParts};
    use crate::tree::searched::{NodeForm, Searched};
    use crate::value::{Chance, Player, Value};

    /// A leaf that was searched three plies deep, by five nodes.
    fn leaf(bound: ValueBound) -> NodeParts {
        let [alpha, beta] = [30.0, -10.0].map(Chance::centipawns);
        let chances = LeafChances { alpha, beta };
        let node = Node::leaf(MoveCode(1), Turn::Max, false, Value::centipawns(10.0), chances);
        let searched = Searched { plies: 3, bound, tactical: false };
        NodeParts { effort: 5, searched, ..node.parts(NodeForm::Searched, 0) }
    }

    fn deeper(plies: u8, effort: u32) -> NodeParts {
        let searched = Searched { plies, bound: ValueBound::Open, tactical: false };
        NodeParts { searched, effort, ..leaf(ValueBound::Open) }
    }

    fn freed(effort: u32) -> NodeParts {
        NodeParts { freed: true, made: 1, effort, ..leaf(ValueBound::Open) }
    }

    /// A win for Max, who may still have the chance of a faster one.
    fn win(plies: u16, is_the_fastest: bool) -> NodeParts {
        let (value, beta) = (Value::win_in(Player::Max, plies), Chance::none(Player::Min));
        let open =
            NodeParts { value, beta, effort: 100 - u32::from(plies), ..leaf(ValueBound::Exact) };
        let alpha = if is_the_fastest { Chance::none(Player::Max) } else { open.alpha };
        NodeParts { alpha, ..open }
    }

    /// A proven value without a win, found by a deep search.
    fn proven() -> NodeParts {
        let [alpha, beta] = [Player::Max, Player::Min].map(Chance::none);
        NodeParts { alpha, beta, ..deeper(9, 1_000) }
    }

    fn with_a_move(parts: NodeParts) -> Vec<NodeParts> {
        vec![NodeParts { made: 1, ..parts }, leaf(ValueBound::Exact)]
    }

    fn tree(parts: &[NodeParts]) -> Tree {
        let mut tree = TreeBuilder::new(NodeForm::Searched, parts.len(), parts.len());
        parts.iter().for_each(|&parts| tree.add(parts).expect("it has a place"));
        tree.finish().expect("a whole tree")
    }

    /// Each knows more than those before it, whichever of two is named first.
    fn assert_rising(ladder: &[Vec<NodeParts>]) {
        let trees: Vec<Tree> = ladder.iter().map(|parts| tree(parts)).collect();
        for (index, more) in trees.iter().enumerate() {
            for (below, less) in trees[..index].iter().enumerate() {
                let [more, less] = [more, less].map(|tree| (tree, tree.root()));
                let told = format!("{:?} and {:?}", ladder[below][0], ladder[index][0]);
                assert_eq!(choose(more, less), Choice::First, "{told}");
                assert_eq!(choose(less, more), Choice::Second, "{told}");
            }
        }
    }

    #[test]
    fn the_deeper_search_knows_more_and_then_what_says_more_and_then_more_work() {
        let says = [ValueBound::Open, ValueBound::AtMost, ValueBound::AtLeast, ValueBound::Exact];
        let mut ladder = vec![vec![deeper(2, 9)], vec![deeper(3, 4)]];
        ladder.extend(says.map(|bound| vec![leaf(bound)]));
        ladder.push(vec![NodeParts { effort: 6, ..leaf(ValueBound::Exact) }]);
        ladder.extend([vec![deeper(4, 1)], vec![deeper(5, 1)]]);
        assert_rising(&ladder);
    }

    #[test]
    fn moves_are_more_than_none_unless_more_work_is_remembered_without_them() {
        let inner = with_a_move(deeper(1, 7));
        assert_rising(&[vec![deeper(9, 100)], inner.clone()]);
        assert_rising(&[inner.clone(), vec![freed(8)]]);
        assert_rising(&[vec![freed(7)], inner.clone()]);
        let [one, two] = [inner, with_a_move(deeper(9, 100))].map(|parts| tree(&parts));
        let [one, two] = [&one, &two].map(|tree| (tree, tree.root()));
        assert_eq!((choose(one, two), choose(two, one)), (Choice::Both, Choice::Both));
    }

    #[test]
    fn what_is_certain_is_more_than_what_is_not_and_a_near_win_more_than_a_far_one() {
        let far_and_freed = NodeParts { freed: true, made: 1, ..win(4, true) };
        assert_rising(&[
            vec![deeper(9, 1_000)],
            vec![proven()],
            vec![win(9, false)],
            vec![win(6, false)],
            with_a_move(win(6, false)),
            vec![win(6, true)],
            vec![far_and_freed],
            with_a_move(win(4, true)),
        ]);
        assert_rising(&[with_a_move(deeper(9, 1_000)), vec![win(9, false)]]);
    }

    /// Otherwise it would matter which of two trees is named first.
    #[test]
    fn of_two_that_know_as_much_it_is_always_the_same_one() {
        let one = leaf(ValueBound::Exact);
        let others = [
            NodeParts { value: Value::centipawns(11.0), ..one },
            NodeParts { alpha: Chance::centipawns(31.0), ..one },
            NodeParts { beta: Chance::centipawns(-11.0), ..one },
            NodeParts { next: Chance::centipawns(29.0), ..one },
        ];
        for other in others {
            let [one, two] = [tree(&[one]), tree(&[other])];
            let [one, two] = [&one, &two].map(|tree| (tree, tree.root()));
            let chosen = [choose(one, two), choose(two, one)];
            assert!(
                chosen == [Choice::First, Choice::Second]
                    || chosen == [Choice::Second, Choice::First],
                "{other:?}"
            );
            assert_eq!(choose(one, one), Choice::First);
        }
    }
}
