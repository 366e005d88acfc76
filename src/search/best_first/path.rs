//! The walk from the root to the node that grows. It is kept between iterations, so that only
//! the part of it that changes is walked again.

use crate::game::Game;
use crate::tree::{Digest, Edge, Holder, Node, NodeId, Prices, Tree};
use crate::value::Player;

/// A node on the path with its position and what its children amount to.
#[derive(Clone, Debug)]
pub(super) struct Frame<G> {
    pub(super) id: NodeId,
    pub(super) game: G,
    /// The child on the path and its rank; `None` at the end of the path.
    pub(super) child: Option<(NodeId, u16)>,
    /// All children but `child`.
    others: Digest,
    /// The child made last.
    pub(super) last: Option<NodeId>,
    /// Nodes made from here in this iteration, not yet counted as effort.
    pub(super) fresh: u32,
}

impl<G: Game> Frame<G> {
    pub(super) fn new(tree: &Tree, id: NodeId, game: G, prices: &Prices) -> Frame<G> {
        let others = Digest::empty(game.turn(), G::MOVES_MAY_LOSE);
        let mut frame = Frame { id, game, child: None, others, last: None, fresh: 0 };
        frame.look_at_children(tree, prices);
        frame
    }

    /// The child that holds the player's chance, or `None` where this node's own next move
    /// does. The path leads there afterwards.
    pub(super) fn turn_to(&mut self, tree: &Tree, of: Player, prices: &Prices) -> Option<NodeId> {
        let node = tree.node(self.id);
        let chosen = match self.all(tree, prices).holder(of, node.next) {
            _ if node.is_leaf() => None,
            Holder::Child(id, rank) => Some((id, rank)),
            Holder::Next => None,
            Holder::Nobody => {
                debug_assert!(false, "followed a chance that nobody holds");
                None
            }
        };
        if chosen != self.child {
            self.set_child(tree, chosen, prices);
        }
        chosen.map(|(id, _)| id)
    }

    /// Puts a child (or none) on the path.
    pub(super) fn set_child(&mut self, tree: &Tree, child: Option<(NodeId, u16)>, prices: &Prices) {
        if self.child.is_some() {
            self.look_at_children(tree, prices);
        }
        if let Some((id, rank)) = child {
            self.others = self.others.without(&self.edge(tree, id, rank, prices));
            self.child = child;
        }
    }

    /// What all children amount to now.
    pub(super) fn all(&self, tree: &Tree, prices: &Prices) -> Digest {
        let mut all = self.others;
        match (&all, self.child) {
            // Sums are made anew, in the order of the children.
            (Digest::Chance(_), _) => self.digest(tree, prices).0,
            (_, Some((id, rank))) => {
                all.add(&self.edge(tree, id, rank, prices));
                all
            }
            (_, None) => all,
        }
    }

    /// Takes in a child that was just made, as the last one.
    pub(super) fn adopt(&mut self, tree: &Tree, id: NodeId, rank: u16, prices: &Prices) {
        let edge = self.edge(tree, id, rank, prices);
        self.others.add(&edge);
        self.last = Some(id);
        self.fresh += 1;
    }

    /// Condenses all children, none of them on the path.
    fn look_at_children(&mut self, tree: &Tree, prices: &Prices) {
        (self.others, self.last) = self.digest(tree, prices);
        self.child = None;
    }

    /// What all children amount to, and the last of them.
    fn digest(&self, tree: &Tree, prices: &Prices) -> (Digest, Option<NodeId>) {
        let mut digest = Digest::empty(self.game.turn(), G::MOVES_MAY_LOSE);
        let mut last = None;
        let forced = tree.node(self.id).forced();
        for (rank, id, child) in tree.children(self.id) {
            let odds = self.odds(child);
            digest.add(&Edge::new(id, rank, child, prices.of(forced, rank), odds));
            last = Some(id);
        }
        (digest, last)
    }

    fn edge(&self, tree: &Tree, id: NodeId, rank: u16, prices: &Prices) -> Edge {
        let child = tree.node(id);
        let price = prices.of(tree.node(self.id).forced(), rank);
        Edge::new(id, rank, child, price, self.odds(child))
    }

    fn odds(&self, child: &Node) -> f32 {
        match self.others {
            Digest::Player(_) => 1.0,
            Digest::Chance(_) => {
                self.game.decode(child.mv).map_or(1.0, |outcome| self.game.odds(outcome))
            }
        }
    }
}
