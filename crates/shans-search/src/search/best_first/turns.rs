//! Walks of the position that has its turn, its back-up, and how several positions take turns.

use super::path_node::Aim;
use super::search::BestFirst;
use crate::game::Heuristics;
use crate::tree::NodeId;

impl<G: Heuristics> BestFirst<G> {
    /// Walks from the position analysed to the node to which the aim leads.
    pub(in crate::search) fn descend(&mut self, aim: Aim) {
        self.descend_through(None, aim);
    }

    /// The same through this child of the position analysed, where one is named.
    pub(in crate::search) fn descend_through(&mut self, first: Option<NodeId>, aim: Aim) {
        self.focus.walk.descend_through(first, aim, &self.root.game, &self.tree, &self.rules);
    }

    /// Walks along these nodes, which lead from the root of the tree to a node below the position analysed.
    pub(in crate::search) fn go_along(&mut self, way: &[NodeId]) {
        self.focus.walk.go_along(way, &self.root.game, &self.tree, &self.rules);
    }

    /// Walks to the position analysed, and no further.
    pub(in crate::search) fn return_to_stem(&mut self) {
        self.focus.walk.return_to_stem(&self.root.game, &self.tree, &self.rules);
    }

    /// Backs up: gives every node of the path, from its end to the root, the numbers that follow from its children.
    pub(in crate::search) fn back_up(&mut self) {
        self.focus.walk.back_up(&mut self.tree, &self.rules);
    }

    /// Forgets the path, which is only kept to be shorter the next time.
    pub(in crate::search) fn leave_path(&mut self) {
        self.focus.walk.leave_path(&self.tree);
    }

    /// It is the turn of one of these positions for as long as this acts.
    pub(super) fn in_turn<T>(
        &mut self,
        beside: usize,
        act: impl FnOnce(&mut BestFirst<G>) -> T,
    ) -> T {
        self.begin_turn(Some(beside));
        let done = act(self);
        if self.focus.is_reached()
            && let Some(part) = &mut self.focus.part
        {
            part.left = self.budget.nodes_left();
        }
        self.begin_turn(None);
        done
    }

    fn begin_turn(&mut self, beside: Option<usize>) {
        self.focus.turn_to(beside);
        self.limit_to_part();
        // Other searches have changed the numbers around the path.
        self.leave_path();
    }

    /// Once the walk has reached the position whose turn it is, its own part of the nodes (`Focus::part`) is the limit.
    pub(super) fn limit_to_part(&mut self) {
        match self.focus.part.filter(|_| self.focus.is_reached()) {
            Some(part) => self.budget.grant(part.granted, part.left),
            None => self.budget.limit_nodes(None),
        }
    }
}
