//! The way to the position analysed: a step on, a step back, and new names of its nodes.

use super::TreeWalk;
use crate::game::Game;
use crate::search::depth_first::has_only_move;
use crate::tree::{NodeId, Renaming, Tree};

impl<G: Game> TreeWalk<G> {
    /// Goes one move on from the position analysed, if the move is in the tree; whether it is.
    pub fn follow(&mut self, mv: G::Move, tree: &Tree) -> bool {
        let child = tree.child_behind(self.analysed(), self.position.encode(mv));
        let Some(id) = child else { return false };
        self.leave_path_beyond_stem();
        self.stem.push(id);
        self.position.play(mv);
        self.only_move = has_only_move(&self.position);
        true
    }

    /// Goes one move back; `position` is the one there. Not beyond the root of the tree.
    pub fn go_back(&mut self, position: G) {
        if self.stem.len() > 1 {
            self.stem.pop();
            self.only_move = has_only_move(&position);
            self.position = position;
            self.leave_path_beyond_stem();
        }
    }

    /// The position before the last move to the one analysed, if the path has it.
    pub fn position_before(&self, tree: &Tree) -> Option<&G> {
        let before = self.stem.len().checked_sub(2)?;
        self.path.get(before).filter(|_| self.is_current(tree)).map(|level| &level.game)
    }

    /// What the path has of the way to the position analysed stays.
    fn leave_path_beyond_stem(&mut self) {
        self.path.truncate(self.stem.len());
        self.past.truncate(self.history_plies + self.path.len());
    }

    /// The nodes of the tree have new names.
    pub fn rename(&mut self, renaming: &Renaming, tree: &Tree) {
        self.stem.iter_mut().for_each(|id| *id = renaming.now(*id));
        self.leave_path(tree);
    }

    /// Whether the stem and a current path name nodes that are linked.
    pub fn is_linked(&self, tree: &Tree) -> bool {
        let is_way = |way: &[NodeId]| {
            way.first().is_none_or(|&first| first == tree.root())
                && way.windows(2).all(|pair| tree.rank_of(pair[0], pair[1]).is_some())
        };
        let path = self.path.iter().filter(|_| self.is_current(tree)).map(|node| node.id);
        is_way(&self.stem) && is_way(&path.collect::<Vec<_>>())
    }
}
