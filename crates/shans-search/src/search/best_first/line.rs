//! Lines: the moves that the search takes for best, as far as it has found any to be.

use std::iter::successors;

use super::leaf_lines::LeafLine;
use super::search::BestFirst;
use super::told::PlayedAnswers;
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::known_line::complete;
use crate::tree::NodeId;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The move that leads to a child of the position analysed, and the line behind it: the best moves of the tree, and
    /// those that the search of the leaf at its end has found; in the tree of a game, the answers of its positions.
    pub(super) fn moves_of(&self, id: NodeId, played: Option<&PlayedAnswers>) -> Vec<G::Move> {
        let behind = |&id: &NodeId| self.best_child(id, None, played);
        let nodes: Vec<NodeId> = successors(Some(id), behind).collect();
        let mut game = self.position().clone();
        let mut moves = Vec::with_capacity(nodes.len());
        for &id in &nodes {
            let Some(mv) = game.decode(self.tree.node(id).mv) else { break };
            game.play(mv);
            moves.push(mv);
        }
        self.continue_line(self.position(), &mut moves, nodes[nodes.len() - 1], &game);
        moves
    }

    /// Continues a line of the tree from `start`, which ends in the node `end` of this position: to the mate where one
    /// is known there, or by the moves that a search of the leaf has found.
    pub fn continue_line(&self, start: &G, line: &mut Vec<G::Move>, end: NodeId, position: &G) {
        let in_tree = line.len();
        complete(start, line);
        if line.len() == in_tree {
            line.extend(self.moves_behind(end, position));
        }
    }

    /// Moves behind a leaf of the tree, whose position this is, that its search has found best.
    pub fn moves_behind(&self, id: NodeId, game: &G) -> Vec<G::Move> {
        game.legal_line(self.line_behind(id))
    }

    /// The moves that are kept behind a leaf.
    pub(super) fn line_behind(&self, id: NodeId) -> &[MoveCode] {
        let node = self.tree.node(id);
        let is_open = node.is_leaf() && !node.is_decided();
        self.lines.get(id).filter(|_| is_open).map_or(&[], LeafLine::moves)
    }

    /// The best move in a leaf of the tree, whose position this is, as far as a search of it has found one.
    pub fn first_move(&self, id: NodeId, game: &G) -> Option<G::Move> {
        self.line_behind(id).first().and_then(|&code| game.legal(code))
    }
}
