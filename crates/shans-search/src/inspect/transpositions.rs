//! Positions that are reached in more than one order of moves.
//!
//! The tree has a node for each way to a position, and none of them knows of the others. An index of the
//! positions into which most effort went is made on request.

use std::collections::HashMap;

use serde::Serialize;

use super::move_text::{MoveText, machine_only};
use super::score::Score;
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::BestFirst;
use crate::tree::NodeId;

/// Where the positions of a tree stand, by their keys.
///
/// It names places by moves: a tree that has grown, or was freed in part, makes it incomplete, and never
/// wrong.
#[derive(Clone, Debug, Default)]
pub struct Transpositions {
    /// The place above, if any, and the move from there.
    steps: Vec<(Option<usize>, MoveCode)>,
    by_key: HashMap<u64, Vec<usize>>,
}

/// Another place at which a position stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Elsewhere {
    /// The moves to it from the root of the tree.
    #[serde(rename = "moves", serialize_with = "machine_only")]
    pub path: Vec<MoveText>,
    /// What the position is worth there.
    pub score: Score,
    /// The work that went into it there, as [`NodeReport::effort`](super::NodeReport::effort) counts it.
    pub effort: u64,
}

impl Transpositions {
    /// Notes a place, behind the one above it in the order of the notes: the position with this key stands there.
    pub(super) fn note(&mut self, parent: Option<usize>, mv: MoveCode, key: u64) {
        self.by_key.entry(key).or_default().push(self.steps.len());
        self.steps.push((parent, mv));
    }

    /// Forgets the positions that stand at one place only.
    pub(super) fn keep_repeated(&mut self) {
        self.by_key.retain(|_, places| places.len() > 1);
    }

    /// The places where a position stands in a tree: their nodes, and the moves to them from the root. Places where the game
    /// is over are left out: a repetition belongs to its own way.
    pub fn places<'a, G: Heuristics + Evaluate>(
        &'a self,
        search: &'a BestFirst<G>,
        position: &'a G,
    ) -> impl Iterator<Item = (NodeId, Vec<G::Move>)> + 'a {
        let places = self.by_key.get(&position.key()).into_iter().flatten();
        places.filter_map(|&place| self.node_at(search, place, position))
    }

    /// The node at a place and the moves to it, if the position still stands there, and the game goes on.
    fn node_at<G: Heuristics + Evaluate>(
        &self,
        search: &BestFirst<G>,
        place: usize,
        position: &G,
    ) -> Option<(NodeId, Vec<G::Move>)> {
        let tree = search.tree();
        let (mut id, mut game) = (tree.root(), search.root().game().clone());
        let mut moves = Vec::new();
        for code in self.moves_to(place) {
            id = tree.child_behind(id, code)?;
            let mv = game.legal(code)?;
            moves.push(mv);
            game.play(mv);
        }
        let is_it = game.key() == position.key() && !tree.node(id).is_finished();
        is_it.then_some((id, moves))
    }

    fn moves_to(&self, place: usize) -> Vec<MoveCode> {
        let mut moves = Vec::new();
        let mut at = place;
        while let Some(&(Some(parent), mv)) = self.steps.get(at) {
            moves.push(mv);
            at = parent;
        }
        moves.reverse();
        moves
    }
}
