//! What is known about moves that were not made.

use crate::value::{Chance, Player, Value};

/// What is known about the moves of a node that were not made yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waiting {
    /// What the mover may hope for from them ([`Node::next`](super::Node::next)).
    pub next: Chance,
    /// They are worth no more than this to the mover, in his own view, or nothing more that matters:
    /// centipawns. Infinity where nobody knows.
    pub most: f32,
}

impl Waiting {
    /// Whether one of them may be worth more to the mover than this value.
    pub fn may_exceed(&self, mover: Player, value: Value) -> bool {
        self.next.exists() && self.most > mover.sign() * value.in_centipawns()
    }
}
