//! Between which values one lies that is not settled.

use crate::value::{Player, Value};

/// What a value that is not settled may be at least and at most, as far as was searched: Max's view. `None` where that is not
/// known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The lowest,
    pub least: Option<Value>,
    /// and the highest.
    pub most: Option<Value>,
}

impl Bounds {
    /// Those of what is known.
    pub fn exact(value: Value) -> Bounds {
        Bounds { least: Some(value), most: Some(value) }
    }

    /// Those that are the worst and the best for a player.
    pub fn of(player: Player, worst: Option<Value>, best: Option<Value>) -> Bounds {
        match player {
            Player::Max => Bounds { least: worst, most: best },
            Player::Min => Bounds { least: best, most: worst },
        }
    }

    /// The worst for a player.
    pub fn worst(self, player: Player) -> Option<Value> {
        if player == Player::Max { self.least } else { self.most }
    }

    /// The best for a player.
    pub fn best(self, player: Player) -> Option<Value> {
        self.worst(player.opponent())
    }

    /// The value that is better for a player.
    pub fn better(player: Player, one: Value, other: Value) -> Value {
        if player == Player::Max { one.max(other) } else { one.min(other) }
    }

    /// The same as they are told of the position before a move.
    #[must_use]
    pub fn behind_move(self) -> Bounds {
        let told = |value: Option<Value>| value.map(|value| value.told_from(1));
        Bounds { least: told(self.least), most: told(self.most) }
    }
}
