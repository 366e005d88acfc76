//! What an iteration has found out, before anything of it is in the tree.

use super::ranking::Rank;
use crate::game::MoveCode;
use crate::tree::{Node, Searched};
use crate::value::{Chance, Value};

/// What one iteration does: mostly to the node at the end of its path.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Growth {
    /// The change.
    pub(super) change: Change,
    /// The work that went into it, in the unit of the tree's effort.
    pub(super) effort: u64,
    /// Values that came from a table.
    pub(super) table_hits: u64,
    /// The moves that were found best by the search that the change rests on, where leaves have exact
    /// values: from the node, or, where a single move was made, from behind that.
    pub(super) line: Vec<MoveCode>,
    /// A leaf was searched deeper because the tree has no room for its moves.
    pub(super) has_no_room: bool,
}

/// The change itself.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Change {
    /// New children behind those there are, with their ranks, and the estimate of the next move where
    /// that is another one now; with it whether it is capped.
    Children(Vec<(u16, Node)>, Option<(Chance, bool)>),
    /// The best of the moves that were not made is known.
    Split(Split),
    /// A leaf was searched; the move that its value rests on, where one is known.
    Leaf(Value, Searched, Option<MoveCode>),
    /// A leaf of which its chances alone say how deep it was searched.
    DeeperLeaf(Value, u16, Option<MoveCode>),
    /// A proof that was freed: nothing here is worth another visit.
    GiveUp,
    /// A faster win was looked for this deep, plies.
    Looked(u8),
    /// Nothing: only an answer beside the tree was found.
    Nothing,
    /// What a candidate is worth was looked for.
    Rank(Rank),
}

/// What becomes of a node when the best of the moves that were not made in it is known.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Split {
    /// The positions after that move, and after those that are worth no more for certain, with their
    /// ranks.
    pub(super) children: Vec<(u16, Node)>,
    /// What the mover may hope for from the others.
    pub(super) next: Chance,
    /// How often the nodes for a search of the others were doubled ([`Searched::plies`]).
    pub(super) plies: u8,
}
