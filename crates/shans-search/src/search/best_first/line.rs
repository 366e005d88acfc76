//! Lines: the moves that the search takes for best, as far as it has found any to be, and how they go on behind their
//! ends.

use super::change::Change;
use super::leaf_lines::LeafLine;
use super::played_answers::PlayedAnswers;
use super::search::BestFirst;
use crate::game::{Evaluate, Game, Heuristics, MoveCode, Past};
use crate::search::known_line::complete;
use crate::search::leaf::LeafAnswer;
use crate::standing::Standing;
use crate::tree::NodeId;
use crate::value::{Player, Value};

/// A value that differs by more at the end of a line says that its last move was a mistake, centipawns. Of 239 ends of
/// lines 44 did.
const MOST_APART: f32 = 100.0;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The move that leads to a child of the position analysed, and the line behind it.
    pub(super) fn moves_of(&self, id: NodeId, played: Option<&PlayedAnswers>) -> Vec<G::Move> {
        let mut behind = self.position().clone();
        let Some(mv) = behind.decode(self.tree.node(id).mv) else { return Vec::new() };
        behind.play(mv);
        let line = self.line_from(id, &behind, None, played);
        [mv].into_iter().chain(line).collect()
    }

    /// The line that is told of a node and its position: the best moves of the tree, and those that the search of the leaf
    /// at its end has found; in the tree of a game, the answers of its positions.
    pub(super) fn line_from(
        &self,
        id: NodeId,
        position: &G,
        answer: Option<NodeId>,
        played: Option<&PlayedAnswers>,
    ) -> Vec<G::Move> {
        let (mut end, mut game, mut line) = (id, position.clone(), Vec::new());
        while let Some(next) = self.best_child(end, answer, played) {
            let Some(mv) = game.legal(self.tree.node(next).mv) else { return line };
            game.play(mv);
            line.push(mv);
            end = next;
        }
        self.continue_line(position, &mut line, end, &game);
        line
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
        let mut line = game.legal_line(self.line_behind(id));
        let value = self.tree.node(id).value;
        let is_seen = |winner: Player| value.for_player(winner) >= Standing::DECIDED;
        if winner_behind(game, &line).is_some_and(|winner| !is_seen(winner)) {
            let depth = self.lines.get(id).map_or(0, |line| usize::from(line.depth()));
            line.truncate(depth.clamp(1, line.len().max(2) - 1));
        }
        line
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

    /// What the search of the end of a line makes of that line, if it still ends there: it goes on. Where the value there is
    /// another one, its last move goes instead if the search of the leaf was not so deep: it was a mistake. The value of the
    /// leaf stays that of its own search, which was longer.
    pub(super) fn change_by_end(&mut self, leaf: NodeId, key: u64, answer: &LeafAnswer) -> Change {
        self.for_lines += answer.nodes.max(1);
        let end = self.play_line_behind(leaf, &mut Vec::new());
        let is_same = end.is_some_and(|end| end.key() == key);
        let Some(line) = self.lines.get(leaf).filter(|_| is_same && !answer.line.is_empty()) else {
            return Change::Nothing;
        };
        let worth = |value: Value| value.for_player(Player::Max);
        let apart = worth(answer.value) - worth(self.tree.node(leaf).value);
        let is_deep = line.moves().len() <= usize::from(line.depth()).max(1);
        Change::OtherLine(match line.moves().split_last() {
            Some((_, rest)) if apart.abs() > MOST_APART && !is_deep => rest.to_vec(),
            _ => [line.moves(), &answer.line].concat(),
        })
    }

    /// The position in which the line behind the leaf ends to which the walk leads; the keys of those between the two join
    /// `past`. `None` where no line is known.
    pub(super) fn play_line_behind(&self, leaf: NodeId, past: &mut Vec<u64>) -> Option<G> {
        let mut game = self.walk.end()?.game.clone();
        let line = self.line_behind(leaf);
        for (index, &code) in line.iter().enumerate() {
            if index > 0 {
                past.push(game.key());
            }
            let mv = game.legal(code)?;
            game.play(mv);
        }
        (!line.is_empty()).then_some(game)
    }
}

/// Who has won behind a line of moves from a position, if the game is over there.
pub(super) fn winner_behind<G: Game>(position: &G, line: &[G::Move]) -> Option<Player> {
    let mut end = position.clone();
    line.iter().for_each(|&mv| end.play(mv));
    let outcome = end.outcome(&Past::default()).filter(|_| !line.is_empty())?;
    outcome.win().map(|(winner, _)| winner)
}
