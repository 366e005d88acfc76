//! Asking for the best of the moves of a node that were not made, where answers are exact.
//!
//! A leaf is such a set of all moves. Up to a certain number of nodes it stays one, and is searched again
//! with twice as many. A search with more splits it: the best move becomes a leaf of its own, without
//! being searched again, and the others wait behind it, worth no more.

use serde::{Deserialize, Serialize};

use super::super::growth::{Change, Split};
use super::place::Place;
use super::question::{Asked, Finding, Question};
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::search::leaf::EstimateOrder;
use crate::tree::{Node, Searched, ValueBound};
use crate::value::{Player, Value};

/// What is asked about a set of moves, and what was found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(in super::super) struct SetWork {
    /// How often the nodes count as doubled afterwards.
    pub(super) plies: u8,
    /// Its best move is made.
    pub(super) splits: bool,
    /// How many moves it has.
    pub(super) moves: u16,
    /// The answer.
    pub(super) found: Option<Finding>,
}

impl SetWork {
    /// The question. A set that is split gets the nodes of the first search that splits.
    pub(super) fn asked<G: Heuristics + Evaluate>(&self, place: &Place<'_, G>) -> Asked {
        let enough = if self.splits { place.rules.plies_to_split() } else { Searched::MOST_PLIES };
        let plies = self.plies.min(enough);
        Asked { mv: None, plies, question: Question::Open, with_made: false }
    }

    /// What becomes of the node.
    pub(super) fn change<G: Heuristics + Evaluate>(
        &self,
        place: &Place<'_, G>,
        found: Finding,
    ) -> Change {
        let split = place.end().and_then(|(_, node)| {
            let mover = node.turn().player()?;
            self.splits.then(|| self.split(place, &node, mover, found))?
        });
        split.map_or_else(|| self.searched(place, found), Change::Split)
    }

    fn searched<G: Heuristics + Evaluate>(&self, place: &Place<'_, G>, found: Finding) -> Change {
        let tactical = place.end().is_some_and(|(_, node)| node.searched().tactical);
        let searched = Searched { plies: self.plies, bound: ValueBound::Exact, tactical };
        Change::Leaf(found.value, searched, found.best)
    }

    /// The best move is made. Where even that loses, as far as was seen, so do all others: they are made,
    /// too, as a proof needs all of them.
    fn split<G: Heuristics + Evaluate>(
        &self,
        place: &Place<'_, G>,
        node: &Node,
        mover: Player,
        found: Finding,
    ) -> Option<Split> {
        let mut moves = place.moves_that_wait();
        let best = found.best.and_then(|best| moves.iter().position(|&mv| mv == best));
        moves.get_mut(..=best.unwrap_or_default())?.rotate_right(1);
        let waiting = moves.len();
        if !found.value.is_unproven_win() || found.value.for_player(mover) > 0.0 {
            moves.truncate(1);
        }
        let made = place.end().map_or(0, |(id, _)| place.tree.made(id));
        let children = (made..)
            .zip(moves)
            .filter_map(|(rank, mv)| Some((rank, self.child(place, mv, found.value)?)));
        let children: Vec<_> = children.collect();
        let next = match children.len() < waiting {
            true => place.rules.hope_of_rest(mover, found.value, self.plies),
            false => Node::no_next(node.turn()),
        };
        Some(Split { children, next, plies: self.plies })
    }

    /// The position after a move, which has this value as far as is known.
    fn child<G: Heuristics + Evaluate>(
        &self,
        place: &Place<'_, G>,
        code: MoveCode,
        value: Value,
    ) -> Option<Node> {
        let after = place.after(code)?;
        let plies = place.rules.plies_of_best(self.plies);
        let known = place.known_child(&after);
        Some(known.unwrap_or_else(|| place.searched_child(&after, value, ValueBound::Exact, plies)))
    }
}

impl<G: Heuristics + Evaluate> Place<'_, G> {
    /// The moves of the node that were not made yet, in the order of their estimates.
    pub(super) fn moves_that_wait(&self) -> Vec<MoveCode> {
        let Some(end) = self.walk.end() else { return Vec::new() };
        let allowed = self.root.chosen(&end.game, self.level());
        let mut order = EstimateOrder::default();
        if order.list(&end.game, allowed.as_deref(), 0).is_err() {
            return Vec::new();
        }
        let made: Vec<MoveCode> = self.moves_made().collect();
        let all = (0..).map_while(|rank| order.get(rank));
        let codes = all.map(|estimate| end.game.encode(estimate.mv));
        codes.filter(|code| !made.contains(code)).collect()
    }
}
