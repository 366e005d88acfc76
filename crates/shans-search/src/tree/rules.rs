//! What a tree has to know of the chance model that its numbers follow from.

use super::node::{LeafChances, Node};
use super::searched::Searched;
use super::waiting::Waiting;
use crate::value::Value;

/// The part of a chance model that decides whether a tree is right.
///
/// The tree asks no more: which move is tried next, what an untried move promises and when the
/// search stops are the model's own affair.
pub trait TreeRules {
    /// What a chance loses on the edge from `parent` to `child`, the one of this rank (its place
    /// among the moves made there, 0 first): centipawns, zero or more, always the same.
    fn price(&self, parent: &Node, rank: u16, child: &Node) -> f32;

    /// What a chance loses behind a random turn in an outcome of this probability, above 0 and up
    /// to 1: centipawns, zero or more.
    fn odds_price(&self, probability: f64) -> f32;

    /// A value on the scale of chances, centipawns from Max's point of view.
    fn scaled(&self, value: Value) -> f32;

    /// The chances in a leaf of this value, `forced` if its mover has little choice
    /// ([`Order::forced`](crate::game::Order::forced)); `searched` tells more of a searched node.
    fn leaf_chances(&self, forced: bool, value: Value, searched: Searched) -> LeafChances;

    /// What is known about the moves of a node that were not made yet.
    fn waiting(&self, node: &Node) -> Waiting {
        Waiting { next: node.next, most: f32::INFINITY }
    }

    /// How deep a searched node counts as searched once its children are freed, plies.
    fn plies_after_freeing(&self, node: &Node) -> u8;
}
