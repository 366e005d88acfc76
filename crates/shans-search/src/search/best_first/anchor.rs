//! What searches of whole positions have found.

use std::collections::BTreeMap;

use super::by_node::ByNode;
use super::leaf_lines::LeafLine;
use crate::game::MoveCode;
use crate::search::memory::ANCHOR_BYTES;
use crate::tree::{NodeId, Tree};
use crate::value::Value;

/// Where no more are kept, one in so many gives way: looking for those that were searched least takes a look at all.
pub const GIVES_WAY: usize = 8;
// The map has 8 to 16 places for 7, and the one before as well while it grows.
const _: () = assert!((size_of::<(NodeId, Anchor)>() + 1) * 24 / 7 <= ANCHOR_BYTES as usize);

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
    pub began_at: u64,
    /// It has seen all there is.
    pub is_final: bool,
}

impl Anchor {
    /// Orders two of one position: that with more nodes knows more; only equals are the same, or the order in which
    /// trees are merged would matter.
    pub(in crate::search) fn key(&self) -> impl Ord {
        let line: Vec<_> = self.line.moves().iter().map(|code| code.0).collect();
        let value = self.value.raw().to_bits();
        (self.nodes, self.is_final, self.line.depth(), value, self.began_at, line)
    }
}

/// Anchors by the moves from the root of a tree to their positions.
pub type AnchorsByLine = BTreeMap<Vec<MoveCode>, Anchor>;

/// Anchors by their positions.
pub type Anchors = ByNode<Anchor>;

impl Anchors {
    /// Keeps an anchor. Where there are that many already, those that were searched least give way to a new one: what they
    /// took still counts as effort.
    pub fn set(&mut self, id: NodeId, anchor: Anchor, most: usize) {
        if self.all.len() >= most && !self.all.contains_key(&id) {
            self.shrink_to(most.saturating_sub(most / GIVES_WAY + 1));
        }
        self.all.insert(id, anchor);
    }

    /// Keeps at most this many: those with the most nodes.
    pub fn shrink_to(&mut self, most: usize) {
        let over = self.all.len().saturating_sub(most);
        if over > 0 {
            let mut ids: Vec<_> = self.all.iter().map(|(&id, anchor)| (anchor.nodes, id)).collect();
            ids.select_nth_unstable(over - 1);
            ids[..over].iter().for_each(|(_, id)| _ = self.all.remove(id));
            self.all.shrink_to_fit();
        }
    }

    /// All by the moves to their positions.
    pub fn by_line(&self, tree: &Tree) -> AnchorsByLine {
        let (mut found, mut line) = (AnchorsByLine::new(), Vec::new());
        let mut waiting = if self.all.is_empty() { vec![] } else { vec![(tree.root(), 0)] };
        while let Some((id, above)) = waiting.pop() {
            line.truncate(above);
            if id != tree.root() {
                line.push(tree.node(id).mv);
            }
            if let Some(&anchor) = self.get(id) {
                found.insert(line.clone(), anchor);
            }
            waiting.extend(tree.children(id).map(|(_, child, _)| (child, line.len())));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Turn;
    use crate::tree::{LeafChances, Node};
    use crate::value::Chance;

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

    /// As many as there is room for; then those go that were searched least, and never the one that comes.
    #[test]
    fn the_least_searched_give_way() {
        let leaf = |code| {
            let chances =
                LeafChances { alpha: Chance::centipawns(-9.0), beta: Chance::centipawns(9.0) };
            Node::leaf(MoveCode(code), Turn::Max, false, Value::DRAW, chances)
        };
        let mut tree = Tree::new(leaf(0), 101);
        let mut anchors = Anchors::default();
        let mut last = None;
        for code in 1..=100 {
            last = tree.append(tree.root(), last, leaf(code)).ok();
            let line = LeafLine::new(&[MoveCode(1)], 7);
            let nodes = u64::from(code.abs_diff(60));
            let anchor = Anchor { line, value: Value::DRAW, nodes, began_at: 0, is_final: false };
            last.into_iter().for_each(|id| anchors.set(id, anchor, 40));
            assert!(last.is_some_and(|id| anchors.get(id).is_some()) && anchors.len() <= 40);
        }
        let kept = |anchors: &Anchors| -> Vec<u16> {
            anchors.by_line(&tree).keys().map(|line| line[0].0).collect()
        };
        // 90 has as few nodes as 30, which had given way before it came.
        assert_eq!(kept(&anchors), (1..=29).chain(90..=100).collect::<Vec<_>>());
        anchors.shrink_to(10);
        assert_eq!(kept(&anchors), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    }
}
