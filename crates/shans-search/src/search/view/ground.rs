//! On what a told value rests: where it comes from, and how much work went into that.

use super::answers::View;
use crate::game::{Evaluate, Heuristics};
use crate::search::chance::SLACK;
use crate::search::report::{AnswerReason, RestsOn, Unsettled};
use crate::tree::{Node, NodeId};
use crate::value::Value;

/// The end of the line that is told of a node: where its value comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// A leaf; a node in which chance decides; or one in which moves wait of which one may be clearly better than the
    /// best that was made.
    pub node: NodeId,
    /// How many plies it lies below the node of which the value is told.
    pub plies: u16,
    /// Positions searched for it: for the leaf, or by the last search of the moves that wait. Where a search further up has
    /// found the whole line, and its value still stands at the end of it, those of that search.
    pub nodes: u64,
    /// Whether moves wait there that may be better: the value is not settled.
    pub waits: bool,
}

impl Ground {
    /// How little the value rests on beside all that was searched for it, if it is little.
    pub fn rests_on(&self, effort: u64) -> Option<RestsOn> {
        RestsOn::little(self.nodes, effort)
    }
}

impl<G: Heuristics + Evaluate> View<'_, G> {
    /// The ground of what is told of a node ([`View::told`]). `None` where it is certain, and where leaves are
    /// valued at first sight.
    pub fn ground(&self, id: NodeId) -> Option<Ground> {
        self.ground_at(id, true)
    }

    /// The same, where a win is told that the search of a whole position has seen and the tree has not: that search.
    pub(super) fn ground_of_told(&self, id: NodeId, position: &G) -> Option<Ground> {
        let ground = self.ground(id)?;
        if self.search.tree.node(id).value.is_seen_win() {
            return Some(ground);
        }
        let win = self.win_of_anchor(id, position);
        Some(win.map_or(ground, |(_, nodes)| Ground { node: id, plies: 0, nodes, waits: false }))
    }

    /// The ground if no move that waits on the line were better: the leaf at its end.
    pub(in crate::search) fn leaf_ground(&self, id: NodeId) -> Option<Ground> {
        self.ground_at(id, false)
    }

    /// The ground. If moves may wait, it is where one of them may be better than the value by so much that it would be told.
    fn ground_at(&self, id: NodeId, may_wait: bool) -> Option<Ground> {
        self.search.rules.searches_leaves().then_some(())?;
        let (mut at, mut plies) = (id, 0);
        let mut above: Vec<(f32, u64)> = Vec::new();
        loop {
            let node = self.search.tree.node(at);
            if node.is_decided() {
                return None;
            }
            let own = self.answer_in(at);
            let is_better =
                |value| self.search.rules.rest_is_better(node, value, AnswerReason::CLEAR_LEAD);
            let waits = may_wait && !node.is_leaf() && is_better(self.worth(at, own));
            let next = self.best_child(at).filter(|_| !waits);
            above.extend(self.searches_of(at, node));
            let Some(next) = next else {
                let nodes = match waits {
                    true => self.search.rules.grant(node.doublings()),
                    false => self.found_with(node, self.search.tree.effort(at), &above),
                };
                return Some(Ground { node: at, plies, nodes, waits });
            };
            (at, plies) = (next, plies + 1);
        }
    }

    /// The values that searches of a whole node have found, with their nodes: of the position analysed, and of moves that
    /// wait, which are worth as much at most.
    fn searches_of(&self, id: NodeId, node: &Node) -> impl Iterator<Item = (f32, u64)> {
        let anchor = self.search.anchor_of(id).map(|anchor| (anchor.value.raw(), anchor.nodes));
        let most = self.search.rules.most_of_rest(node);
        let rest = most.map(|most| (most.raw(), self.search.rules.grant(node.doublings())));
        [anchor, rest].into_iter().flatten()
    }

    /// The nodes by which the value of the end of a line was found: its own, or those of a search `above` that has found
    /// about the same.
    fn found_with(&self, end: &Node, own: u64, above: &[(f32, u64)]) -> u64 {
        let is_it = |&&(value, _): &&(f32, u64)| (value - end.value.raw()).abs() <= SLACK;
        above.iter().filter(is_it).map(|&(_, nodes)| nodes).chain([own]).max().unwrap_or(own)
    }

    /// Which moves keep a value from being settled, if it is not; `position` is that of the node.
    pub fn unsettled_by(&self, id: NodeId, position: &G) -> Option<Unsettled<G::Move>> {
        let ground = self.ground_of_told(id, position).filter(|ground| ground.waits)?;
        let (mut at, mut game, mut after) = (id, position.clone(), Vec::new());
        while at != ground.node {
            at = self.best_child(at)?;
            let mv = game.legal(self.search.tree.node(at).mv)?;
            game.play(mv);
            after.push(mv);
        }
        let level = usize::from(at != self.search.tree.root());
        let made = usize::from(self.search.tree.made(at));
        let count = self.search.root.choices(&game, level).len().saturating_sub(made);
        let (mover, told) = (game.turn().player()?, self.value_of(id));
        // What is told may come from another search, and be worth as much already.
        let is_better = |most: &Value| most.for_player(mover) > told.for_player(mover);
        let at_most = self.search.rules.most_of_rest(self.search.tree.node(at)).filter(is_better);
        Some(Unsettled { after, count, at_most, mover })
    }
}
