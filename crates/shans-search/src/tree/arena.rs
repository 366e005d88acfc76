//! The slab that holds the nodes, and the links between them.

use std::collections::HashMap;

use slab::Slab;
use thiserror::Error;

use super::backup::Numbers;
use super::node::{Node, NodeParts, joined, parted};
use super::node_id::NodeId;
use super::rules::TreeRules;
use crate::game::MoveCode;

/// The tree holds as many nodes as it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the tree is full: it holds {capacity} nodes")]
pub struct Full {
    /// The maximum number of nodes.
    pub capacity: usize,
}

/// The explored tree.
///
/// ```text
/// parent --first_child--> child --next_sibling--> child --> ...   in the order they were made
/// ```
///
/// The memory for all nodes is reserved at the start and touched as it is used.
#[derive(Debug)]
pub struct Tree {
    nodes: Slab<Node>,
    /// The high words of efforts that have one: of 10^13 positions that were searched some thousand.
    pub(super) high_efforts: HashMap<NodeId, u32>,
    root: NodeId,
    capacity: usize,
    /// How often nodes were freed. A name kept from before the last time may name nothing, or
    /// another node.
    generation: u64,
}

/// Bytes that the arena takes for one node.
pub const NODE_BYTES: usize = size_of::<Node>();

impl Tree {
    /// More nodes than this cannot be named.
    pub const MAX_NODES: usize = u32::MAX as usize - 1;

    /// No effort is greater: the sum of those of all children of a node is a number, too.
    pub const MOST_EFFORT: u64 = (1 << 52) - 1;

    /// A tree of one node, with room for `capacity` (at least one).
    pub fn new(root: Node, capacity: usize) -> Tree {
        let capacity = capacity.clamp(1, Tree::MAX_NODES);
        let mut nodes = Slab::with_capacity(capacity);
        nodes.insert(root);
        Tree::of_nodes(nodes, HashMap::new(), capacity)
    }

    /// A tree of linked nodes, the first of which is the root.
    pub(super) fn of_nodes(
        nodes: Slab<Node>,
        high_efforts: HashMap<NodeId, u32>,
        capacity: usize,
    ) -> Tree {
        Tree { nodes, high_efforts, root: NodeId::FIRST, capacity, generation: 0 }
    }

    /// The number of a node's children.
    pub fn made(&self, id: NodeId) -> u16 {
        self.children(id).count() as u16
    }

    /// A node taken apart.
    pub fn parts(&self, id: NodeId) -> NodeParts {
        self.node(id).parts(self.made(id), self.effort(id))
    }

    /// The root.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// Number of nodes.
    #[allow(clippy::len_without_is_empty)] // A tree has a root.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The maximum number of nodes.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// How many more nodes there is room for.
    pub fn room(&self) -> usize {
        self.capacity.saturating_sub(self.len())
    }

    /// Bytes in use for nodes.
    pub fn bytes(&self) -> u64 {
        (self.len() * NODE_BYTES) as u64
    }

