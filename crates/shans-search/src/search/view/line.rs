//! Lines: the moves that the search takes for best, as far as it has found any to be, and how they go on behind their
//! ends.

use super::answers::View;
use crate::game::{Evaluate, Game, Heuristics, Past};
use crate::search::known_line::complete;
use crate::standing::Standing;
use crate::tree::NodeId;
use crate::value::Player;

impl<G: Heuristics + Evaluate> View<'_, G> {
    /// The move that leads to a child of the position analysed, and the line behind it.
    pub(super) fn moves_of(&self, id: NodeId) -> Vec<G::Move> {
        let mut behind = self.search.position().clone();
        let Some(mv) = behind.decode(self.search.tree.node(id).mv) else { return Vec::new() };
        behind.play(mv);
        let line = self.line_from(id, &behind);
        [mv].into_iter().chain(line).collect()
    }

    /// The line that is told of a node and its position: the best moves of the tree, and those that the search of the leaf
    /// at its end has found; in the tree of a game, the answers of its positions. Where a win is seen, the line to the mate if
    /// one is known: the tree, which looks for better defences, may not reach it yet.
    pub(super) fn line_from(&self, id: NodeId, position: &G) -> Vec<G::Move> {
        self.to_win(id, position, self.line_of_tree(id, position))
    }

    /// This line of a node and its position, or that to a win which is seen there if no mate stands at its end.
    pub fn to_win(&self, id: NodeId, position: &G, line: Vec<G::Move>) -> Vec<G::Move> {
        match self.win_of_anchor(id, position) {
            Some((win, _)) if winner_behind(position, &line).is_none() => win,
            _ => line,
        }
    }

    fn line_of_tree(&self, id: NodeId, position: &G) -> Vec<G::Move> {
        let (mut end, mut game, mut line) = (id, position.clone(), Vec::new());
        while let Some(next) = self.best_child(end) {
            let Some(mv) = game.legal(self.search.tree.node(next).mv) else { return line };
            game.play(mv);
            line.push(mv);
            end = next;
        }
        self.continue_line(position, &mut line, end, &game);
        line
    }

    /// The line to the win that the search of a whole position has seen, and the nodes of that search. Where the tree sees a win,
    /// too, a line to mate.
    pub(super) fn win_of_anchor(&self, id: NodeId, position: &G) -> Option<(Vec<G::Move>, u64)> {
        let (at, anchor, line) = self.anchor_that_wins(id)?;
        let line = position.legal_line(line);
        let stands = self.search.anchor_knows_more(at, anchor);
        let is_told = match winner_behind(position, &line) {
            None => stands,
            Some(winner) => {
                let node = self.search.tree.node(id);
                let is_seen =
                    node.value.is_seen_win() && node.value.for_player(winner) >= Standing::DECIDED;
                (is_seen || stands) && anchor.value.win().is_some_and(|(seen, _)| seen == winner)
            }
        };
        is_told.then_some((line, anchor.nodes))
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

    /// Moves behind a leaf of the tree, whose position this is, that its search has found best. They end in a mate only where
    /// the leaf is worth as much as a game that is decided: otherwise its search has not seen it, and the moves by which
    /// the line was made longer are mistakes.
    pub fn moves_behind(&self, id: NodeId, game: &G) -> Vec<G::Move> {
        let mut line = game.legal_line(self.search.line_behind(id));
        let value = self.search.tree.node(id).value;
        let is_seen = |winner: Player| value.for_player(winner) >= Standing::DECIDED;
        if winner_behind(game, &line).is_some_and(|winner| !is_seen(winner)) {
            let depth = usize::from(self.search.depth_behind(id));
            line.truncate(depth.clamp(1, line.len().max(2) - 1));
        }
        line
    }

    /// The best move in a leaf of the tree, whose position this is, as far as a search of it has found one.
    pub fn first_move(&self, id: NodeId, game: &G) -> Option<G::Move> {
        self.search.line_behind(id).first().and_then(|&code| game.legal(code))
    }
}

/// Who has won behind a line of moves from a position, if the game is over there.
pub(super) fn winner_behind<G: Game>(position: &G, line: &[G::Move]) -> Option<Player> {
    let mut end = position.clone();
    line.iter().for_each(|&mv| end.play(mv));
    let outcome = end.outcome(&Past::default()).filter(|_| !line.is_empty())?;
    outcome.win().map(|(winner, _)| winner)
}
