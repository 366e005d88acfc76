//! What a search of a position leaves in its node, and which trees keep it.

use serde::{Deserialize, Serialize};

use crate::value::Player;

/// What the nodes of a tree keep in their last bits, and what their effort counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum NodeForm {
    /// The number of children ([`Node::made`](super::Node::made)). A leaf is valued at first sight, and effort is the
    /// tree nodes ever made in a subtree.
    #[default]
    Explored,
    /// What a search of the position found ([`Searched`]). Effort is the positions searched for a
    /// subtree.
    Searched,
}

/// What a value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum ValueBound {
    /// The value is this, as far as was searched.
    #[default]
    Exact,
    /// It is at least this, from Max's point of view.
    AtLeast,
    /// It is at most this.
    AtMost,
    /// It may be more or less: some moves wait, others are bounds.
    Open,
}

/// What a search of a position found, besides its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Searched {
    /// How deep the search was, plies: up to [`Searched::MOST_PLIES`]. That of a node with children
    /// is the one before they were made; of one whose win is proven, how deep a faster one was
    /// looked for.
    pub plies: u8,
    /// What the node's value says.
    pub bound: ValueBound,
    /// The move that led here is tactical, such as a capture or a check: being late costs it less.
    pub tactical: bool,
}

impl ValueBound {
    /// Of a value that is a bound on these sides.
    pub fn new(at_least: bool, at_most: bool) -> ValueBound {
        match (at_least, at_most) {
            (true, true) => ValueBound::Exact,
            (true, false) => ValueBound::AtLeast,
            (false, true) => ValueBound::AtMost,
            (false, false) => ValueBound::Open,
        }
    }

    /// Of a number that both values go into, each with the same sign.
    #[must_use]
    pub fn and(self, other: ValueBound) -> ValueBound {
        let limits = |player| self.limits(player) && other.limits(player);
        ValueBound::new(limits(Player::Min), limits(Player::Max))
    }

    /// Whether the value is no better for this player, as far as was searched.
    pub fn limits(self, player: Player) -> bool {
        match player {
            Player::Max => matches!(self, ValueBound::Exact | ValueBound::AtMost),
            Player::Min => matches!(self, ValueBound::Exact | ValueBound::AtLeast),
        }
    }
}

impl Searched {
    /// Deeper searches count as this deep.
    pub const MOST_PLIES: u8 = 127;

    /// How many of these plies were really looked at: a search that tries two moves at each ply
    /// takes as many positions as two to the power of its plies, and where it took fewer, the table
    /// or a rule that prunes has answered in place of the last plies.
    pub fn plies_looked_at(self, positions: u32) -> u32 {
        u32::from(self.plies).min(positions.max(1).ilog2())
    }

    /// As 10 bits.
    pub fn to_bits(self) -> u16 {
        let bound = match self.bound {
            ValueBound::Exact => 0,
            ValueBound::AtLeast => 1,
            ValueBound::AtMost => 2,
            ValueBound::Open => 3,
        };
        u16::from(self.plies.min(Searched::MOST_PLIES)) | bound << 7 | u16::from(self.tactical) << 9
    }

    /// From the lowest 10 bits.
    pub fn from_bits(bits: u16) -> Searched {
        let bound = match bits >> 7 & 0b11 {
            0 => ValueBound::Exact,
            1 => ValueBound::AtLeast,
            2 => ValueBound::AtMost,
            _ => ValueBound::Open,
        };
        Searched { plies: (bits & 0x7f) as u8, bound, tactical: bits >> 9 & 1 != 0 }
    }
}
