//! A node on the path from the top of the tree to the node that grows.

use crate::game::Game;
use crate::search::chance::ChanceRules;
use crate::tree::{ChildrenSummary, Edge, Holder, Node, NodeId, Tree, TreeRules, summary};
use crate::value::Player;

/// A node on the path with its position and the summary of its children. It is kept between
/// iterations, so that only the part of the path that changes is walked again.
#[derive(Clone, Debug)]
pub(super) struct PathNode<G> {
    pub(super) id: NodeId,
    pub(super) game: G,
    /// The child on the path and its rank; `None` at the end of the path.
    pub(super) child: Option<(NodeId, u16)>,
    /// All children but `child`.
    others: ChildrenSummary,
    /// The child made last, as far as [`PathNode::find_last`] was asked or it was made since.
    last: Option<NodeId>,
    /// Nodes made from here in this iteration, not yet counted as effort.
    pub(super) fresh: u32,
}

impl<G: Game> PathNode<G> {
    pub(super) fn new(tree: &Tree, id: NodeId, game: G, rules: &ChanceRules) -> PathNode<G> {
        let others = ChildrenSummary::empty(game.turn(), G::MOVES_MAY_LOSE);
        let mut frame = PathNode { id, game, child: None, others, last: None, fresh: 0 };
        frame.look_at_children(tree, rules);
        frame
    }

    /// The child that holds the player's chance, or `None` where this node's own next move
    /// does. The path leads there afterwards.
    pub(super) fn turn_to(
        &mut self,
        tree: &Tree,
        of: Player,
        rules: &ChanceRules,
    ) -> Option<NodeId> {
        let node = tree.node(self.id);
        let chosen = match self.all(tree, rules).holder(of, node.next) {
            _ if node.is_leaf() => None,
            Holder::Child(id, rank) => Some((id, rank)),
            Holder::Next => None,
            Holder::Nobody => {
                debug_assert!(false, "followed a chance that nobody holds");
                None
            }
        };
        if chosen != self.child {
            self.set_child(tree, chosen, rules);
        }
        chosen.map(|(id, _)| id)
    }

    /// Puts a child (or none) on the path.
    pub(super) fn set_child(
        &mut self,
        tree: &Tree,
        child: Option<(NodeId, u16)>,
        rules: &ChanceRules,
    ) {
        if self.child.is_some() {
            self.look_at_children(tree, rules);
        }
        if let Some((id, rank)) = child {
            self.others = self.others.without(&self.edge(tree, id, rank, rules));
            self.child = child;
        }
    }

    /// What all children amount to now.
    pub(super) fn all(&self, tree: &Tree, rules: &ChanceRules) -> ChildrenSummary {
        let mut all = self.others;
        match (&all, self.child) {
            // Sums are made anew, in the order of the children.
            (ChildrenSummary::Chance(_), _) => self.summary(tree, rules),
            (_, Some((id, rank))) => {
                all.add(&self.edge(tree, id, rank, rules));
                all
            }
            (_, None) => all,
        }
    }

    /// Looks for the child made last, behind which new ones are appended: only the node that grows
    /// needs it.
    pub(super) fn find_last(&mut self, tree: &Tree) -> Option<NodeId> {
        self.last = tree.children(self.id).last().map(|(_, id, _)| id);
        self.last
    }

    /// The child made last.
    pub(super) fn last(&self) -> Option<NodeId> {
        self.last
    }

    /// Takes in a child that was just made, as the last one.
    pub(super) fn adopt(&mut self, tree: &Tree, id: NodeId, rank: u16, rules: &ChanceRules) {
        let edge = self.edge(tree, id, rank, rules);
        self.others.add(&edge);
        self.last = Some(id);
        self.fresh += 1;
    }

    /// Sums up all children, none of them on the path.
    fn look_at_children(&mut self, tree: &Tree, rules: &ChanceRules) {
        self.others = self.summary(tree, rules);
        self.child = None;
    }

    fn summary(&self, tree: &Tree, rules: &ChanceRules) -> ChildrenSummary {
        summary(tree, self.id, rules, G::MOVES_MAY_LOSE, |child| self.odds(child))
    }

    fn edge(&self, tree: &Tree, id: NodeId, rank: u16, rules: &ChanceRules) -> Edge {
        let child = tree.node(id);
        let odds = match self.others {
            ChildrenSummary::Player(_) => 1.0,
            ChildrenSummary::Chance(_) => self.odds(child),
        };
        Edge::new(id, rank, child, rules.price(tree.node(self.id), rank), odds)
    }

    /// The weight of an outcome of chance.
    fn odds(&self, outcome: &Node) -> f32 {
        self.game.decode(outcome.mv).map_or(1.0, |outcome| self.game.odds(outcome))
    }
}
