//! What searches of whole positions have found.

use std::collections::BTreeMap;

use super::by_node::ByNode;
use super::leaf_lines::LeafLine;
use crate::game::MoveCode;
use crate::search::leaf::Known;
use crate::tree::{NodeId, Tree};
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
    /// Orders two of one position: that with more nodes knows more; only equals are the same, or the order in which
    /// trees are merged would matter.
    pub(super) fn key(&self) -> impl Ord {
        let line: Vec<_> = self.line.moves().iter().map(|code| code.0).collect();
        let value = self.value.raw().to_bits();
        (self.nodes, self.is_final, self.line.depth(), value, self.began_at, line)
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
pub(super) type Anchors = ByNode<Anchor>;

impl Anchors {
    pub(super) fn set(&mut self, id: NodeId, anchor: Anchor) {
        if self.all.len() < MOST || self.all.contains_key(&id) {
            self.all.insert(id, anchor);
        }
    }

    /// All by the moves to their positions.
    pub(super) fn by_line(&self, tree: &Tree) -> AnchorsByLine {
        let mut found = AnchorsByLine::new();
        let mut waiting = if self.all.is_empty() { vec![] } else { vec![(tree.root(), vec![])] };
        while let Some((id, line)) = waiting.pop() {
            if let Some(&anchor) = self.get(id) {
                found.insert(line.clone(), anchor);
            }
            for (_, child, node) in tree.children(id) {
                waiting.push((child, [&line[..], &[node.mv]].concat()));
            }
        }
        found
    }

    /// Forgets all: what they searched is no longer what they would search.
    pub(super) fn clear(&mut self) {
        self.all.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of two with one key, the tree that was merged first would keep its own.
    #[test]
    fn only_equals_have_the_same_key() {
        let line = LeafLine::new(&[MoveCode(1), MoveCode(2)], 7);
        let value = Value::centipawns(10.0);
        let anchor = Anchor { line, value, nodes: 100, began_at: 5, is_final: false };
        let others = [
            Anchor { line: LeafLine::new(&[MoveCode(1)], 7), ..anchor },
            Anchor { line: LeafLine::new(&[MoveCode(1), MoveCode(2)], 8), ..anchor },
            Anchor { value: Value::centipawns(11.0), ..anchor },
            Anchor { nodes: 101, ..anchor },
            Anchor { began_at: 6, ..anchor },
            Anchor { is_final: true, ..anchor },
        ];
        for other in others {
            assert!(anchor.key() != other.key(), "{other:?}");
        }
        assert!(anchor.key() == anchor.key());
    }
}
