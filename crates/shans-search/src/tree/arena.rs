//! The slab that holds the nodes, and the links between them.

use slab::Slab;
use thiserror::Error;

use super::backup::Numbers;
use super::node::{LeafChances, Node, NodeParts};
use super::node_id::NodeId;
use super::rules::TreeRules;
use super::searched::{NodeForm, Searched, ValueBound};
use crate::game::MoveCode;
use crate::value::Value;

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
    form: NodeForm,
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

    /// A tree of one explored node, with room for `capacity` (at least one).
    pub fn new(root: Node, capacity: usize) -> Tree {
        Tree::of_form(NodeForm::Explored, root, capacity)
    }

    /// A tree of one node of this form, with room for `capacity` (at least one).
    pub fn of_form(form: NodeForm, root: Node, capacity: usize) -> Tree {
        let capacity = capacity.clamp(1, Tree::MAX_NODES);
        let mut nodes = Slab::with_capacity(capacity);
        nodes.insert(root);
        Tree::of_nodes(form, nodes, capacity)
    }

    /// A tree of linked nodes, the first of which is the root.
    pub(super) fn of_nodes(form: NodeForm, nodes: Slab<Node>, capacity: usize) -> Tree {
        Tree { nodes, form, root: NodeId::FIRST, capacity, generation: 0 }
    }

    /// What its nodes keep.
    pub fn form(&self) -> NodeForm {
        self.form
    }

    /// Whether its leaves are searched; otherwise they are valued at first sight.
    pub fn leaves_are_searched(&self) -> bool {
        self.form == NodeForm::Searched
    }

    /// What a search of a node's position found; the default where leaves are valued at first sight.
    pub fn searched(&self, id: NodeId) -> Searched {
        if self.leaves_are_searched() { self.node(id).searched() } else { Searched::default() }
    }

    /// What the value of a node says as reports give it ([`Node::reported_value`]): who wins for certain is
    /// not a bound, and neither is a value at first sight.
    pub fn bound(&self, id: NodeId) -> ValueBound {
        if self.node(id).is_decided() { ValueBound::Exact } else { self.searched(id).bound }
    }

    /// The number of a node's children.
    pub fn made(&self, id: NodeId) -> u16 {
        match self.form {
            NodeForm::Explored => self.node(id).made(),
            NodeForm::Searched => self.children(id).count() as u16,
        }
    }

    /// A node taken apart.
    pub fn parts(&self, id: NodeId) -> NodeParts {
        self.node(id).parts(self.form, self.made(id))
    }

    /// The root.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a tree has a root.
    pub fn is_empty(&self) -> bool {
        false
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
        match self.form {
            NodeForm::Explored => self.node_mut(parent).count_child(),
            NodeForm::Searched => self.node_mut(parent).grow_again(),
        }
        Ok(id)
    }

    /// Takes back the newest nodes of one subtree: `created`, in the order in which they were
    /// made, all below `top`, which becomes `before` again, its last child being `last`.
    pub fn take_back(
        &mut self,
        top: NodeId,
        before: Node,
        last: Option<NodeId>,
        created: &[NodeId],
    ) {
        for id in created.iter().rev() {
            self.nodes.remove(id.key());
        }
        *self.node_mut(top) = before;
        if let Some(last) = last {
            self.node_mut(last).next_sibling = None;
        }
    }

    /// Changes whenever nodes are freed. Keep this number with any stored name of a node
    /// them, and drops the names when it is another one.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Sets what follows for a node from its children.
    pub fn set_numbers(&mut self, id: NodeId, numbers: &Numbers) {
        let node = self.node_mut(id);
        (node.value, node.alpha, node.beta) = (numbers.value, numbers.alpha, numbers.beta);
        self.set_searched(id, Searched { bound: numbers.bound, ..self.searched(id) });
    }

    /// Sets what a search of a node's position found, where leaves are searched.
    pub(super) fn set_searched(&mut self, id: NodeId, searched: Searched) {
        if self.leaves_are_searched() {
            self.node_mut(id).set_searched(searched);
        }
    }

    /// Frees the children of a node, if all of them are childless: it becomes a leaf again that
    /// keeps its value, its chances and its effort. Returns how many nodes were freed.
    pub fn free_children(&mut self, id: NodeId, rules: &impl TreeRules) -> usize {
        if self.children(id).any(|(.., child)| child.first_child.is_some()) {
            return 0;
        }
        let mut freed = 0;
        let mut next = self.node(id).first_child;
        while let Some(child) = next {
            next = self.node(child).next_sibling;
            self.nodes.remove(child.key());
            freed += 1;
        }
        self.note_freed(id, freed, rules)
    }

    /// Frees everything below a node, as [`Tree::free_children`] frees its children.
    pub fn free_subtree(&mut self, id: NodeId, rules: &impl TreeRules) -> usize {
        let mut waiting: Vec<NodeId> = self.children(id).map(|(_, child, _)| child).collect();
        let mut freed = 0;
        while let Some(id) = waiting.pop() {
            waiting.extend(self.children(id).map(|(_, child, _)| child));
            self.nodes.remove(id.key());
            freed += 1;
        }
        self.note_freed(id, freed, rules)
    }

    /// The children of a node are gone: `freed` nodes with all below them.
    fn note_freed(&mut self, id: NodeId, freed: usize, rules: &impl TreeRules) -> usize {
        if freed > 0 {
            self.forget_children(id, rules);
            self.generation += 1;
        }
        freed
    }

    fn forget_children(&mut self, id: NodeId, rules: &impl TreeRules) {
        let plies = rules.plies_after_freeing(self.node(id));
        *self.node_mut(id) = self.without_children(id, plies, rules);
    }

    /// A node after its children were freed. Where leaves are searched, it counts as searched this deep.
    pub(super) fn without_children(&self, id: NodeId, plies: u8, rules: &impl TreeRules) -> Node {
        let mut node = *self.node(id);
        let chances = |searched| rules.leaf_chances(node.forced(), node.value, searched);
        match self.form {
            NodeForm::Explored => {
                let chances = chances(Searched::default());
                node.forget_children(chances);
            }
            NodeForm::Searched if node.is_decided() => node.forget_proof(),
            NodeForm::Searched => {
                let chances = chances(Searched { plies, ..node.searched() });
                node.become_searched_leaf(plies, chances);
            }
        }
        node
    }

    /// Puts a leaf in place of a node whose value was known exactly, so that its moves can be
    /// searched all the same.
    pub fn reopen(&mut self, id: NodeId, leaf: Node) {
        self.node_mut(id).become_leaf(leaf);
    }

    /// Takes in what a deeper search of a leaf found without growing it: its value, and chances
    /// that say how deep that was.
    pub fn search_again(
        &mut self,
        id: NodeId,
        value: Value,
        chances: LeafChances,
        rules: &impl TreeRules,
    ) {
        let node = self.node_mut(id);
        (node.value, node.alpha, node.beta) = (value, chances.alpha, chances.beta);
        self.forget_children(id, rules);
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
        self.root = renaming.now(self.root);
        self.capacity = capacity.clamp(kept, Tree::MAX_NODES);
        self.nodes.reserve_exact(self.capacity - kept);
        self.generation += 1;
        renaming
    }

    /// Puts one node in place of all; their memory is kept.
    pub fn start_over(&mut self, root: Node) {
        self.nodes.clear();
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
                self.nodes.remove(id.key());
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
