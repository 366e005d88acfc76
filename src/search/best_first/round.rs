//! What one iteration has done so far, so that it can be taken back as a whole.

use crate::search::budget::Spent;
use crate::tree::{Node, NodeId, Tree};

/// An iteration in progress. One that a limit cuts off leaves no trace, and going on later gives
/// the same tree as never having stopped.
#[derive(Clone, Debug, Default)]
pub(super) struct Round {
    /// The node that grows as it was before, and its last child then.
    before: Option<(NodeId, Node, Option<NodeId>)>,
    /// Nodes made, in this order.
    created: Vec<NodeId>,
    depth_sum: u64,
    depth_max: u32,
    table_hits: u64,
    spent_before: Spent,
}

/// What a completed iteration adds to the counters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RoundTotal {
    pub(super) made: u64,
    pub(super) depth_sum: u64,
    pub(super) depth_max: u32,
    pub(super) table_hits: u64,
}

impl Round {
    /// Begins: this node is about to grow.
    pub(super) fn begin(&mut self, id: NodeId, node: Node, last: Option<NodeId>, spent: Spent) {
        self.before = Some((id, node, last));
        self.spent_before = spent;
    }

    /// Positions searched before it began.
    pub(super) fn nodes_before(&self) -> u64 {
        self.spent_before.nodes
    }

    /// A node was made this many plies below the top of the tree.
    pub(super) fn note_created(&mut self, id: NodeId, depth: u32) {
        self.created.push(id);
        self.depth_sum += u64::from(depth);
        self.depth_max = self.depth_max.max(depth);
    }

    /// This many positions had their values from the table.
    pub(super) fn note_table_hits(&mut self, hits: u64) {
        self.table_hits += hits;
    }

    /// Ends well.
    pub(super) fn end(&mut self) -> RoundTotal {
        let total = RoundTotal {
            made: self.created.len() as u64,
            depth_sum: self.depth_sum,
            depth_max: self.depth_max,
            table_hits: self.table_hits,
        };
        self.created.clear();
        (self.depth_sum, self.depth_max, self.table_hits) = (0, 0, 0);
        total
    }

    /// Undoes what was done to the tree; returns the work that had been done before.
    pub(super) fn take_back(&mut self, tree: &mut Tree) -> Spent {
        let round = std::mem::take(self);
        round.undo(tree);
        round.spent_before
    }

    /// Undoes what was done to the tree, and ends: the work was done.
    pub(super) fn leave_unfinished(&mut self, tree: &mut Tree) -> RoundTotal {
        let round = std::mem::take(self);
        round.undo(tree);
        RoundTotal { table_hits: round.table_hits, ..RoundTotal::default() }
    }

    fn undo(&self, tree: &mut Tree) {
        if let Some((id, before, last)) = self.before {
            tree.take_back(id, before, last, &self.created);
        }
    }
}
