//! A freed node grows again: what was learnt of it goes into its children.
//!
//! The idea is that of memory-bounded best-first searches (SMA*, RBFS: Russell 1992, Korf 1993):
//! a node that comes back must not look more promising than what was known of it when it went,
//! or the search would do everything below it once more.

use super::BestFirst;
use crate::game::{Evaluate, Order};
use crate::tree::Node;
use crate::value::{Chance, Player, Value};

impl<G: Order + Evaluate> BestFirst<G> {
    /// Fits new `children`, with their ranks, to what is known of their parent, and returns the
    /// estimate of its next move, which was to be `next`:
    ///
    /// * no move that had been made is better than the value, and the one that looks best has it;
    /// * the mover has no greater chance behind any move than he had in all;
    /// * nor has the opponent behind the best one.
    ///
    /// Ends of the game stay what they are.
    pub(super) fn remember(
        &self,
        parent: &Node,
        children: &mut [(u16, Node)],
        next: Chance,
    ) -> Chance {
        let Some(mover) = parent.turn().player() else { return next };
        let made_before = usize::from(parent.made_before()).min(children.len());
        let best = self.remember_value(parent, mover, &mut children[..made_before]);
        for (index, (rank, child)) in children.iter_mut().enumerate() {
            if child.is_finished() {
                continue;
            }
            let price = self.prices.of(parent.forced(), *rank);
            let most = |player: Player| parent.chance(player).for_player(player) + price;
            child.limit_chance(mover, most(mover));
            if Some(index) == best {
                child.limit_chance(mover.opponent(), most(mover.opponent()));
            }
        }
        let most = parent.chance(mover).for_player(mover);
        if next.exists() && next.for_player(mover) > most && parent.chance(mover).exists() {
            parent.chance(mover)
        } else {
            next
        }
    }

    /// Gives the known value to the child that looks best, and makes none better. Returns its
    /// index, unless the game is over there.
    fn remember_value(
        &self,
        parent: &Node,
        mover: Player,
        children: &mut [(u16, Node)],
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

    /// The same leaf with another value.
    fn leaf_like(&self, leaf: &Node, value: Value) -> Node {
        let price = self.prices.of(leaf.forced(), 0);
        Node::leaf(leaf.mv, leaf.turn(), leaf.forced(), value, price)
    }
}
