//! Counting the nodes of a tree.

use super::arena::Tree;
use super::node_id::NodeId;

/// How many nodes of which kind a tree has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// All.
    pub nodes: u64,
    /// With children.
    pub inner: u64,
    /// In which no move was made yet.
    pub leaves: u64,
    /// Where the game is over.
    pub finished: u64,
    /// Whose value is proven.
    pub proven: u64,
    /// Whose children were freed to make room.
    pub freed: u64,
    /// Nodes at each depth, from the root on.
    pub by_depth: Vec<u64>,
}

impl Tree {
    /// Counts a node and all below it.
    pub fn count_below(&self, id: NodeId) -> u64 {
        let mut count = 0;
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            count += 1;
            waiting.extend(self.children(id).map(|(_, child, _)| child));
        }
        count
    }

    /// Counts the nodes.
    pub fn census(&self) -> Census {
        let mut census = Census::default();
        let mut waiting = vec![(self.root(), 0)];
        while let Some((id, depth)) = waiting.pop() {
            let node = self.node(id);
            census.nodes += 1;
            census.proven += u64::from(node.is_proven());
            match () {
                () if node.is_freed() => census.freed += 1,
                () if node.is_finished() => census.finished += 1,
                () if node.is_leaf() => census.leaves += 1,
                () => census.inner += 1,
            }
            if census.by_depth.len() <= depth {
                census.by_depth.resize(depth + 1, 0);
            }
            census.by_depth[depth] += 1;
            waiting.extend(self.children(id).map(|(_, child, _)| (child, depth + 1)));
        }
        census
    }
}
