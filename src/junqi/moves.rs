//! Where pieces can go.

use super::board::BOARD;
use super::kind::{Kind, Kinds};
use super::point::{Point, PointSet};
use super::position::{Move, Piece, Position};
use super::rules::Seat;

impl Position {
    /// Calls `tell` for each move of the seat to move.
    pub(super) fn each_step(&self, mut tell: impl FnMut(Point, Point)) {
        for (from, piece) in self.pieces_of(self.seat) {
            for to in self.destinations(from, piece).iter() {
                tell(from, to);
            }
        }
    }

    /// What may come to light at a random turn.
    pub(super) fn reveals(&self, out: &mut Vec<Move>) {
        if let Some((from, to)) = self.waiting.battle {
            let is_unknown = |point: &Point| self.piece(*point).is_some_and(|p| p.kind().is_none());
            let unknown = [from, to].into_iter().find(is_unknown);
            let piece = unknown.and_then(|at| Some((at, self.piece(at)?)));
            if let Some((at, piece)) = piece {
                out.extend(piece.kinds.iter().map(|kind| Move::Reveal { at, kind }));
            }
            return;
        }
        let shows = |seat: &Seat| self.waiting.flags >> seat.index() & 1 == 1;
        let may_be_flag =
            |at: &Point| self.piece(*at).is_some_and(|piece| piece.kinds.contains(Kind::Flag));
        if let Some(seat) = Seat::ALL.into_iter().find(shows) {
            let places = super::position::headquarters(seat).into_iter().filter(may_be_flag);
            out.extend(places.map(|at| Move::Reveal { at, kind: Kind::Flag }));
        }
    }

    /// Where a piece on this point can go. A piece of unknown kind goes wherever one of its kinds
    /// can.
    pub fn destinations(&self, from: Point, piece: Piece) -> PointSet {
        let mut found = PointSet::default();
        if from.is_headquarters() || piece.kinds.and(Kinds::MOVING).is_empty() {
            return found;
        }
        for &to in BOARD.roads(from) {
            if self.can_land(piece.seat, to) {
                found.insert(to);
            }
        }
        if piece.kinds.contains(Kind::Engineer) {
            self.add_rides(piece.seat, from, &mut found);
        } else {
            self.add_slides(piece.seat, from, &mut found);
        }
        found
    }

    /// Whether a seat has a move. A way along the rails begins with a step, so steps suffice.
    pub(super) fn can_move(&self, seat: Seat) -> bool {
        self.pieces_of(seat).any(|(from, piece)| {
            !from.is_headquarters()
                && !piece.kinds.and(Kinds::MOVING).is_empty()
                && BOARD.roads(from).iter().any(|&to| self.can_land(seat, to))
        })
    }

    /// Whether a piece can come to this point without turning on the rails.
    pub(super) fn is_straight(&self, seat: Seat, from: Point, to: Point) -> bool {
        let mut found = PointSet::default();
        self.add_slides(seat, from, &mut found);
        found.contains(to) || BOARD.roads(from).contains(&to)
    }

    /// Whether a seat's piece may come to stand on a point, or attack there.
    fn can_land(&self, seat: Seat, to: Point) -> bool {
        self.piece(to).is_none_or(|other| other.seat.is_enemy_of(seat) && !to.is_camp())
    }

    /// The points along the lines through this one.
    fn add_slides(&self, seat: Seat, from: Point, found: &mut PointSet) {
        for (before, behind) in BOARD.slides(from) {
            self.add_slide(seat, before.iter().rev(), found);
            self.add_slide(seat, behind.iter(), found);
        }
    }

    fn add_slide<'a>(
        &self,
        seat: Seat,
        points: impl Iterator<Item = &'a Point>,
        found: &mut PointSet,
    ) {
        for &to in points {
            if self.can_land(seat, to) {
                found.insert(to);
            }
            if self.piece(to).is_some() {
                break;
            }
        }
    }

    /// The points that an engineer reaches along the rails.
    fn add_rides(&self, seat: Seat, from: Point, found: &mut PointSet) {
        let mut seen = PointSet::default();
        seen.insert(from);
        let mut open = [from; Point::COUNT];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let at = open[count];
            for &to in BOARD.rails(at) {
                if !seen.insert(to) {
                    continue;
                }
                if self.can_land(seat, to) {
                    found.insert(to);
                }
                if self.piece(to).is_none() {
                    open[count] = to;
                    count += 1;
                }
            }
        }
    }
}
