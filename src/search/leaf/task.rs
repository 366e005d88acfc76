//! The question that a leaf search answers.

use crate::game::{Evaluate, Game, Order};
use crate::search::budget::Budget;
use crate::search::limits::Stop;
use crate::search::window::Window;
use crate::value::Value;

/// A leaf to be valued.
#[derive(Debug)]
pub struct LeafTask<'a, G: Game> {
    /// The position; the game goes on there.
    pub game: &'a G,
    /// The values that matter, wins counted from the position: outside of them a bound will do.
    pub window: Window,
    /// How many plies deep to search, for leaf searches that have a depth.
    pub plies: u16,
    /// How many plies below the top of the searcher's tree it lies.
    pub ply: u16,
    /// The slots ([`Heuristics::slot`](crate::game::Heuristics::slot)) of the moves made one and
    /// two plies before it, for leaf searches that learn from moves.
    pub slots_before: [Option<usize>; 2],
    /// Keys of the positions before it, and how many of them are the game's history
    /// ([`Past::new`](crate::game::Past::new)). The same afterwards, unless a limit struck.
    pub past: &'a mut Vec<u64>,
    /// See `past`.
    pub searched_from: usize,
    /// The moves to choose from; all legal ones where `None`.
    pub candidates: Option<&'a [G::Move]>,
}

/// What a leaf search found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafValue<M> {
    /// The value, wins counted from the leaf; outside of the window a bound.
    pub value: Value,
    /// The move it rests on, where one is known.
    pub best: Option<M>,
}

/// A way to value leaves.
///
/// The searcher above may be cut off by a limit in the middle of an iteration, which it takes back
/// then, so that going on later gives the same as never having stopped. Therefore a leaf search
/// keeps apart whatever it learns from one [`LeafSearch::commit`] to the next: after
/// [`LeafSearch::roll_back`] it must be as it was at the last commit. A search with a large table
/// writes to it at once, notes in a journal what it overwrites first, and puts that back.
/// Counters of work are in the [`Budget`], and are set back by whoever owns it.
pub trait LeafSearch<G: Order + Evaluate> {
    /// The value of a leaf.
    ///
    /// # Errors
    ///
    /// The limit that struck in the middle.
    fn search(
        &mut self,
        task: LeafTask<'_, G>,
        budget: &mut Budget,
    ) -> Result<LeafValue<G::Move>, Stop>;

    /// What was learnt since the last time stays.
    fn commit(&mut self) {}

    /// What was learnt since the last commit goes.
    fn roll_back(&mut self) {}
}
