//! The visits that lines need which somebody wants in the tree.

use super::super::included::Wanted;
use super::super::search::BestFirst;
use super::leaf_work::LeafWork;
use super::move_work::Making;
use super::visit::{Visit, Work};
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::Stop;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The visit that a line of those wanted needs next; `None` while others are open: it may need the node
    /// of one of them.
    pub(super) fn visit_included(&mut self, wanted: Wanted) -> Result<Option<Visit>, Stop> {
        if !self.searched.visits.is_empty() {
            return Ok(None);
        }
        let Wanted { way, mv, .. } = wanted;
        self.walk.go_along(&way, &self.root.game, &self.tree, &self.rules);
        let aim = self.node().value;
        let work = match (mv, self.place(aim).end()) {
            (None, Some((_, leaf))) => {
                let near = self.place(aim).at_analysed(leaf.value);
                Work::Leaf(LeafWork::value(leaf.searched().plies + 1, near))
            }
            (mv, _) => Work::Moves(self.list_moves(Making::One, mv)?),
        };
        Ok(Some(Visit::new(way, aim, work)))
    }
}