    /// A node. Panics if it was removed: such a name is never kept.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.key()]
    }

    /// The work spent on the subtree of a node: positions searched for it, or, where leaves are valued at first sight,
    /// tree nodes ever made below it and itself. At least 1.
    pub fn effort(&self, id: NodeId) -> u64 {
        let high = if self.high_efforts.is_empty() { None } else { self.high_efforts.get(&id) };
        joined(self.node(id).effort, high.copied().unwrap_or(0))
    }

    /// Counts more work for a node. It stays at [`Tree::MOST_EFFORT`].
    pub fn add_effort(&mut self, id: NodeId, more: u64) {
        let low = &mut self.node_mut(id).effort;
        if let Some(sum) = u32::try_from(more).ok().and_then(|more| low.checked_add(more)) {
            *low = sum;
            return;
        }
        let sum = self.effort(id).saturating_add(more).min(Tree::MOST_EFFORT);
        let (low, high) = parted(sum);
        self.node_mut(id).effort = low;
        self.high_efforts.insert(id, high);
    }

    /// Whether a node has this name.
    pub fn contains(&self, id: NodeId) -> bool {
        self.nodes.contains(id.key())
    }

    /// The node at this place in the order of files, of a tree that was just built in that order.
    pub fn nth_loaded(&self, place: u32) -> Option<NodeId> {
        let id = NodeId::from_key(usize::try_from(place).ok()?)?;
        self.contains(id).then_some(id)
    }

    /// A node to change. Panics like [`Tree::node`].
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.key()]
    }

    /// The child made first.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child
    }

    /// The child of the same parent that was made next.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next_sibling
    }

    /// The children in the order in which they were made: the position in this order is a
    /// child's rank.
    pub fn children(&self, id: NodeId) -> Children<'_> {
        Children { tree: self, next: self.node(id).first_child, rank: 0 }
    }

    /// The child that was made last.
    pub fn last_child(&self, id: NodeId) -> Option<NodeId> {
        self.children(id).last().map(|(_, id, _)| id)
    }

    /// A node and all below it, each with how many plies it is below that node.
    pub fn below(&self, id: NodeId) -> impl Iterator<Item = (NodeId, usize)> {
        let mut waiting = vec![(id, 0)];
        std::iter::from_fn(move || {
            let (id, depth) = waiting.pop()?;
            waiting.extend(self.children(id).map(|(_, child, _)| (child, depth + 1)));
            Some((id, depth))
        })
    }

    /// How many nodes there are at 0, 1, 2 ... plies below the root.
    pub fn by_depth(&self) -> Vec<u64> {
        let mut by_depth = Vec::new();
        for (_, depth) in self.below(self.root) {
            if by_depth.len() <= depth {
                by_depth.resize(depth + 1, 0);
            }
            by_depth[depth] += 1;
        }
        by_depth
    }

    /// The moves of a node that were made, in their order.
    pub fn moves_made(&self, id: NodeId) -> Vec<MoveCode> {
        self.children(id).map(|(.., child)| child.mv).collect()
    }

    /// The child behind a move, if that was made.
    pub fn child_behind(&self, parent: NodeId, mv: MoveCode) -> Option<NodeId> {
        self.children(parent).find(|(.., child)| child.mv == mv).map(|(_, id, _)| id)
    }

    /// The rank of a child; `None` if it is not a child of this node.
    pub fn rank_of(&self, parent: NodeId, child: NodeId) -> Option<u16> {
        self.children(parent).find(|&(_, id, _)| id == child).map(|(rank, ..)| rank)
    }

    /// Appends a child behind `last`, the parent's last child (`None` if it has none).
    pub fn append(
        &mut self,
        parent: NodeId,
        last: Option<NodeId>,
        child: Node,
    ) -> Result<NodeId, Full> {
        let full = Full { capacity: self.capacity };
        if self.nodes.len() >= self.capacity {
            return Err(full);
        }
        let id = NodeId::from_key(self.nodes.insert(child)).ok_or(full)?;
        match last {
            Some(last) => self.node_mut(last).next_sibling = Some(id),
            None => self.node_mut(parent).first_child = Some(id),
        }
        self.node_mut(parent).grow_again();
        Ok(id)
    }

    /// Changes whenever nodes are freed. Code that keeps names of nodes keeps this number beside them, and drops the
    /// names when it is another one.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Sets what follows for a node from its children.
    pub fn set_numbers(&mut self, id: NodeId, numbers: &Numbers) {
        let node = self.node_mut(id);
        (node.value, node.alpha, node.beta) = (numbers.value, numbers.alpha, numbers.beta);
    }

    /// Frees the children of a node, if all of them are childless: it becomes a leaf again that
    /// keeps its value, its chances and its effort. Returns how many nodes were freed.
    pub fn free_children(&mut self, id: NodeId, rules: &impl TreeRules) -> usize {
        let is_deep = self.children(id).any(|(.., child)| child.first_child.is_some());
        if is_deep { 0 } else { self.free_subtree(id, rules) }
    }

    /// Frees everything below a node, as [`Tree::free_children`] frees its children.
    pub fn free_subtree(&mut self, id: NodeId, rules: &impl TreeRules) -> usize {
        let mut waiting: Vec<NodeId> = self.children(id).map(|(_, child, _)| child).collect();
        let made = waiting.len() as u16;
        let mut freed = 0;
        while let Some(id) = waiting.pop() {
            waiting.extend(self.children(id).map(|(_, child, _)| child));
            self.remove(id);
            freed += 1;
        }
        if made > 0 {
            *self.node_mut(id) = rules.after_freeing(self.node(id), made);
            self.generation += 1;
        }
        freed
    }

    /// Takes out a node; links to it are left.
    fn remove(&mut self, id: NodeId) {
        self.nodes.remove(id.key());
        if !self.high_efforts.is_empty() {
            self.high_efforts.remove(&id);
        }
    }

    /// Puts a leaf in place of a node whose value was known exactly, so that its moves can be
    /// searched all the same.
    pub fn reopen(&mut self, id: NodeId, leaf: Node) {
        self.node_mut(id).become_leaf(leaf);
    }

    /// Gives back the memory beyond `capacity` nodes, or beyond those there are, if they are more.
    /// Nodes move: [`Renaming`] tells the new names of those whose names are kept elsewhere.
    pub fn shrink_to(&mut self, capacity: usize) -> Renaming {
        let kept = self.nodes.len();
        let mut moved = Vec::new();
        self.nodes.compact(|_, from, to| {
            // The last node moves first: this is the greatest length.
            if moved.is_empty() {
                moved.resize(from - kept + 1, None);
            }
            moved[from - kept] = NodeId::from_key(to);
            true
        });
        let renaming = Renaming { kept, moved };
        for (_, node) in &mut self.nodes {
            node.first_child = node.first_child.map(|id| renaming.now(id));
            node.next_sibling = node.next_sibling.map(|id| renaming.now(id));
        }
        let high_efforts = std::mem::take(&mut self.high_efforts).into_iter();
        self.high_efforts = high_efforts.map(|(id, high)| (renaming.now(id), high)).collect();
        self.root = renaming.now(self.root);
        self.capacity = capacity.clamp(kept, Tree::MAX_NODES);
        self.nodes.reserve_exact(self.capacity - kept);
        self.generation += 1;
        renaming
    }

    /// Puts one node in place of all; their memory is kept.
    pub fn start_over(&mut self, root: Node) {
        self.nodes.clear();
        self.high_efforts.clear();
        self.nodes.insert(root);
        self.root = NodeId::FIRST;
        self.generation += 1;
    }

    /// Makes `kept` the root and removes everything that is not below it.
    pub fn keep_below(&mut self, kept: NodeId) {
        let mut waiting = vec![self.root];
        while let Some(id) = waiting.pop() {
            if id != kept {
                waiting.extend(self.children(id).map(|(_, child, _)| child));
                self.remove(id);
            }
        }
        self.generation += 1;
        self.root = kept;
        let root = self.node_mut(kept);
        root.next_sibling = None;
        root.mv = MoveCode::default();
    }
}

/// The new names of nodes after [`Tree::shrink_to`].
#[derive(Clone, Debug)]
#[must_use = "names from before name other nodes now"]
pub struct Renaming {
    /// Slots below this one have kept their nodes.
    kept: usize,
    /// Where the nodes of the slots from there on are.
    moved: Vec<Option<NodeId>>,
}

impl Renaming {
    /// The name of the node that had this one.
    pub fn now(&self, before: NodeId) -> NodeId {
        let beyond = before.key().checked_sub(self.kept);
        let moved = beyond.and_then(|beyond| self.moved.get(beyond).copied().flatten());
        moved.unwrap_or(before)
    }
}

/// The children of a node with their ranks.
#[derive(Clone, Debug)]
pub struct Children<'a> {
    tree: &'a Tree,
    next: Option<NodeId>,
    rank: u16,
}

impl<'a> Iterator for Children<'a> {
    type Item = (u16, NodeId, &'a Node);

    fn next(&mut self) -> Option<Self::Item> {
        let id = self.next?;
        let rank = self.rank;
        let node = self.tree.node(id);
        self.next = node.next_sibling;
        self.rank += 1;
        Some((rank, id, node))
    }
}
