//! Lines: the moves that the search takes for best, as far as it has found any to be, and those that are kept
//! behind leaves.

use super::growth::{Change, Growth};
use super::leaf_lines::LeafLine;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::known_line::complete;
use crate::tree::{Node, NodeId, ValueBound, known_variation, principal_variation};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The move that leads to a child of the position analysed, and the line behind it. That of the
    /// answer is the one on which its value rested when that was exact: while a value is being
    /// looked for, nothing better is known.
    pub(super) fn moves_of(&self, id: NodeId) -> Vec<G::Move> {
        let known = &self.answer.line;
        if Some(id) == self.answer.id && !known.is_empty() {
            return known.clone();
        }
        self.present_line(id).0
    }

    /// The line that begins with the move to a child of the position analysed, as it follows from
    /// the tree and the tables now; how many of its moves are in the tree, and the last node there.
    fn present_line(&self, id: NodeId) -> (Vec<G::Move>, usize, NodeId) {
        let mut nodes = vec![id];
        nodes.extend(known_variation(&self.tree, id, &self.rules));
        let mut game = self.position().clone();
        let mut moves = Vec::with_capacity(nodes.len());
        for &id in &nodes {
            let Some(mv) = game.decode(self.tree.node(id).mv) else { break };
            game.play(mv);
            moves.push(mv);
        }
        let (in_tree, last) = (moves.len(), nodes[nodes.len() - 1]);
        complete(self.position(), &mut moves);
        if moves.len() == in_tree {
            let rank = self.rank_of(id).filter(|_| last == id);
            moves.extend(match rank.filter(|rank| rank.bound == ValueBound::Exact) {
                Some(rank) => moves_known(&game, rank.plies, |at| self.searched.move_aside(at)),
                None => self.table_moves_behind(last, &game),
            });
        }
        (moves, in_tree, last)
    }

    /// Notes the line of the answer, whose value rests on nothing but exact values now. `grown` is
    /// the node that this iteration was about: behind the end of the line the table is only asked
    /// where that was searched just now, since later searches of other leaves write other moves over
    /// its own.
    pub(super) fn note_line(&mut self, grown: Option<NodeId>) {
        let Some(id) = self.answer.id else { return };
        let (moves, in_tree, last) = self.present_line(id);
        let newest = grown.and_then(|grown| self.tree.children(grown).last());
        let is_new = grown == Some(last) || newest.is_some_and(|(_, newest, _)| newest == last);
        let is_known = self.answer.line.starts_with(&moves[..in_tree]);
        if is_new || !is_known || self.tree.node(last).is_decided() {
            self.answer.line = moves;
        }
    }

    /// How deep a node was searched, plies below it: the way down the preferred moves, on which its
    /// value rests, and the search at the end of that. `None` if leaves are valued at first
    /// sight, and where searches of leaves are measured in nodes.
    pub fn depth_of(&self, id: NodeId) -> Option<u32> {
        self.rules.model().leaf_search.filter(|leaves| leaves.exact.is_none())?;
        let way = principal_variation(&self.tree, id, &self.rules);
        let end = self.tree.node(way.last().copied().unwrap_or(id));
        Some(way.len() as u32 + end.searched().plies_looked_at(end.effort))
    }

    /// Moves behind a node of the tree, whose position this is, that searches of it have found best:
    /// those that are kept with the tree, or as long as the table knows them: no more than they were
    /// plies deep, and never round in circles.
    pub fn table_moves_behind(&self, id: NodeId, game: &G) -> Vec<G::Move> {
        let node = self.tree.node(id);
        if let Some(line) = self.line_behind(id) {
            let (mut game, mut moves) = (game.clone(), Vec::new());
            for &code in line {
                let Some(mv) = game.legal(code) else { break };
                game.play(mv);
                moves.push(mv);
            }
            return moves;
        }
        let plies = if node.is_decided() { 0 } else { self.tree.searched(id).plies };
        moves_known(game, plies, |at| self.table_move(at))
    }

    /// The moves that are kept behind a leaf.
    fn line_behind(&self, id: NodeId) -> Option<&[MoveCode]> {
        let node = self.tree.node(id);
        let is_open = node.is_leaf() && !node.is_decided();
        self.lines.get(id).filter(|_| is_open).map(LeafLine::moves)
    }

    /// Keeps the line that a search has found behind a leaf, if the workers keep no table.
    pub(super) fn keep_line(&mut self, end: NodeId, growth: &Growth) {
        let most = if self.searched.shared().is_some() { 0 } else { self.room.most_lines() };
        let (first, behind) = match &growth.change {
            Change::Leaf(..) => return self.lines.set(end, &growth.line, most),
            // Its own line continues behind its best move.
            Change::Split(split) => (split.children.first(), growth.line.get(1..)),
            Change::Children(children, _) => match &children[..] {
                [one] => (Some(one), growth.line.get(..)),
                _ => (None, None),
            },
            Change::DeeperLeaf(..)
            | Change::GiveUp
            | Change::Looked(_)
            | Change::Nothing
            | Change::Rank(_) => return,
        };
        self.lines.set(end, &[], most);
        let is_new =
            |&(rank, ..): &(u16, NodeId, &Node)| Some(rank) == first.map(|&(rank, _)| rank);
        if let Some((_, child, _)) = self.tree.children(end).find(is_new) {
            self.lines.set(child, behind.unwrap_or_default(), most);
        }
    }

    /// The move that is tried first in a leaf of the tree, whose position this is: the one that a search
    /// of it has found best, if that is known.
    pub fn first_move(&self, id: NodeId, game: &G) -> Option<G::Move> {
        let kept = self.line_behind(id).and_then(|line| game.legal(*line.first()?));
        kept.or_else(|| self.table_move(game))
    }

    /// The move that is tried first in a position of the tree in which none was tried yet: the one
    /// that a search of the position has found best, as long as the table knows it. `None` if
    /// leaves are valued at first sight.
    pub fn table_move(&self, game: &G) -> Option<G::Move> {
        self.searched.table_move(game).or_else(|| self.searched.move_aside(game))
    }

    /// The line of the answer, from the position analysed.
    pub fn answer_line(&self) -> &[G::Move] {
        &self.answer.line
    }
}

/// The moves from a position on that are known to be best there: so many at most, and never round in circles.
fn moves_known<G: Heuristics>(
    game: &G,
    plies: u8,
    known: impl Fn(&G) -> Option<G::Move>,
) -> Vec<G::Move> {
    let (mut game, mut moves) = (game.clone(), Vec::new());
    let mut seen = vec![game.key()];
    for _ in 0..plies {
        let Some(mv) = known(&game).and_then(|mv| game.legal(game.encode(mv))) else { break };
        game.play(mv);
        if seen.contains(&game.key()) {
            break;
        }
        seen.push(game.key());
        moves.push(mv);
    }
    moves
}
