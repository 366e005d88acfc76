//! What is kept for single nodes, beside the tree, within the memory: positions that were searched as a whole, and lines
//! behind leaves.

use super::super::anchor::{Anchor, GIVES_WAY};
use super::super::search::BestFirst;
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::tree::NodeId;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Keeps what was found in a position. Lines behind leaves give way to it, an eighth at a time, as that takes a look at
    /// the whole tree.
    pub(in super::super) fn keep_anchor(&mut self, id: NodeId, anchor: Anchor) {
        self.anchors.set(id, anchor, self.room.most_anchors());
        let most = self.most_lines();
        if self.lines.len() > most {
            self.lines.shrink_to(most - most / GIVES_WAY, &self.tree);
        }
    }

    /// Keeps the line behind a leaf, if there is room for it.
    pub(in super::super) fn keep_line(&mut self, id: NodeId, line: &[MoveCode], depth: u16) {
        let most = self.most_lines();
        self.lines.set(id, line, depth, most);
    }

    /// How many lines behind leaves may be kept.
    fn most_lines(&self) -> usize {
        self.room.most_lines(self.anchors.len())
    }

    /// Keeps no more for single nodes, apart from them, than there is room for.
    pub fn fit_beside(&mut self) {
        self.anchors.shrink_to(self.room.most_anchors());
        self.lines.shrink_to(self.most_lines(), &self.tree);
    }
}
