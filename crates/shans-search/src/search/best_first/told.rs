//! What reports and all other views tell of a node, so that they tell the same.

use std::collections::HashMap;

use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::tree::{NodeId, preferred_child};
use crate::value::Value;

/// Positions of a game, and the child that the move of the game leads to ([`BestFirst::played_answers`]).
pub type PlayedAnswers = HashMap<NodeId, NodeId>;

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
        let (is_decided, effort) = (node.is_decided(), self.tree.effort(id));
        let leaves_out = self.root.leaves_moves_out(id == self.tree.root());
        let is_conditional = is_decided && !node.is_finished() && leaves_out;
        Told { value, is_decided, is_conditional, is_unsettled, effort }
    }

    /// The same of any node, with the answer of the position analysed, and in the tree of a game with those of its other
    /// positions. There the node is worth what the line of answers leads to, so that a position and its first move tell the same.
    pub fn told_with(
        &self,
        id: NodeId,
        answer: Option<NodeId>,
        played: Option<&PlayedAnswers>,
    ) -> Told {
        let told = self.told(id, self.answer_in(id, answer, played));
        if played.is_none() || told.is_decided {
            return told;
        }
        let (mut end, mut plies) = (id, 0);
        while let Some(next) =
            self.best_child(end, answer, played).filter(|_| !self.tree.node(end).is_decided())
        {
            (end, plies) = (next, plies + 1);
        }
        Told { value: self.tree.node(end).reported_value().shifted(plies).unproven(), ..told }
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
            played.get(&id).copied().or_else(|| self.answer_of_anchor_beside_best(id))
        };
        answer.filter(|_| id == self.at()).or_else(|| of_game(played?))
    }

    /// In the tree of a game, the positions in which the move of the game is the answer, and not that of their own analysis: what
    /// is told of the position behind it is better. Both players may have found more there than here. `None` if it is not
    /// the tree of a game.
    pub fn played_answers(&self) -> Option<PlayedAnswers> {
        let mut game = vec![self.tree.root()];
        for &mv in self.game_line_codes() {
            let Some(next) = self.tree.child_behind(game[game.len() - 1], mv) else { break };
            game.push(next);
        }
        let mut answers = PlayedAnswers::new();
        for pair in game.windows(2).rev() {
            let told = |id| self.told_with(id, None, Some(&answers));
            let (here, behind) = (told(pair[0]), told(pair[1]).value.one_ply_up());
            let mover = self.tree.node(pair[0]).turn().player();
            let is_better = |mover| behind.for_player(mover) > here.value.for_player(mover);
            if !here.is_decided && mover.is_some_and(is_better) {
                answers.insert(pair[0], pair[1]);
            }
        }
        self.is_of_game().then_some(answers)
    }
}
