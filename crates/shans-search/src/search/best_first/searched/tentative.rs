//! What a node counts as while a question about it is out and the search goes on elsewhere.
//!
//! It counts as searched a ply deeper, with the value that it has: nothing is invented about what will
//! be found. So its chances fall by the price of that ply, and the next selection leads to another
//! node.

use super::super::search::BestFirst;
use super::visit::Visit;
use crate::game::{Evaluate, Heuristics};
use crate::tree::{LeafChances, Node, Searched, TreeRules};
use crate::value::{Chance, Player};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The node of a visit counts as searched.
    pub(super) fn count_as_searched(&mut self, visit: &mut Visit) {
        let Some(&id) = visit.way.last() else { return };
        let node = *self.tree.node(id);
        visit.before = Some(node);
        // What was freed keeps other chances than those of a leaf.
        if node.is_leaf() && !node.is_freed() {
            let searched = node.searched();
            let plies = searched.plies.saturating_add(1).min(Searched::MOST_PLIES);
            let deeper = Searched { plies, ..searched };
            let chances = self.rules.leaf_chances(node.forced(), node.value, deeper);
            self.tree.node_mut(id).set_leaf(node.value, deeper, chances);
        } else if let Some(mover) = mover_with_next(&node) {
            let ply = self.rules.model().ply;
            let next = Chance::from_player(mover, node.next.for_player(mover) - ply);
            self.tree.node_mut(id).set_next(next, node.is_next_capped());
        }
        self.carry_up(visit);
    }

    /// The node of a visit is as it was before.
    pub(super) fn count_as_before(&mut self, visit: &mut Visit) {
        let Some((before, &id)) = visit.before.take().zip(visit.way.last()) else { return };
        let node = self.tree.node_mut(id);
        if node.is_leaf() && !node.is_freed() {
            let chances = LeafChances { alpha: before.alpha, beta: before.beta };
            node.set_leaf(before.value, before.searched(), chances);
        } else if mover_with_next(&before).is_some() {
            node.set_next(before.next, before.is_next_capped());
        }
        self.carry_up(visit);
    }

    fn carry_up(&mut self, visit: &Visit) {
        self.walk.go_along(&visit.way, &self.root.game, &self.tree, &self.rules);
        self.carry_numbers_up();
    }
}

/// The mover of a node with children, where moves wait behind them.
fn mover_with_next(node: &Node) -> Option<Player> {
    node.turn().player().filter(|_| !node.is_leaf() && node.next.exists())
}
