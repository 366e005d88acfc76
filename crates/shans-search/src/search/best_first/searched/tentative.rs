//! What a node counts as while a question about it is open and the search continues elsewhere.
//!
//! It counts as searched a ply deeper with its present value; nothing is assumed about the answer. So its
//! chances fall by the price of that ply, and the next selection leads to another node. If it still leads to
//! the same one, that node counts as searched another ply deeper.

use super::super::search::BestFirst;
use super::visit::Visit;
use crate::game::{Evaluate, Heuristics};
use crate::tree::{LeafChances, Node, NodeId, Searched, TreeRules};
use crate::value::{Chance, Player};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The node of a visit counts as searched.
    pub(super) fn count_as_searched(&mut self, visit: &mut Visit) {
        let Some(&id) = visit.way.last().filter(|_| !visit.is_beside_tree()) else { return };
        visit.before = Some(*self.tree.node(id));
        self.count_deeper(id);
        self.carry_up(&visit.way);
    }

    /// The node at the end of the path, a question about which is out, counts as searched one ply deeper
    /// still, so that the next selection leads past it. `false` if that changes nothing.
    pub(super) fn pass_over_end(&mut self) -> bool {
        let way: Vec<NodeId> = self.walk.path().iter().map(|level| level.id).collect();
        let Some(&id) = way.last() else { return false };
        let before = *self.tree.node(id);
        self.count_deeper(id);
        self.carry_up(&way);
        *self.tree.node(id) != before
    }

    /// A node counts as searched a ply deeper than it was.
    fn count_deeper(&mut self, id: NodeId) {
        let node = *self.tree.node(id);
        let is_exact = self.rules.exact_leaves().is_some();
        // What was freed keeps other chances than those of a leaf.
        if node.is_leaf() && !node.is_freed() {
            let searched = node.searched();
            let plies = searched.plies.saturating_add(1).min(Searched::MOST_PLIES);
            let deeper = Searched { plies, ..searched };
            let chances = self.rules.leaf_chances(node.forced(), node.value, deeper);
            self.tree.node_mut(id).set_leaf(node.value, deeper, chances);
        } else if let Some(mover) = mover_with_next(&node).filter(|_| is_exact) {
            let (next, plies) = self.rules.hope_after(mover, node.next, node.searched().plies);
            let end = self.tree.node_mut(id);
            end.set_next(next, node.is_next_capped());
            end.set_searched(Searched { plies, ..node.searched() });
        } else if let Some(mover) = mover_with_next(&node) {
            let ply = self.rules.model().ply;
            let next = Chance::from_player(mover, node.next.for_player(mover) - ply);
            self.tree.node_mut(id).set_next(next, node.is_next_capped());
        }
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
            node.set_searched(Searched { plies: before.searched().plies, ..node.searched() });
        }
        self.carry_up(&visit.way);
    }

    /// Does this with the tree in the state without open questions: an answer cannot have withstood a question
    /// that is still open.
    pub(in super::super) fn as_if_nothing_were_asked<T>(
        &mut self,
        look: impl FnOnce(&mut BestFirst<G>) -> T,
    ) -> T {
        let is_counted = |visit: &Visit| visit.before.is_some();
        let is_any_counted = self.searched.visits.iter().any(is_counted);
        if !is_any_counted {
            return look(self);
        }
        self.count_visits_as_before();
        let seen = look(self);
        self.go_on(self.jobs());
        seen
    }

    /// The tree is in the state without open questions.
    pub(super) fn count_visits_as_before(&mut self) {
        self.count_visits(|search, visit| search.count_as_before(visit));
    }

    /// The nodes of all visits count as searched, where there may be several.
    pub(in super::super) fn go_on(&mut self, jobs: usize) {
        if jobs > 1 {
            self.count_visits(|search, visit| {
                if visit.before.is_none() {
                    search.count_as_searched(visit);
                }
            });
        }
    }

    fn count_visits(&mut self, count: impl Fn(&mut BestFirst<G>, &mut Visit)) {
        let mut visits = std::mem::take(&mut self.searched.visits);
        visits.iter_mut().for_each(|visit| count(self, visit));
        self.searched.visits = visits;
    }

    fn carry_up(&mut self, way: &[NodeId]) {
        self.walk.go_along(way, &self.root.game, &self.tree, &self.rules);
        self.walk.carry_numbers_up(&mut self.tree, &self.rules);
    }
}

/// The mover of a node with children, where moves wait behind them.
fn mover_with_next(node: &Node) -> Option<Player> {
    node.turn().player().filter(|_| !node.is_leaf() && node.next.exists())
}
