//! What reports and all other views tell of a node, so that they tell the same.

use super::answers::View;
use super::bounds::Bounds;
use super::ground::Ground;
use super::line::winner_behind;
use crate::game::{Evaluate, Heuristics};
use crate::search::report::RestsOn;
use crate::tree::{Node, NodeId};
use crate::value::Value;

/// What is told of a node, beside its line ([`View::continue_line`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Told {
    /// What it is worth, Max's view: a win only where that is proven. Where the line that is told ends in a mate and nothing is
    /// proven, that mate ([`Value::seen_win`]), counted from the node.
    pub value: Value,
    /// Whether the outcome, a win of either side or a draw, is certain.
    pub is_decided: bool,
    /// Whether that is certain only of the game without the moves that are left out ([`Root::leaves_moves_out`]).
    ///
    /// [`Root::leaves_moves_out`]: crate::search::Root::leaves_moves_out
    pub is_conditional: bool,
    /// Where the value comes from; `None` where it is certain, and where leaves are valued at first sight.
    pub ground: Option<Ground>,
    /// Between what it lies where it may still change: its line ends where moves that were not made may be clearly better.
    pub unsettled: Option<Bounds>,
    /// Positions searched for it, or, where leaves are valued at first sight, tree nodes ever made.
    pub effort: u64,
}

impl Told {
    /// Whether the value may still change.
    pub fn is_unsettled(&self) -> bool {
        self.unsettled.is_some()
    }

    /// How little the value rests on, if it is little.
    pub fn rests_on(&self) -> Option<RestsOn> {
        self.ground?.rests_on(self.effort)
    }
}

impl<G: Heuristics + Evaluate> View<'_, G> {
    /// What is told of a node and its position, with the answer of the position analysed, and in the tree of a game with those
    /// of its other positions. There the node is worth what the line of answers leads to, so that a position and its first move
    /// tell the same.
    pub fn told(&self, id: NodeId, position: &G) -> Told {
        let node = self.search.tree.node(id);
        let (is_decided, effort) = (node.is_decided(), self.search.tree.effort(id));
        let leaves_out = self.search.root.leaves_moves_out(id == self.search.tree.root());
        let is_conditional = is_decided && !node.is_finished() && leaves_out;
        // The mate in which the line ends, as it is told where nothing is proven.
        let mate = || {
            let line = self.line_from(id, position);
            Some(Value::seen_win(winner_behind(position, &line)?, line.len() as u16))
        };
        let mate = if is_decided { None } else { mate() };
        let value = mate.unwrap_or_else(|| self.value_of(id));
        let ground = self.ground_of_told(id, position);
        let waiting = ground.filter(|ground| ground.waits);
        let unsettled =
            waiting.map(|ground| self.bounds(value, self.search.tree.node(ground.node)));
        Told { value, is_decided, is_conditional, ground, unsettled, effort }
    }

    /// Between what a told value lies whose line ends in this node: the player who moves there may do better by as much as the
    /// moves that wait are worth at most, and a value from another search may be worth as much already.
    fn bounds(&self, told: Value, ground: &Node) -> Bounds {
        let Some(mover) = ground.turn().player() else { return Bounds { least: None, most: None } };
        let most = self.search.rules.most_of_rest(ground);
        Bounds::of(mover, Some(told), most.map(|most| Bounds::better(mover, most, told)))
    }
}
