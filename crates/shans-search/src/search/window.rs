//! Alpha and beta: what the players are already sure of elsewhere.

use serde::{Deserialize, Serialize};

use crate::value::{Player, Value};

/// The values that still matter: Max is sure of `low`, Min of `high`, both from Max's point of
/// view.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Window {
    /// What Max is sure of.
    pub low: Value,
    /// What Min is sure of.
    pub high: Value,
}

impl Window {
    /// Neither side is sure of anything.
    pub const FULL: Window = Window { low: Value::LEAST, high: Value::GREATEST };

    /// What `mover` is sure of.
    pub(super) fn alpha(self, mover: Player) -> Value {
        match mover {
            Player::Max => self.low,
            Player::Min => self.high,
        }
    }

    /// What the opponent of `mover` is sure of.
    pub(super) fn beta(self, mover: Player) -> Value {
        self.alpha(mover.opponent())
    }

    /// Raises the mover's side to `value`; says whether the opponent has something better.
    pub(super) fn closes(&mut self, mover: Player, value: Value) -> bool {
        match mover {
            Player::Max => self.low = self.low.max(value),
            Player::Min => self.high = self.high.min(value),
        }
        self.low >= self.high
    }

    /// Whether the mover prefers `value` to what he is sure of.
    pub(super) fn is_raised_by(self, mover: Player, value: Value) -> bool {
        value.for_player(mover) > self.alpha(mover).for_player(mover)
    }

    /// Whether the opponent has something at least as good as to allow `value`.
    pub(super) fn is_refuted_by(self, mover: Player, value: Value) -> bool {
        value.for_player(mover) >= self.beta(mover).for_player(mover)
    }

    /// The zero window above what the mover is sure of: no value lies inside, so the answer
    /// only says whether there is more to gain.
    pub(super) fn probe(self, mover: Player) -> Window {
        match mover {
            Player::Max => Window { low: self.low, high: above(self.low) },
            Player::Min => Window { low: below(self.high), high: self.high },
        }
    }

    /// The zero window below what the opponent is sure of: does the mover's value reach it?
    pub(super) fn beta_probe(self, mover: Player) -> Window {
        self.probe(mover.opponent())
    }

    /// Whether a value may lie inside.
    pub(super) fn is_open(self) -> bool {
        above(self.low) < self.high
    }

    /// The same window for a position `ply` plies below, from where wins count there.
    pub(super) fn unshifted(self, ply: u16) -> Window {
        Window { low: self.low.unshifted(ply), high: self.high.unshifted(ply) }
    }

    /// The nearest value inside or on the edge.
    pub(super) fn clamp(self, value: Value) -> Value {
        value.max(self.low).min(self.high)
    }
}

/// The least value greater than this one. Wins are whole plies.
fn above(value: Value) -> Value {
    let raw = value.raw();
    match value.win() {
        Some(_) if raw != -Value::WIN_BAND => Value::from_raw(raw + 1.0),
        _ => Value::from_raw(raw.next_up()),
    }
}

/// The greatest value less than this one.
fn below(value: Value) -> Value {
    let mirrored = above(Value::from_raw(-value.raw()));
    Value::from_raw(-mirrored.raw())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ordered() -> Vec<Value> {
        let mut values = vec![Value::DRAW, Value::centipawns(0.3), Value::centipawns(1e9)];
        for plies in [1, 2, 17, Value::MAX_PLIES - 1, Value::MAX_PLIES] {
            values.extend([Player::Max, Player::Min].map(|player| Value::win_in(player, plies)));
        }
        values.sort_unstable();
        values
    }

    #[test]
    fn a_zero_window_separates_neighbours() {
        let values = ordered();
        for pair in values.windows(2) {
            assert!(above(pair[0]) > pair[0] && above(pair[0]) <= pair[1]);
            assert!(below(pair[1]) < pair[1] && below(pair[1]) >= pair[0]);
        }
    }

    #[test]
    fn a_probe_is_not_open() {
        for value in ordered() {
            let window = Window { low: value, high: Value::GREATEST };
            assert!(window.is_open() && !window.probe(Player::Max).is_open());
            let window = Window { low: Value::LEAST, high: value };
            assert!(window.is_open() && !window.probe(Player::Min).is_open());
        }
    }
}
