//! The lines that were found behind leaves of the tree, and how deep that search was: one for each leaf at most, apart
//! from the nodes, and gone with them. The next search of a leaf goes on from there. They are what a search has found
//! best, and prove nothing.

use super::by_node::ByNode;
use crate::game::MoveCode;
use crate::search::depth_first::Known;
use crate::tree::{FileOrder, NodeId, Tree};
use crate::value::Value;

/// A line that a search has found, its first moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeafLine {
    plies: u8,
    depth: u8,
    moves: [MoveCode; LeafLine::MOST_PLIES],
}

impl LeafLine {
    /// No more moves of a line are kept.
    pub const MOST_PLIES: usize = 19;

    /// The first of these moves, found by a search so deep (plies).
    pub fn new(line: &[MoveCode], depth: u16) -> LeafLine {
        let plies = line.len().min(LeafLine::MOST_PLIES);
        let mut moves = [MoveCode::default(); LeafLine::MOST_PLIES];
        moves[..plies].copy_from_slice(&line[..plies]);
        LeafLine { plies: plies as u8, depth: u8::try_from(depth).unwrap_or(u8::MAX), moves }
    }

    /// How deep the search was, plies.
    pub fn depth(&self) -> u16 {
        self.depth.into()
    }

    /// Its moves.
    pub fn moves(&self) -> &[MoveCode] {
        &self.moves[..usize::from(self.plies)]
    }

    /// What the next search goes on from, where this one has found that value.
    pub fn known(&self, value: Value) -> Option<Known> {
        let line = self.moves().to_vec();
        (!line.is_empty()).then(|| Known { depth: self.depth(), value, line })
    }
}

/// Lines by the leaves that they are behind.
pub type LeafLines = ByNode<LeafLine>;

impl LeafLines {
    /// Puts a line behind a leaf in place of what was there. It is not kept if there are that many
    /// already.
    pub fn set(&mut self, id: NodeId, line: &[MoveCode], depth: u16, most: usize) {
        self.all.remove(&id);
        if !line.is_empty() && self.all.len() < most {
            self.all.insert(id, LeafLine::new(line, depth));
        }
    }

    /// Keeps at most this many lines: the first ones in the order of files.
    pub fn shrink_to(&mut self, most: usize, tree: &Tree) {
        if self.all.len() > most {
            let ids = FileOrder::new(tree).filter(|id| self.all.contains_key(id));
            let dropped: Vec<NodeId> = ids.skip(most).collect();
            dropped.iter().for_each(|id| _ = self.all.remove(id));
            self.all.shrink_to_fit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Turn;
    use crate::tree::{LeafChances, Node};
    use crate::value::{Chance, Value};

    fn leaf(code: u16) -> Node {
        let chances =
            LeafChances { alpha: Chance::centipawns(-9.0), beta: Chance::centipawns(9.0) };
        Node::leaf(MoveCode(code), Turn::Max, false, Value::DRAW, chances)
    }

    #[test]
    fn lines_go_with_their_nodes_and_are_bounded() {
        let mut tree = Tree::new(leaf(0), 9);
        let first = tree.append(tree.root(), None, leaf(1)).expect("room");
        let second = tree.append(tree.root(), Some(first), leaf(2)).expect("room");
        let mut lines = LeafLines::default();
        let moves: Vec<MoveCode> = (1..40).map(MoveCode).collect();
        lines.set(first, &moves, 5, 1);
        lines.set(second, &moves[..2], 5, 1);
        assert_eq!(
            (lines.get(first).map(|line| line.moves().len()), lines.get(second)),
            (Some(19), None)
        );
        lines.set(second, &moves[..2], 5, 2);
        let places: Vec<u32> = lines.in_file_order(&tree).map(|(place, _)| place).collect();
        assert_eq!(places, [1, 2]);
        let loaded = LeafLines::loaded(lines.in_file_order(&tree), &tree);
        assert_eq!(loaded.all, lines.all);
        lines.shrink_to(1, &tree);
        assert!(lines.get(first).is_some() && lines.get(second).is_none());
        tree.keep_below(second);
        lines.drop_freed(&tree);
        assert_eq!(lines.get(first), None);
        lines.set(second, &moves, 5, 2);
        lines.set(second, &[], 5, 2);
        assert_eq!(lines.get(second), None);
    }
}
