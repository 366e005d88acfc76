//! The name of a node.

use std::num::NonZeroU32;

/// Names a node of one tree. Only the tree makes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The first node of a tree that was just made.
    pub(super) const FIRST: NodeId = NodeId(NonZeroU32::MIN);

    /// The name of the node in this slot of the slab; `None` beyond
    /// [`Tree::MAX_NODES`](super::Tree::MAX_NODES).
    pub(super) fn from_key(key: usize) -> Option<NodeId> {
        let number = u32::try_from(key).ok()?.checked_add(1)?;
        NonZeroU32::new(number).map(NodeId)
    }

    /// The slot of the slab.
    pub(super) fn key(self) -> usize {
        self.0.get() as usize - 1
    }
}
