//! The order in which tree files keep nodes, and building a tree from it.
//!
//! Siblings come together, in the order in which they were made: first the root alone, then
//! always the children of the newest node whose children have not come yet. With the number of
//! children of every node this order says everything that links would, so there is no link that
//! could be wrong; and a tree built from it has siblings side by side.

use std::collections::HashMap;

use slab::Slab;
use thiserror::Error;

use super::arena::Tree;
use super::node::{Node, NodeParts, parted};
use super::node_id::NodeId;

/// The nodes of a tree in the order of files. The root comes first.
#[derive(Clone, Debug)]
pub struct FileOrder<'a> {
    tree: &'a Tree,
    /// The next one of the siblings that are passed now.
    sibling: Option<NodeId>,
    /// First children of the siblings to come.
    waiting: Vec<NodeId>,
}

impl<'a> FileOrder<'a> {
    /// The nodes of this tree.
    pub fn new(tree: &'a Tree) -> FileOrder<'a> {
        FileOrder { tree, sibling: None, waiting: vec![tree.root()] }
    }
}

impl<'a> Iterator for FileOrder<'a> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = self.sibling.or_else(|| self.waiting.pop())?;
        let node = self.tree.node(id);
        self.sibling = node.next_sibling;
        self.waiting.extend(node.first_child);
        Some(id)
    }
}

impl Tree {
    /// The high words of efforts that have one, each with the place of its node in the order of files.
    pub fn high_efforts(&self) -> Vec<(u32, u32)> {
        if self.high_efforts.is_empty() {
            return Vec::new();
        }
        let places = (0..).zip(FileOrder::new(self));
        places.filter_map(|(place, id)| Some((place, *self.high_efforts.get(&id)?))).collect()
    }
}

/// Why nodes make no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Misfit {
    /// No node is left whose child this could be.
    #[error("there are more nodes than the counts of children say")]
    TooMany,
    /// A node lacks children.
    #[error("there are fewer nodes than the counts of children say")]
    TooFew,
    /// There is no room for them.
    #[error("there are more nodes than there is room for, which is {0}")]
    Full(usize),
}

/// Builds a tree from nodes in the order of files.
#[derive(Debug)]
pub struct TreeBuilder {
    nodes: Slab<Node>,
    high_efforts: HashMap<NodeId, u32>,
    capacity: usize,
    /// The node whose children are being read, how many of them are missing, and the last one
    /// read.
    parent: Option<(NodeId, u16, Option<NodeId>)>,
    /// Nodes that lack all their children, with the number of these.
    waiting: Vec<(NodeId, u16)>,
}

impl TreeBuilder {
    /// For a tree with room for `capacity` nodes, of which `expected` are about to come. Memory
    /// is set aside for those at once: the caller must know that they can.
    pub fn new(capacity: usize, expected: usize) -> TreeBuilder {
        let capacity = capacity.clamp(1, Tree::MAX_NODES);
        let nodes = Slab::with_capacity(expected.min(capacity));
        let high_efforts = HashMap::new();
        TreeBuilder { nodes, high_efforts, capacity, parent: None, waiting: Vec::new() }
    }

    /// Takes in the next node.
    ///
    /// # Errors
    ///
    /// [`Misfit`] if it has no place.
    pub fn add(&mut self, parts: NodeParts) -> Result<(), Misfit> {
        let full = Misfit::Full(self.capacity);
        if self.nodes.len() >= self.capacity {
            return Err(full);
        }
        let is_root = self.nodes.is_empty();
        let (effort, high) = parted(parts.effort);
        let mut node = parts.node;
        node.effort = effort;
        let id = NodeId::from_key(self.nodes.insert(node)).ok_or(full)?;
        if !is_root {
            self.link(id)?;
        }
        if high > 0 {
            self.high_efforts.insert(id, high);
        }
        if parts.made > 0 {
            self.waiting.push((id, parts.made));
        }
        Ok(())
    }

    fn link(&mut self, id: NodeId) -> Result<(), Misfit> {
        let present = self.parent.take().filter(|&(_, missing, _)| missing > 0);
        let next = || self.waiting.pop().map(|(parent, children)| (parent, children, None));
        let (parent, missing, last) = present.or_else(next).ok_or(Misfit::TooMany)?;
        match last {
            Some(last) => self.nodes[last.key()].next_sibling = Some(id),
            None => self.nodes[parent.key()].first_child = Some(id),
        }
        self.parent = Some((parent, missing - 1, Some(id)));
        Ok(())
    }

    /// The tree.
    ///
    /// # Errors
    ///
    /// [`Misfit::TooFew`] if nodes are missing.
    pub fn finish(mut self) -> Result<Tree, Misfit> {
        let is_open = self.parent.is_some_and(|(_, missing, _)| missing > 0);
        if self.nodes.is_empty() || is_open || !self.waiting.is_empty() {
            return Err(Misfit::TooFew);
        }
        self.nodes.reserve_exact(self.capacity - self.nodes.len());
        Ok(Tree::of_nodes(self.nodes, self.high_efforts, self.capacity))
    }
}
