//! What reports and all other views tell of a node, so that they tell the same.

use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::tree::NodeId;
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
}
