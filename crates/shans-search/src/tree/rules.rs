//! What a tree has to know of the chance model that its numbers follow from.

use super::node::{LeafChances, Node};
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
    /// ([`Order::forced`](crate::game::Order::forced)), for a search of which the nodes were doubled so often
    /// ([`Node::doublings`]).
    fn leaf_chances(&self, forced: bool, value: Value, doublings: u8) -> LeafChances;

    /// A node as it is once its children are freed. Of one that was freed already nothing changes.
    fn after_freeing(&self, node: &Node, made: u16) -> Node;
}
