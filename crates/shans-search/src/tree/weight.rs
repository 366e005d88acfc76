//! Which of two nodes of one position knows more.

use std::cmp::{Ordering, Reverse};

use super::node::NodeParts;
use crate::value::Player;

/// What becomes of two nodes of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// The first one is taken with all below it.
    First,
    /// The second one is.
    Second,
    /// The moves of both are taken.
    Both,
}

/// Compares what two trees know of a position. Where the game is over, or a proof was freed, nothing can stand
/// below: such a node is taken as a whole, the better proof of two. The moves of all others are put together. It
/// depends on nothing else, so that the order of the two does not matter.
pub(super) fn choose(one: &NodeParts, two: &NodeParts) -> Choice {
    let by_effort = one.effort.cmp(&two.effort);
    let is_first = match (is_whole(one), is_whole(two)) {
        (false, false) => return Choice::Both,
        (true, false) => proof(one) >= proof(two),
        (false, true) => proof(one) > proof(two),
        (true, true) => knows_more(one, two, true).then(by_effort).is_ge(),
    };
    if is_first { Choice::First } else { Choice::Second }
}

/// Whether a node has no moves and needs none.
fn is_whole(node: &NodeParts) -> bool {
    node.made == 0 && !node.node.next.exists()
}

/// Of two proofs a win is more than none, a nearer one more, and one that has its moves more than one without.
/// What is not proven is less than any proof.
fn proof(NodeParts { node, .. }: &NodeParts) -> impl PartialOrd + use<> {
    let plies = node.proven_win().map(|(_, plies)| Reverse(plies));
    (node.is_decided(), plies, !node.is_freed())
}

/// Compares what two nodes of one position know about the moves that wait in them: by the nodes of the last search
/// of these, where leaves are searched; else a node that has moves knows more than a leaf, and one whose next move
/// promises less more than another, since moves are tried in the order of their promise. Then by whatever differs,
/// so that equals are the same. Not by effort: that of the new node is the larger one, whichever of the two it is, so a third
/// tree would be compared with what none of them knows, and the order of merging would matter.
pub(super) fn knows_more(one: &NodeParts, two: &NodeParts, is_searched: bool) -> Ordering {
    let mover = one.node.turn().player().unwrap_or(Player::Max);
    let work = |it: &NodeParts| if is_searched { it.node.work() } else { it.made.min(1) };
    let next = |it: &NodeParts| it.node.next.for_player(mover);
    let rest = |&NodeParts { node, .. }: &NodeParts| {
        let numbers = [node.value.raw(), node.alpha.raw(), node.beta.raw()];
        (node.is_next_capped(), node.work(), node.is_freed(), numbers.map(f32::to_bits))
    };
    let order = work(one).cmp(&work(two)).then(next(two).total_cmp(&next(one)));
    order.then_with(|| rest(one).cmp(&rest(two)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{MoveCode, Turn};
    use crate::tree::node::{LeafChances, Node};
    use crate::value::{Chance, Value};

    /// A leaf of this value, whose search was doubled so often.
    fn leaf(value: f32, doublings: u8, effort: u64) -> NodeParts {
        let [alpha, beta] = [value - 20.0, value + 20.0].map(Chance::centipawns);
        let chances = LeafChances { alpha, beta };
        let mut node = Node::leaf(MoveCode(1), Turn::Max, false, Value::centipawns(value), chances);
        node.set_doublings(doublings);
        node.parts(0, effort)
    }

    /// A win of Max whose moves are there, or were freed.
    fn win(plies: u16, has_moves: bool) -> NodeParts {
        let mut node = leaf(0.0, 1, 9).node;
        if !has_moves {
            node.forget_proof();
        }
        node.value = Value::win_in(Player::Max, plies);
        node.next = Chance::none(Player::Max);
        node.give_up_chances();
        node.parts(u16::from(has_moves), 9)
    }

    #[test]
    fn of_leaves_the_one_with_the_longer_search_knows_more() {
        let ladder = [leaf(30.0, 3, 10), leaf(-5.0, 4, 3), leaf(-6.0, 5, 1)];
        for (index, more) in ladder.iter().enumerate() {
            for less in &ladder[..index] {
                assert_eq!(knows_more(more, less, true), Ordering::Greater);
                assert_eq!(knows_more(less, more, true), Ordering::Less);
                assert_eq!(choose(more, less), Choice::Both);
            }
            assert_eq!(knows_more(more, more, true), Ordering::Equal);
        }
    }

    /// The effort of a merged node is not its own.
    #[test]
    fn of_equally_deep_searches_the_longer_one_knows_no_more() {
        assert_eq!(knows_more(&leaf(-5.0, 4, 7), &leaf(-5.0, 4, 3), true), Ordering::Equal);
    }

    #[test]
    fn a_proof_without_moves_is_taken_whole_unless_the_other_is_nearer() {
        let open = NodeParts { made: 3, ..leaf(10.0, 9, 99) };
        assert_eq!(choose(&win(6, false), &open), Choice::First);
        assert_eq!(choose(&open, &win(6, false)), Choice::Second);
        assert_eq!(choose(&win(6, false), &win(6, true)), Choice::Second);
        assert_eq!(choose(&win(6, false), &win(8, true)), Choice::First);
        assert_eq!(choose(&win(6, true), &win(8, true)), Choice::Both);
    }
}
