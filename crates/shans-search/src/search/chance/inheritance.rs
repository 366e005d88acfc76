//! What a freed node keeps when its moves are made again.
//!
//! The idea is that of memory-bounded best-first searches (SMA*, RBFS: Russell 1992, Korf 1993):
//! a node that comes back must not look more promising than what was known about it when it went,
//! or the search would do everything below it once more.

use super::rules::ChanceRules;
use crate::tree::{Node, TreeRules};
use crate::value::{Chance, Player, Value};

/// A child about to be appended, with its rank.
pub(in crate::search) type NewChild = (u16, Node);

impl ChanceRules {
    /// Fits the new children of a freed `parent` to what is known about it, and returns the
    /// estimate of its next move, which was to be `next`, and whether that is capped now:
    ///
    /// * no move that had been made is better than the value, and the one that looks best has it;
    /// * the mover has no greater chance behind any move than in the whole node before;
    /// * nor has the opponent behind the best one.
    ///
    /// Ends of the game stay what they are.
    pub(in crate::search) fn inherit(
        &self,
        parent: &Node,
        children: &mut [NewChild],
        next: Chance,
    ) -> (Chance, bool) {
        let Some(mover) = parent.turn().player() else { return (next, false) };
        let known = parent.value.unshifted(1);
        let made_before = usize::from(parent.made_before()).min(children.len());
        let best = self.inherit_value(parent, mover, &mut children[..made_before]);
        for (index, (rank, child)) in children.iter_mut().enumerate() {
            if child.is_finished() {
                continue;
            }
            let price = self.price(parent, *rank, child);
            let most = |player: Player| parent.chance(player).for_player(player) + price;
            // That the node was no better than its value says nothing about how far a child may
            // rise that looks worse.
            let is_behind = child.value.for_player(mover) < known.for_player(mover);
            if parent.chance(mover).exists() || !is_behind {
                child.cap_chance(mover, most(mover));
            }
            if Some(index) == best {
                child.cap_chance(mover.opponent(), most(mover.opponent()));
            }
        }
        let most = parent.chance(mover);
        let is_more = next.for_player(mover) > most.for_player(mover);
        if next.exists() && is_more && most.exists() { (most, true) } else { (next, false) }
    }

    /// Gives the known value to the child that looks best, and makes none better. Returns its
    /// index, unless the game is over there.
    fn inherit_value(
        &self,
        parent: &Node,
        mover: Player,
        children: &mut [NewChild],
    ) -> Option<usize> {
        let known = parent.value.unshifted(1);
        let own = |value: Value| value.for_player(mover);
        for (_, child) in children.iter_mut() {
            if !child.is_finished() && own(child.value) > own(known) {
                *child = self.leaf_like(child, known);
            }
        }
        let mut leaves = Vec::with_capacity(children.len());
        for (index, (_, child)) in children.iter().enumerate() {
            match child.is_finished() {
                true if own(child.value) >= own(known) => return None,
                true => {}
                false => leaves.push((index, own(child.value))),
            }
        }
        // The first of equals.
        let (best, _) = leaves.into_iter().rev().max_by(|(_, a), (_, b)| a.total_cmp(b))?;
        let child = &mut children[best].1;
        *child = self.leaf_like(child, known);
        Some(best)
    }

    /// The same leaf with another value, and with the chances that follow from it; from a win none
    /// do, and those of the leaf stay.
    fn leaf_like(&self, leaf: &Node, value: Value) -> Node {
        if value.evaluation().is_none() {
            let mut remembered = *leaf;
            remembered.remember_win(value);
            return remembered;
        }
        let chances = self.leaf_chances(leaf.forced(), value, 0);
        Node::leaf(leaf.mv, leaf.turn(), leaf.forced(), value, chances)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Turn;
    use crate::search::chance::ChanceModel;
    use crate::tree::TreeRules;

    fn rules() -> ChanceRules {
        ChanceRules::new(ChanceModel::default())
    }

    fn leaf(turn: Turn, cp: f32) -> Node {
        rules().leaf(turn, cp)
    }

    /// A node of Max's, worth 50, in which Max could still reach -900 when it was freed.
    fn freed_parent() -> Node {
        let mut parent = leaf(Turn::Max, 50.0);
        (parent.alpha, parent.beta) = (Chance::centipawns(-900.0), Chance::centipawns(700.0));
        rules().after_freeing(&parent, 0)
    }

    #[test]
    fn a_node_that_comes_back_promises_no_more_than_it_did() {
        let parent = freed_parent();
        let mut children = [(0, leaf(Turn::Min, 40.0)), (1, leaf(Turn::Min, 200.0))];
        let (next, capped) = rules().inherit(&parent, &mut children, Chance::centipawns(-300.0));
        assert_eq!((next, capped), (parent.alpha, true));
        for (rank, child) in &children {
            let price = rules().price(&parent, *rank, child);
            assert!(child.alpha.raw() - price <= parent.alpha.raw(), "{child:?}");
        }
        let (next, capped) = rules().inherit(&parent, &mut children, Chance::centipawns(-950.0));
        assert_eq!((next, capped), (Chance::centipawns(-950.0), false), "less than was known");
    }

    #[test]
    fn the_known_value_goes_to_the_child_that_looks_best() {
        let mut parent = freed_parent();
        // Two moves had been made before.
        let mut tree = crate::tree::Tree::new(parent, 3);
        let first = tree.append(tree.root(), None, leaf(Turn::Min, 10.0)).ok();
        let second = tree.append(tree.root(), first, leaf(Turn::Min, 30.0));
        assert!(second.is_ok());
        tree.free_children(tree.root(), &rules());
        parent = *tree.node(tree.root());
        assert_eq!(parent.made_before(), 2);
        let mut children = [(0, leaf(Turn::Min, 10.0)), (1, leaf(Turn::Min, 30.0))];
        rules().inherit(&parent, &mut children, Node::no_next(Turn::Max));
        let values = children.map(|(_, child)| child.value.raw());
        assert_eq!(values, [10.0, 50.0]);
    }
}
