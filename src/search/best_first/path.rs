//! The walk from the root to the node that grows. It is kept between iterations, so that only
//! the part of it that changes is walked again.

use crate::game::Game;
use crate::tree::{Digest, Edge, Holder, NodeId, Prices, Tree};
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
        let others = Digest::empty(game.turn());
        let mut frame = Frame { id, game, child: None, others, last: None, fresh: 0 };
        frame.look_at_children(tree, None, prices);
        frame
    }

    /// The child that holds the player's chance, or `None` where this node's own next move
    /// does. The path leads there afterwards.
    pub(super) fn turn_to(&mut self, tree: &Tree, of: Player, prices: &Prices) -> Option<NodeId> {
        let node = tree.node(self.id);
        let all = self.all(tree, prices);
        let chosen = match all.holder(of, node.next) {
            _ if node.is_leaf() => None,
            Holder::Child(id) => Some(id),
            Holder::Next => None,
            Holder::Nobody => {
                debug_assert!(false, "followed a chance that nobody holds");
                all.best()
            }
        };
        if chosen != self.child.map(|(id, _)| id) {
            self.look_at_children(tree, chosen, prices);
        }
        chosen
    }

    /// What all children amount to now.
    pub(super) fn all(&self, tree: &Tree, prices: &Prices) -> Digest {
        let mut all = self.others;
        if let Some((id, rank)) = self.child {
            all.add(&self.edge(tree, id, rank, prices));
        }
        all
    }

    /// Takes in a child that was just made, as the last one.
    pub(super) fn adopt(&mut self, tree: &Tree, id: NodeId, rank: u16, prices: &Prices) {
        let edge = self.edge(tree, id, rank, prices);
        self.others.add(&edge);
        self.last = Some(id);
        self.fresh += 1;
    }

    /// Puts `child` (if any) on the path and condenses the others.
    pub(super) fn look_at_children(&mut self, tree: &Tree, child: Option<NodeId>, prices: &Prices) {
        self.others = Digest::empty(self.game.turn());
        self.child = None;
        for (rank, id, _) in tree.children(self.id) {
            self.last = Some(id);
            if Some(id) == child {
                self.child = Some((id, rank));
            } else {
                let edge = self.edge(tree, id, rank, prices);
                self.others.add(&edge);
            }
        }
    }

    fn edge(&self, tree: &Tree, id: NodeId, rank: u16, prices: &Prices) -> Edge {
        let child = tree.node(id);
        let price = prices.of(tree.node(self.id).forced(), rank);
        let odds = match self.others {
            Digest::Player(_) => 1.0,
            Digest::Chance(_) => {
                self.game.decode(child.mv).map_or(1.0, |outcome| self.game.odds(outcome))
            }
        };
        Edge::new(id, rank, child, price, odds)
    }
}
