//! How much a move may gain, which moves quiescence search tries, and what depth-first searches order and prune by.

use super::board::BOARD;
use super::kind::{Kind, Kinds};
use super::point::{Place, Point};
use super::position::{Move, Piece, Position};
use super::rules::Seat;
use super::worth::{BASE, SEAT, Worth, battle_gain, mean};
use crate::game::{Estimate, Game, Heuristics, Order, Past};

/// The gain of an attack that loses nothing, in centipawns; a fifth of what it wins is added.
const GOOD_ATTACK: i32 = 80;
/// The share of what a bad attack loses that counts against it.
const BAD_ATTACK: (i32, i32) = (2, 5);
/// What it costs to stand beside an enemy that is stronger.
const EXPOSED: i32 = 25;
/// What it costs to enter a headquarters for nothing: the piece never leaves it.
const BURIED: i32 = 150;
/// An attack must win this much for quiescence to try it.
const TACTICAL: i32 = 30;

impl Order for Position {
    fn estimates(&self, out: &mut Vec<Estimate<Move>>) {
        if self.is_waiting() {
            let mut reveals = Vec::new();
            self.reveals(&mut reveals);
            out.extend(reveals.into_iter().map(|mv| Estimate { mv, gain: 0 }));
            return;
        }
        let worth = Worth::of(self);
        self.each_step(|from, to| {
            let gain = self.gain(&worth, from, to);
            out.push(Estimate { mv: Move::Step { from, to }, gain });
        });
    }

    /// Finished positions count as forced: a static value must not stand for them.
    fn forced(&self) -> bool {
        self.outcome(&Past::default()).is_some()
    }

    /// Attacks on known pieces that win something.
    fn tactical(&self, out: &mut Vec<Estimate<Move>>) {
        if self.is_waiting() {
            return;
        }
        self.each_step(|from, to| {
            let mv = Move::Step { from, to };
            if self.piece(to).is_some_and(|piece| piece.kind().is_some()) {
                let gain = self.base_gain(mv);
                if gain >= TACTICAL {
                    out.push(Estimate { mv, gain });
                }
            }
        });
    }

    /// None: a position is forced only where the game is over.
    fn evasions(&self, out: &mut Vec<Estimate<Move>>) {
        if !self.forced() {
            self.estimates(out);
        }
    }
}

impl Position {
    /// What an attack wins by what the kinds are worth as such, in centipawns; 0 if a move is
    /// none.
    pub(super) fn base_gain(&self, mv: Move) -> i32 {
        let Some((attacker, defender)) = self.attack(mv) else { return 0 };
        let base = |kind: Kind| BASE[kind.index()];
        self.mean_gain(attacker, defender, |own, other| {
            battle_gain(own, other, base, base, 4 * SEAT)
        })
    }

    /// The mean over the kinds that attacker and defender may be.
    fn mean_gain(&self, attacker: Piece, defender: Piece, gain: impl Fn(Kind, Kind) -> i32) -> i32 {
        let attacker = Piece { kinds: attacker.kinds.and(Kinds::MOVING), ..attacker };
        mean(attacker, self.pool(attacker.seat), |own| {
            mean(defender, self.pool(defender.seat), |other| gain(own, other))
        })
    }

    /// What a step may gain for the mover, in centipawns.
    fn gain(&self, worth: &Worth, from: Point, to: Point) -> i32 {
        let Some(piece) = self.piece(from) else { return 0 };
        let placement = placement(piece.seat, to) - placement(piece.seat, from);
        let Some(defender) = self.piece(to) else {
            let exposed = if self.is_exposed(piece, from, to) { EXPOSED } else { 0 };
            return placement - exposed;
        };
        let (own, other) = (piece.seat.player(), defender.seat.player());
        let won = self.mean_gain(piece, defender, |attacker, defender| {
            let own = |kind| worth.kind(own, kind);
            battle_gain(attacker, defender, own, |kind| worth.kind(other, kind), 4 * SEAT)
        });
        let (share, of) = BAD_ATTACK;
        if won >= 0 { GOOD_ATTACK + won / 5 } else { won * share / of }
    }

    /// Whether an enemy beside this point could take the piece there.
    fn is_exposed(&self, piece: Piece, from: Point, to: Point) -> bool {
        let (Some(kind), false) = (piece.kind(), to.is_camp()) else { return false };
        let beats = |other: Piece| {
            other.seat.is_enemy_of(piece.seat)
                && other.kind().is_some_and(|other| Kind::Mine > other && other > kind)
        };
        let beside = BOARD.roads(to).iter().filter(|&&at| at != from && !at.is_headquarters());
        beside.filter_map(|&at| self.piece(at)).any(beats)
    }
}

/// How well a piece of this seat stands here, in centipawns: near the enemies' flags, in camps.
fn placement(seat: Seat, point: Point) -> i32 {
    let camp = if point.is_camp() { 8 } else { 0 };
    match point.place() {
        _ if point.is_headquarters() => -BURIED,
        Place::Zone { seat: zone, row, .. } if zone.is_enemy_of(seat) => {
            12 + 6 * i32::from(row) + camp
        }
        Place::Zone { seat: zone, row, .. } if zone == seat => -2 * i32::from(row) + camp,
        Place::Zone { .. } => 2 + camp,
        Place::Centre { .. } => 10,
    }
}

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
