//! Searching the whole position analysed, beside the tree that grows below it.
//!
//! A search with an exact value says nothing about the moves that it did not choose, and most searches of a
//! tree are small. So a move that takes a deep search to be seen would be seen late. A part of all nodes goes
//! to searches of the position analysed with all its moves, those that were made too, and these
//! searches grow with the tree. If one prefers a move that waits, the move is made. Otherwise nothing of the
//! tree changes, where a move is worth what is behind it; but the move is the answer until a better one
//! has been searched enough (`BestFirst::answer_of_whole`).

use super::super::growth::Change;
use super::place::Place;
use super::question::{Asked, Finding, Question};
use super::set_work::SetWork;
use crate::game::{Evaluate, Heuristics};

/// What is asked about the whole position, and what was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct WholeWork {
    /// How often the nodes are doubled for it.
    pub(super) plies: u8,
    /// The answer.
    pub(super) found: Option<Finding>,
}

impl WholeWork {
    pub(super) fn asked(&self) -> Asked {
        Asked { mv: None, plies: self.plies, question: Question::Open, with_made: true }
    }

    /// What becomes of the node: its best move is made, if it waits.
    pub(super) fn change<G: Heuristics + Evaluate>(
        &self,
        place: &Place<'_, G>,
        found: Finding,
    ) -> Change {
        let waits = found.best.is_some_and(|best| place.moves_that_wait().contains(&best));
        // Where all moves lose, the tree makes all of them.
        if !waits || found.value.is_unproven_win() {
            return Change::Nothing;
        }
        SetWork { plies: self.plies, splits: true, moves: 1, found: Some(found) }
            .change(place, found)
    }
}
