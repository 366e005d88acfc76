//! The way to the position analysed: a step on, a step back, and new names of its nodes.

use super::{TreeWalk, is_only_move};
use crate::game::Game;
use crate::tree::{NodeId, Renaming, Tree};

impl<G: Game> TreeWalk<G> {
    /// Goes one move on from the position analysed, if the move is in the tree; whether it is.
    pub(in super::super) fn follow(&mut self, mv: G::Move, tree: &Tree) -> bool {
        let child = tree.child_behind(self.analysed(tree.root()), self.position.encode(mv));
        let Some(id) = child else { return false };
        self.stem.push(id);
        self.position.play(mv);
        self.only_move = is_only_move(&self.position);
        self.leave_path(tree);
        true
    }

    /// Goes one move back; `position` is the one there. Not beyond the root of the tree.
    pub(in super::super) fn go_back(&mut self, position: G, tree: &Tree) {
        if self.stem.len() > 1 {
            self.stem.pop();
            self.only_move = is_only_move(&position);
            self.position = position;
            self.leave_path(tree);
        }
    }

    /// The nodes of the tree have new names.
    pub(in super::super) fn rename(&mut self, renaming: &Renaming, tree: &Tree) {
        self.stem.iter_mut().for_each(|id| *id = renaming.now(*id));
        self.leave_path(tree);
    }

    /// Whether the stem and a current path name nodes that are linked.
    pub(in super::super) fn is_linked(&self, tree: &Tree) -> bool {
        let is_way = |way: &[NodeId]| {
            way.first().is_none_or(|&first| first == tree.root())
                && way.windows(2).all(|pair| tree.rank_of(pair[0], pair[1]).is_some())
        };
        let path = self.path.iter().filter(|_| self.is_current(tree)).map(|node| node.id);
        is_way(&self.stem) && is_way(&path.collect::<Vec<_>>())
    }
}
