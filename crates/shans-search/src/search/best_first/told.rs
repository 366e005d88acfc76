//! What reports and all other views tell of a node, so that they tell the same.

use std::collections::HashMap;

use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics, Turn};
use crate::tree::{NodeId, preferred_child};
use crate::value::Value;

/// What is told of a node, beside its line ([`BestFirst::continue_line`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Told {
    /// What it is worth, Max's view: a win only where that is proven.
    pub value: Value,
    /// Whether the outcome, a win of either side or a draw, is certain.
    pub is_decided: bool,
    /// Whether that is certain only of the game without the moves that are left out ([`Root::leaves_moves_out`]).
    ///
    /// [`Root::leaves_moves_out`]: crate::search::Root::leaves_moves_out
    pub is_conditional: bool,
    /// Whether the value may still fall for the player who chose it
    /// ([`ChanceRules::is_unsettled`](crate::search::ChanceRules::is_unsettled)).
    pub is_unsettled: bool,
    /// Positions searched for it, or, where leaves are valued at first sight, tree nodes ever made.
    pub effort: u64,
}

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// What is told of a node. `answer` is the child that is its answer, where that need not be the best by value: it
    /// is what the node is worth then.
    pub fn told(&self, id: NodeId, answer: Option<NodeId>) -> Told {
        let node = self.tree.node(id);
        let value = match answer.map(|answer| self.tree.node(answer)) {
            None => node.reported_value(),
            Some(answer) if node.is_decided() => answer.reported_value().one_ply_up(),
            Some(answer) => answer.reported_value().one_ply_up().unproven(),
        };
        let is_unsettled = match answer {
            None => self.rules.is_unsettled(&self.tree, id),
            Some(answer) => {
                let rest_matters =
                    self.rules.searches_leaves() && self.rules.rest_beats(node, value);
                !node.is_decided() && (rest_matters || self.rules.is_unsettled(&self.tree, answer))
            }
        };
        let (is_decided, effort) = (node.is_decided(), u64::from(node.effort));
        let leaves_out = self.root.leaves_moves_out(id == self.tree.root());
        let is_conditional = is_decided && !node.is_finished() && leaves_out;
        Told { value, is_decided, is_conditional, is_unsettled, effort }
    }

    /// The same in the tree of a game, where each position has an answer of its own: the node is worth what the line of
    /// answers leads to, so that a position and its first move tell the same.
    pub fn told_along(&self, id: NodeId, answer_in: impl Fn(NodeId) -> Option<NodeId>) -> Told {
        let told = self.told(id, answer_in(id));
        if told.is_decided {
            return told;
        }
        let (mut end, mut plies) = (id, 0);
        while let Some(next) = self.next_of_line(end, &answer_in) {
            (end, plies) = (next, plies + 1);
        }
        Told { value: self.tree.node(end).reported_value().shifted(plies).unproven(), ..told }
    }

    /// The next node of the line of answers; `None` at its end.
    fn next_of_line(
        &self,
        id: NodeId,
        answer_in: impl Fn(NodeId) -> Option<NodeId>,
    ) -> Option<NodeId> {
        let node = self.tree.node(id);
        if node.is_decided() || node.turn() == Turn::Random {
            return None;
        }
        answer_in(id).or_else(|| preferred_child(&self.tree, id, &self.rules))
    }

    /// The line of answers behind a node.
    pub(super) fn line_along(
        &self,
        id: NodeId,
        answer_in: impl Fn(NodeId) -> Option<NodeId>,
    ) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.next_of_line(id, &answer_in), move |&id| {
            self.next_of_line(id, &answer_in)
        })
    }

    /// In the tree of a game, the positions in which the move of the game is the answer, and not that of their own analysis: what
    /// is told of the position behind it is better. Both players may have found more there than here.
    pub fn answers_of_game(&self) -> HashMap<NodeId, NodeId> {
        let mut game = vec![self.tree.root()];
        for &mv in self.game_line_codes() {
            let Some(next) = self.tree.child_behind(game[game.len() - 1], mv) else { break };
            game.push(next);
        }
        let mut answers = HashMap::new();
        for pair in game.windows(2).rev() {
            let told = |id| self.told_along(id, |id| self.answer_in_game(id, &answers));
            let (here, behind) = (told(pair[0]), told(pair[1]).value.one_ply_up());
            let own = |value: Value, mover| value.for_player(mover);
            let mover = self.tree.node(pair[0]).turn().player();
            if mover.is_some_and(|mover| own(behind, mover) > own(here.value, mover))
                && !here.is_decided
            {
                answers.insert(pair[0], pair[1]);
            }
        }
        answers
    }

    /// The answer of a position of a game, where that need not be the best by value: that of its own analysis, or the move
    /// that was played.
    pub fn answer_in_game(&self, id: NodeId, answers: &HashMap<NodeId, NodeId>) -> Option<NodeId> {
        answers.get(&id).copied().or_else(|| self.answer_of_anchor_beside_best(id))
    }
}
