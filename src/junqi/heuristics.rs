//! What depth-first searches order and prune moves by.

use super::kind::Kind;
use super::point::Point;
use super::position::{Move, Position};
use super::seat::Seat;
use super::worth::BASE;
use crate::game::Heuristics;

/// The kinds, and one place for pieces that are not known.
const KINDS: usize = Kind::COUNT + 1;

impl Heuristics for Position {
    /// One for each seat, kind and point of arrival.
    const SLOTS: usize = Seat::COUNT * KINDS * Point::COUNT;

    fn is_quiet(&self, mv: Move) -> bool {
        !self.is_attack(mv)
    }

    fn mvv_lva(&self, mv: Move) -> i32 {
        let Some((attacker, defender)) = self.attack(mv) else { return 0 };
        let worth = |kind: Option<Kind>| kind.map_or(150, |kind| BASE[kind.index()]);
        8 * self.base_gain(mv).max(worth(defender.kind())) - worth(attacker.kind())
    }

    fn see(&self, mv: Move) -> i32 {
        self.base_gain(mv)
    }

    /// Nothing in this game forces an answer.
    fn forces(&self, _mv: Move) -> bool {
        false
    }

    fn slot(&self, mv: Move) -> usize {
        let (from, to) = match mv {
            Move::Step { from, to } => (from, to),
            Move::Reveal { at, .. } => (at, at),
        };
        let piece = self.piece(from);
        let seat = piece.map_or(0, |piece| piece.seat.index());
        let kind = piece.and_then(|piece| piece.kind()).map_or(Kind::COUNT, Kind::index);
        (seat * KINDS + kind) * Point::COUNT + to.index()
    }

    /// Whose turn it would be depends on who is out, and a piece that has to move may be lost by
    /// it: passing tells little here.
    fn pass(&self) -> Option<Position> {
        None
    }
}
