//! Where leaves are searched: how many nodes each search gets, and what is known about moves that wait.
//!
//! A search of a set of moves says which is the best and what it is worth; so each of the others is worth
//! no more. That limit is not stored: what the mover may hope for from them ([`Node::next`]) lies as far
//! below it as the doublings of that search cost, and tells it.

use super::rules::ChanceRules;
use crate::tree::{Node, NodeId, Tree, TreeRules, preferred_child};
use crate::value::{Chance, Player, Value};

/// Nodes are not doubled more often.
pub const MOST_DOUBLINGS: u8 = 60;
/// Moves that wait matter only where they may be worth more than this beyond the best one that was made, and two searches
/// that differ by no more have found the same, centipawns.
pub const SLACK: f32 = 8.0;

impl ChanceRules {
    /// How many nodes the search gets after which a set of moves counts as doubled so often. 1 is the first search.
    pub fn grant(&self, doublings: u8) -> u64 {
        let first = self.model.leaf_search.map_or(1.0, |leaves| f64::from(leaves.first.max(1.0)));
        let doublings = doublings.clamp(1, MOST_DOUBLINGS);
        (first * f64::from(doublings - 1).exp2()) as u64
    }

    /// What a doubling costs a chance, centipawns.
    pub fn doubling(&self) -> f32 {
        self.full_ply()
    }

    /// How often nodes were doubled for a search of this many: 0 if they are fewer than the first search gets.
    pub fn doublings_of(&self, nodes: u64) -> u8 {
        (1..=MOST_DOUBLINGS)
            .take_while(|&doublings| self.grant(doublings) <= nodes)
            .last()
            .unwrap_or(0)
    }

    /// The doublings of a search that splits a leaf, once `nodes` were searched in all.
    pub fn doublings_to_split(&self, nodes: u64) -> u8 {
        let Some(leaves) = self.model.leaf_search else { return MOST_DOUBLINGS };
        let least = f64::from(leaves.split).max(f64::from(leaves.growth) * (nodes as f64).cbrt());
        let is_enough = |&doublings: &u8| self.grant(doublings) as f64 >= least;
        (1..MOST_DOUBLINGS).find(is_enough).unwrap_or(MOST_DOUBLINGS)
    }

    /// How often the nodes count as doubled for the position after the best move of a set that was searched so.
    pub fn doublings_behind(&self, doublings: u8) -> u8 {
        let halvings = self.model.leaf_search.map_or(0.0, |leaves| leaves.halvings);
        doublings.saturating_sub(halvings as u8)
    }

    /// The nodes that the tree below a position analysed may have had, once `nodes` were spent there in all; the
    /// others are for the anchor.
    pub fn nodes_of_tree(&self, nodes: u64) -> f64 {
        let Some(leaves) = self.model.leaf_search else { return f64::INFINITY };
        (1.0 - f64::from(leaves.anchor)) * (nodes as f64 - f64::from(leaves.alone)).max(0.0)
    }

    /// What the mover may hope for from moves that are worth no more than this, by a search with that many
    /// doublings.
    pub fn hope_of_rest(&self, mover: Player, most: Value, doublings: u8) -> Chance {
        let chances = self.leaf_chances(false, most, doublings);
        if mover == Player::Max { chances.alpha } else { chances.beta }
    }

    /// What the moves of a node that were not made are worth at most, as far as was searched: Max's view. `None`
    /// where all are made, or nothing is known.
    pub fn most_of_rest(&self, node: &Node) -> Option<Value> {
        let mover = node.turn().player().filter(|_| node.next.exists())?;
        let leaves = self.model.leaf_search?;
        let price = self.full_ply() * (f32::from(node.doublings()) + 1.0);
        let scaled = f64::from(node.next.raw() + mover.sign() * price - self.centre);
        let spread = f64::from(leaves.spread.max(1.0));
        let distance = spread * (scaled.abs() / spread).exp_m1();
        let value = self.centre + distance.copysign(scaled) as f32;
        // Whole hundredths of a centipawn: the way there and back rounds.
        let value = (value * 100.0).round() / 100.0;
        Some(Value::centipawns(value.clamp(-Value::EVAL_LIMIT, Value::EVAL_LIMIT)))
    }

    /// Whether moves that wait in a node with children may be better than the best one that was made.
    pub fn waiting_matters(&self, node: &Node) -> bool {
        self.rest_is_better(node, node.value, SLACK)
    }

    /// The same beside a move of this value, which may be worse than the best one, by more than this many centipawns.
    pub fn rest_is_better(&self, node: &Node, value: Value, by: f32) -> bool {
        let Some(mover) = node.turn().player() else { return node.next.exists() };
        let most = self.most_of_rest(node).map(|most| most.for_player(mover) - by);
        most.is_some_and(|most| most > mover.sign() * value.in_centipawns())
    }

    /// Whether a value may still fall for the player who chose it: the best line from a node ends where moves that
    /// wait may be better for their mover.
    pub fn is_unsettled(&self, tree: &Tree, id: NodeId) -> bool {
        let mut at = Some(id).filter(|_| self.searches_leaves());
        while let Some(id) = at {
            let node = tree.node(id);
            if node.is_decided() || node.is_leaf() {
                return false;
            }
            if self.waiting_matters(node) {
                return true;
            }
            at = preferred_child(tree, id, self);
        }
        false
    }
}
