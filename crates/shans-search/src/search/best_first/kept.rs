//! What is kept for single nodes, beside the tree and within the memory: positions that were searched as a whole, and
//! lines behind leaves.

use super::anchor::{Anchor, Anchors, GIVES_WAY};
use super::leaf_lines::LeafLines;
use crate::game::MoveCode;
use crate::search::memory::MemoryLimits;
use crate::tree::{NodeId, Renaming, Tree};

/// What is kept for single nodes.
#[derive(Debug, Default)]
pub struct Kept {
    /// What searches of whole positions have found.
    pub anchors: Anchors,
    /// The lines behind leaves.
    pub lines: LeafLines,
}

impl Kept {
    /// Keeps what was found in a position. Lines behind leaves give way to it, an eighth at a time, as that takes a look at
    /// the whole tree.
    pub fn set_anchor(&mut self, id: NodeId, anchor: Anchor, room: MemoryLimits, tree: &Tree) {
        self.anchors.set(id, anchor, room.most_anchors());
        let most = self.most_lines(room);
        if self.lines.len() > most {
            self.lines.shrink_to(most - most / GIVES_WAY, tree);
        }
    }

    /// Keeps the line behind a leaf, if there is room for it.
    pub fn set_line(&mut self, id: NodeId, line: &[MoveCode], depth: u16, room: MemoryLimits) {
        let most = self.most_lines(room);
        self.lines.set(id, line, depth, most);
    }

    /// How many lines behind leaves may be kept.
    fn most_lines(&self, room: MemoryLimits) -> usize {
        room.most_lines(self.anchors.len())
    }

    /// Keeps no more than there is room for.
    pub fn shrink_into(&mut self, room: MemoryLimits, tree: &Tree) {
        self.anchors.shrink_to(room.most_anchors());
        self.lines.shrink_to(self.most_lines(room), tree);
    }

    /// Drops what belongs to nodes that were freed. To be asked for before new nodes get their names.
    pub fn drop_freed(&mut self, tree: &Tree) {
        self.lines.drop_freed(tree);
        self.anchors.drop_freed(tree);
    }

    /// Nodes have moved.
    pub fn rename(&mut self, renaming: &Renaming, tree: &Tree) {
        self.lines.rename(renaming, tree);
        self.anchors.rename(renaming, tree);
    }
}
