//! Virtual loss: a node counts as searched once more for a while, so that the next selection leads elsewhere. Its value stays;
//! one more doubling makes its chances smaller.

use super::change::Counted;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::tree::Node;
use crate::value::Chance;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The node at the end of the path counts as searched once more. `None` if that changes nothing.
    pub(super) fn count_end_deeper(&mut self) -> Option<Counted> {
        let (id, node) = self.end();
        let deeper = node.doublings().saturating_add(1);
        if node.is_leaf() {
            self.rules.set_leaf(self.tree.node_mut(id), node.value, deeper);
        } else {
            let mover = node.turn().player().filter(|_| node.next.exists())?;
            let next =
                Chance::from_player(mover, node.next.for_player(mover) - self.rules.doubling());
            self.tree.node_mut(id).set_next(next);
            self.tree.node_mut(id).set_doublings(deeper);
        }
        let after = *self.tree.node(id);
        self.back_up();
        Some(Counted { way: self.focus.walk.way(), before: node, after })
    }

    /// Takes back what [`BestFirst::count_end_deeper`] did. The walk may lead there then.
    pub(super) fn count_as_before(&mut self, counted: Counted) {
        let Counted { way, before, after } = counted;
        let Some(&id) = way.last() else { return };
        let node = *self.tree.node(id);
        // Another search may have changed the node meanwhile: what it found stays.
        let waiting = |node: &Node| (node.next, node.doublings());
        let is_as_left = !node.is_leaf() || before.is_leaf() && node.value == after.value;
        if waiting(&node) != waiting(&after) || !is_as_left {
            return;
        }
        let now = self.tree.node_mut(id);
        if node.is_leaf() {
            // Not computed again: the chances of a freed leaf are memories, and do not follow from its value.
            (now.alpha, now.beta) = (before.alpha, before.beta);
        }
        now.set_next(before.next);
        now.set_doublings(before.doublings());
        self.go_along(&way);
        self.back_up();
    }
}
