//! What searches of whole positions have found.

use std::collections::{BTreeMap, HashMap};

use super::leaf_lines::LeafLine;
use crate::game::MoveCode;
use crate::search::leaf::Known;
use crate::tree::{FileOrder, NodeId, Renaming, Tree};
use crate::value::Value;

/// Anchors of more positions are not kept.
const MOST: usize = 4096;

/// What the anchor has found in one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// The line that it rests on, the best move first.
    pub line: LeafLine,
    /// The value, Max's view, wins as they were seen: counted from the position.
    pub value: Value,
    /// Nodes that it has had.
    pub nodes: u64,
    /// The effort below the position when it began there.
    pub began_at: u32,
    /// It has seen all there is.
    pub is_final: bool,
}

impl Anchor {
    /// Orders two of one position: that with more nodes knows more; equals are the same.
    pub(super) fn key(&self) -> (u64, u16, u32, Vec<u16>) {
        let line = self.line.moves().iter().map(|code| code.0).collect();
        (self.nodes, self.line.depth(), self.value.raw().to_bits(), line)
    }

    /// What its next search goes on from.
    pub(super) fn known(&self) -> Option<Known> {
        let line = self.line.moves().to_vec();
        (!line.is_empty()).then(|| Known { depth: self.line.depth(), value: self.value, line })
    }
}

/// Anchors by the moves from the root of a tree to their positions.
pub(super) type AnchorsByLine = BTreeMap<Vec<MoveCode>, Anchor>;

/// Anchors by their positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Anchors {
    by_node: HashMap<NodeId, Anchor>,
    /// That of the tree when those of freed nodes went last.
    generation: u64,
}

impl Anchors {
    pub(super) fn get(&self, id: NodeId) -> Option<&Anchor> {
        self.by_node.get(&id)
    }

    pub(super) fn set(&mut self, id: NodeId, anchor: Anchor) {
        if self.by_node.len() < MOST || self.by_node.contains_key(&id) {
            self.by_node.insert(id, anchor);
        }
    }

    /// Drops those of nodes that were freed. To be asked for before new nodes get their names.
    pub(super) fn follow(&mut self, tree: &Tree) {
        if self.generation != tree.generation() {
            self.generation = tree.generation();
            self.by_node.retain(|&id, _| tree.contains(id));
        }
    }

    /// Nodes have moved.
    pub(super) fn rename(&mut self, renaming: &Renaming, tree: &Tree) {
        let anchors = std::mem::take(&mut self.by_node);
        self.by_node = anchors.into_iter().map(|(id, it)| (renaming.now(id), it)).collect();
        self.generation = tree.generation();
    }

    /// All, each with the place of its node in the order of files.
    pub(super) fn in_file_order(&self, tree: &Tree) -> Vec<(u32, Anchor)> {
        let places = (0..).zip(FileOrder::new(tree)).take_while(|_| !self.by_node.is_empty());
        places.filter_map(|(place, id)| Some((place, *self.by_node.get(&id)?))).collect()
    }

    /// All by the moves to their positions.
    pub(super) fn by_line(&self, tree: &Tree) -> AnchorsByLine {
        let mut found = AnchorsByLine::new();
        let mut waiting =
            if self.by_node.is_empty() { vec![] } else { vec![(tree.root(), vec![])] };
        while let Some((id, line)) = waiting.pop() {
            if let Some(&anchor) = self.by_node.get(&id) {
                found.insert(line.clone(), anchor);
            }
            for (_, child, node) in tree.children(id) {
                waiting.push((child, [&line[..], &[node.mv]].concat()));
            }
        }
        found
    }

    /// Those of a tree whose nodes are in the order of files.
    pub(super) fn loaded(anchors: &[(u32, Anchor)], tree: &Tree) -> Anchors {
        let named = |&(place, anchor): &(u32, Anchor)| Some((tree.nth_loaded(place)?, anchor));
        let by_node = anchors.iter().filter_map(named).collect();
        Anchors { by_node, generation: tree.generation() }
    }

    /// Forgets all: what they searched is no longer what they would search.
    pub(super) fn clear(&mut self) {
        self.by_node.clear();
    }
}
