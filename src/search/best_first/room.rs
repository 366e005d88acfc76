//! How much a search may keep, and what it keeps there.

use crate::tree::NODE_BYTES;

/// Bounds on what a search may keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Bytes for the tree and its tables together.
    pub memory: u64,
    /// Nodes of the tree, where they are bounded beside the memory.
    pub tree_nodes: Option<usize>,
}

/// The table of leaf values takes this share of the memory ...
const TABLE_SHARE: u64 = 16;
/// ... and no more than this, so that small trees do not pay for a large one: bytes.
const TABLE_MOST: u64 = 64 << 20;

impl Room {
    /// Bytes for the table of leaf values: a power of two.
    pub fn table_bytes(&self) -> u64 {
        let bytes = (self.memory / TABLE_SHARE).min(TABLE_MOST);
        if bytes == 0 { 0 } else { 1 << bytes.ilog2() }
    }

    /// The greatest number of nodes in the tree.
    pub fn tree_capacity(&self) -> usize {
        let nodes = (self.memory - self.table_bytes()) / NODE_BYTES as u64;
        let nodes = usize::try_from(nodes).unwrap_or(usize::MAX);
        nodes.min(self.tree_nodes.unwrap_or(usize::MAX))
    }
}
