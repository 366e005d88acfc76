//! The lines that were found behind leaves of the tree, and how deep that search was: one for each leaf at most, apart
//! from the nodes, and gone with them. The next search of a leaf goes on from there. They are what a search has found
//! best, and prove nothing.

use std::collections::HashMap;

use crate::game::MoveCode;
use crate::tree::{FileOrder, NodeId, Renaming, Tree};

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
}

/// Lines by the leaves that they are behind.
#[derive(Clone, Debug, Default)]
pub(super) struct LeafLines {
    lines: HashMap<NodeId, LeafLine>,
    /// That of the tree when lines of freed nodes went last.
    generation: u64,
}

impl LeafLines {
    /// The line behind a leaf.
    pub(super) fn get(&self, id: NodeId) -> Option<&LeafLine> {
        self.lines.get(&id)
    }

    /// Puts a line behind a leaf in place of what was there. It is not kept if there are that many
    /// already.
    pub(super) fn set(&mut self, id: NodeId, line: &[MoveCode], depth: u16, most: usize) {
        self.lines.remove(&id);
        if !line.is_empty() && self.lines.len() < most {
            self.lines.insert(id, LeafLine::new(line, depth));
        }
    }

    /// Drops the lines of nodes that were freed. To be asked for before new nodes get their names.
    pub(super) fn follow(&mut self, tree: &Tree) {
        if self.generation != tree.generation() {
            self.generation = tree.generation();
            self.lines.retain(|&id, _| tree.contains(id));
        }
    }

    /// Nodes have moved.
    pub(super) fn rename(&mut self, renaming: &Renaming, tree: &Tree) {
        let lines = std::mem::take(&mut self.lines);
        self.lines = lines.into_iter().map(|(id, line)| (renaming.now(id), line)).collect();
        self.generation = tree.generation();
    }

    /// Keeps at most this many lines: the first ones in the order of files.
    pub(super) fn shrink_to(&mut self, most: usize, tree: &Tree) {
        if self.lines.len() > most {
            let ids = FileOrder::new(tree).filter(|id| self.lines.contains_key(id));
            let dropped: Vec<NodeId> = ids.skip(most).collect();
            dropped.iter().for_each(|id| _ = self.lines.remove(id));
            self.lines.shrink_to_fit();
        }
    }

    /// Those behind nodes of the tree, each with the place of its node in the order of files.
    pub(super) fn in_file_order<'a>(
        &'a self,
        tree: &'a Tree,
    ) -> impl Iterator<Item = (u32, LeafLine)> + 'a {
        let places = (0..).zip(FileOrder::new(tree)).take_while(|_| !self.lines.is_empty());
        places.filter_map(|(place, id)| Some((place, *self.lines.get(&id)?)))
    }

    /// Lines of a tree that was just loaded, whose nodes are in the order of files.
    pub(super) fn loaded(lines: Vec<(u32, LeafLine)>, tree: &Tree) -> LeafLines {
        let named = |(place, line)| Some((tree.nth_loaded(place)?, line));
        let lines = lines.into_iter().filter_map(named).collect();
        LeafLines { lines, generation: tree.generation() }
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
        let loaded = LeafLines::loaded(lines.in_file_order(&tree).collect(), &tree);
        assert_eq!(loaded.lines, lines.lines);
        lines.shrink_to(1, &tree);
        assert!(lines.get(first).is_some() && lines.get(second).is_none());
        tree.keep_below(second);
        lines.follow(&tree);
        assert_eq!(lines.get(first), None);
        lines.set(second, &moves, 5, 2);
        lines.set(second, &[], 5, 2);
        assert_eq!(lines.get(second), None);
    }
}
