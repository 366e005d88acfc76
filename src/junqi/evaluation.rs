//! The static value: material, the way to the flags, freedom on the rails.

use super::board::BOARD;
use super::kind::{Kind, Kinds};
use super::point::Point;
use super::position::{Piece, Position, headquarters};
use super::rules::Seat;
use super::worth::{BASE, SEAT, Worth, mean};
use crate::fingerprint::Fingerprint;
use crate::game::Evaluate;
use crate::value::{Player, Value};

/// What a game is worth that is won, where only a static value is asked for: more than any
/// evaluation, and no win of which a search would have to know the distance.
const WON: f32 = 10_000.0;
/// The greatest way to a flag that still counts, in half steps.
const FAR: i32 = 16;
/// What the shortest way to a flag is worth, for each piece, in centipawns.
const NEAR: i32 = 60;
/// What it is worth that both partners are near the same flag.
const TOGETHER: i32 = 20;
/// What a piece is worth that can start on the rails.
const RAIL: i32 = 3;
/// How much longer a way is through a mine, and through another piece of the defender: half steps.
const MINE: i32 = 5;
const GUARD: i32 = 3;
/// How far it is from the rails outside of a zone to those inside, and from elsewhere.
const FROM_RAILS: i32 = 3;
const FROM_ROADS: i32 = 5;
/// Raised with every change of the evaluation that is not a change of a number.
const REVISION: i32 = 1;

impl Evaluate for Position {
    type Evaluator = ();

    fn evaluator(&self) -> &() {
        &()
    }

    fn evaluate(&self) -> Value {
        if let Some(winner) = self.winner() {
            return Value::centipawns(winner.sign() * WON);
        }
        let worth = Worth::of(self);
        let mut value = 0;
        for seat in Seat::ALL.into_iter().filter(|seat| self.is_playing(*seat)) {
            let unknown = self.unknown_worth(&worth, seat);
            value += sign(seat) * (SEAT + unknown - self.danger(seat));
        }
        for (point, piece) in self.pieces() {
            let free = if self.is_free_on_rails(point, piece) { RAIL } else { 0 };
            let known = piece.kind().map_or(0, |kind| worth.kind(piece.seat.player(), kind));
            value += sign(piece.seat) * (known + free);
        }
        Value::centipawns(value as f32)
    }

    fn fingerprint((): &()) -> u64 {
        let mut hash = Fingerprint::new("junqi");
        let numbers = [REVISION, SEAT, FAR, NEAR, TOGETHER, RAIL, MINE, GUARD];
        numbers.into_iter().chain([FROM_RAILS, FROM_ROADS]).for_each(|number| hash.add(number));
        BASE.into_iter().for_each(|number| hash.add(number));
        hash.finish()
    }
}

fn sign(seat: Seat) -> i32 {
    match seat.player() {
        Player::Max => 1,
        Player::Min => -1,
    }
}

impl Position {
    /// How likely it is that a piece is one that can move, in hundredths.
    fn mobility(&self, piece: Piece) -> i32 {
        match piece.kind() {
            Some(_) => 100,
            None => mean(piece, self.pool(piece.seat), |kind| {
                if Kinds::MOVING.contains(kind) { 100 } else { 0 }
            }),
        }
    }

    /// What the unknown pieces of a seat are worth together: their part of the pool, to which
    /// pieces that fell unseen belong, too.
    fn unknown_worth(&self, worth: &Worth, seat: Seat) -> i32 {
        let pool = self.pool(seat);
        if pool.total() == 0 {
            return 0;
        }
        let all: i32 = pool.each().map(|kind| worth.kind(seat.player(), kind)).sum();
        let unknown = self.pieces_of(seat).filter(|(_, piece)| piece.kind().is_none()).count();
        all * unknown as i32 / pool.total() as i32
    }

    /// Whether a piece can start along the rails.
    fn is_free_on_rails(&self, point: Point, piece: Piece) -> bool {
        !piece.kinds.and(Kinds::MOVING).is_empty()
            && BOARD.rails(point).iter().any(|&next| self.piece(next).is_none())
    }

    /// What the enemies' ways to a seat's flag are worth to them.
    fn danger(&self, seat: Seat) -> i32 {
        let ways = self.ways_to_flag(seat);
        let entry = Point::zone(seat).filter(|point| point.is_rail());
        let entry = entry.map(|point| ways[point.index() % Point::ZONE]).min().unwrap_or(FAR);
        let mut danger = 0;
        let mut near = [false; Seat::COUNT];
        for (point, piece) in self.pieces().filter(|(_, piece)| piece.seat.is_enemy_of(seat)) {
            if point.is_headquarters() || piece.kinds.and(Kinds::MOVING).is_empty() {
                continue;
            }
            let is_inside = point.index() / Point::ZONE == seat.index();
            let way = match (is_inside, point.is_rail()) {
                (true, _) => ways[point.index() % Point::ZONE],
                (false, true) => entry + FROM_RAILS,
                (false, false) => entry + FROM_ROADS,
            };
            let left = (FAR - way).max(0);
            danger += NEAR * left * left * self.mobility(piece) / (100 * FAR * FAR);
            near[piece.seat.index()] |= way <= FAR / 2;
        }
        let partners = near.iter().filter(|&&is_near| is_near).count();
        danger + if partners == 2 { TOGETHER } else { 0 }
    }

    /// The way to the seat's flag from each point of its zone, in half steps; [`FAR`] if it is
    /// longer. Pieces of the seat on the way make it longer.
    fn ways_to_flag(&self, seat: Seat) -> [i32; Point::ZONE] {
        let mut ways = [FAR; Point::ZONE];
        let may_be_flag = |point: &Point| {
            let piece = self.piece(*point).filter(|piece| piece.seat == seat);
            piece.is_some_and(|piece| piece.kinds.contains(Kind::Flag))
        };
        let mut open = Vec::with_capacity(2 * Point::ZONE);
        for flag in headquarters(seat).into_iter().filter(may_be_flag) {
            ways[flag.index() % Point::ZONE] = 0;
            open.push(flag);
        }
        let mut next = 0;
        while let Some(&point) = open.get(next) {
            next += 1;
            let way = ways[point.index() % Point::ZONE];
            let is_flag = way == 0;
            let through = way + if is_flag { 0 } else { self.obstacle(seat, point) };
            for &before in BOARD.roads(point) {
                if before.index() / Point::ZONE != seat.index() || before.is_headquarters() {
                    continue;
                }
                let step = if point.is_rail() && before.is_rail() { 1 } else { 2 };
                let known = &mut ways[before.index() % Point::ZONE];
                if through + step < *known {
                    *known = through + step;
                    open.push(before);
                }
            }
        }
        ways
    }

    /// How much longer a way becomes by what stands here.
    fn obstacle(&self, seat: Seat, point: Point) -> i32 {
        match self.piece(point) {
            Some(piece) if piece.seat == seat && piece.kinds == Kinds::only(Kind::Mine) => MINE,
            Some(piece) if piece.seat == seat => GUARD,
            _ => 0,
        }
    }
}
