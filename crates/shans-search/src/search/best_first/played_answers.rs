//! How the nodes of a tree answer, and what they are worth by that: everything that is told goes along these answers.

use std::collections::HashMap;

use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::tree::{NodeId, preferred_child};
use crate::value::Value;

/// How the positions of a game answer ([`BestFirst::played_answers`]).
#[derive(Clone, Debug, Default)]
pub struct PlayedAnswers {
    /// Those whose answer is the move of the game, and the child that it leads to.
    moves: HashMap<NodeId, NodeId>,
    /// Where the line of answers behind each position ends, and after how many plies: lines that go on along the game are
    /// not followed anew from each of them.
    ends: HashMap<NodeId, (NodeId, u16)>,
}

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// What a node is worth by the tree alone.
    pub(super) fn value_of(
        &self,
        id: NodeId,
        answer: Option<NodeId>,
        played: Option<&PlayedAnswers>,
    ) -> Value {
        if played.is_none() || self.tree.node(id).is_decided() {
            return self.worth(id, self.answer_in(id, answer, played));
        }
        let (end, plies) = self.end_of_answers(id, answer, played);
        self.worth(end, None).shifted(plies).unproven()
    }

    /// What a node is worth if its answer is this child, or else the best one. Wins that are only seen have no distance: the
    /// search counts it from elsewhere.
    pub(super) fn worth(&self, id: NodeId, answer: Option<NodeId>) -> Value {
        let node = self.tree.node(id);
        let value = match answer.map(|answer| self.tree.node(answer)) {
            None => node.reported_value(),
            Some(answer) if node.is_decided() => answer.reported_value().one_ply_up(),
            Some(answer) => answer.reported_value().one_ply_up().unproven(),
        };
        value.without_seen_distance()
    }

    /// Where the line of answers from a node on ends, and after how many plies.
    fn end_of_answers(
        &self,
        id: NodeId,
        answer: Option<NodeId>,
        played: Option<&PlayedAnswers>,
    ) -> (NodeId, u16) {
        let known = |id: &NodeId| played.filter(|_| answer.is_none())?.ends.get(id).copied();
        let (mut end, mut plies) = (id, 0_u16);
        loop {
            if let Some((known, more)) = known(&end) {
                return (known, plies.saturating_add(more));
            }
            let next = self.best_child(end, answer, played);
            let Some(next) = next.filter(|_| !self.tree.node(end).is_decided()) else {
                return (end, plies);
            };
            (end, plies) = (next, plies.saturating_add(1));
        }
    }

    /// The child that a line goes on with: the answer, or else the best by value; `None` where chance decides, and at the end.
    pub fn best_child(
        &self,
        id: NodeId,
        answer: Option<NodeId>,
        played: Option<&PlayedAnswers>,
    ) -> Option<NodeId> {
        let answer = self.answer_in(id, answer, played);
        answer.or_else(|| preferred_child(&self.tree, id, &self.rules))
    }

    /// The answer of a node, where that need not be the best by value: this one in the position analysed, and in the tree of a
    /// game that of each position's own analysis, or the move that was played.
    pub fn answer_in(
        &self,
        id: NodeId,
        answer: Option<NodeId>,
        played: Option<&PlayedAnswers>,
    ) -> Option<NodeId> {
        let of_game = |played: &PlayedAnswers| {
            played.moves.get(&id).copied().or_else(|| self.answer_of_anchor_beside_best(id))
        };
        answer.filter(|_| id == self.at()).or_else(|| of_game(played?))
    }

    /// In the tree of a game, the positions in which the move of the game is the answer, and not that of their own analysis: what
    /// is told of the position behind it is better. Both players may have found more there than here. `None` if it is not
    /// the tree of a game.
    pub fn played_answers(&self) -> Option<PlayedAnswers> {
        let mut game = vec![self.tree.root()];
        for &mv in self.notes.game_line_codes() {
            let Some(next) = self.tree.child_behind(game[game.len() - 1], mv) else { break };
            game.push(next);
        }
        let mut answers = PlayedAnswers::default();
        for pair in game.windows(2).rev() {
            let end = self.end_of_answers(pair[1], None, Some(&answers));
            answers.ends.insert(pair[1], end);
            let value = |id| self.value_of(id, None, Some(&answers));
            let (here, behind) = (value(pair[0]), value(pair[1]).one_ply_up());
            let node = self.tree.node(pair[0]);
            let is_better = |mover| behind.for_player(mover) > here.for_player(mover);
            if !node.is_decided() && node.turn().player().is_some_and(is_better) {
                answers.moves.insert(pair[0], pair[1]);
            }
        }
        let end = self.end_of_answers(self.tree.root(), None, Some(&answers));
        answers.ends.insert(self.tree.root(), end);
        self.notes.is_of_game().then_some(answers)
    }
}
