//! Pieces whose kind the observer does not know.
//!
//! Each seat has a pool: what its pieces of unknown kind are, all together. A piece's set of
//! kinds is kept as small as the pool allows: every kind in it is the piece's in some way to give
//! each unknown piece of the seat one kind of the pool.

use super::kind::{Counts, Kind, Kinds};
use super::point::{Place, Point};
use super::position::{Piece, Position};
use super::rules::Seat;

/// Unknown pieces of a seat, and the kinds given to them in one way.
struct Assignment {
    sets: Vec<Kinds>,
    given: Vec<Option<Kind>>,
    left: Counts,
}

impl Position {
    /// The position as these seats see it, who tell each other what they have: of each other
    /// piece is known only what its place tells, and the flags that are shown. A piece that stands
    /// where it may have stood at the beginning may not have moved yet.
    #[must_use]
    pub fn seen_by(&self, observers: &[Seat]) -> Position {
        let mut seen = self.clone();
        for seat in Seat::ALL.into_iter().filter(|seat| !observers.contains(seat)) {
            let mut pieces: Vec<(Point, Piece)> = self.pieces_of(seat).collect();
            let has_marshal = pieces.iter().any(|(_, piece)| piece.kinds.contains(Kind::Marshal));
            pieces.retain(|(_, piece)| has_marshal || piece.kind() != Some(Kind::Flag));
            let pool = &mut seen.pools[seat.index()];
            pieces.iter().filter_map(|(_, piece)| piece.kind()).for_each(|kind| pool.add(kind));
            for (point, piece) in pieces {
                let may_be = hidden_kinds(seat, point);
                let may_be = if self.plies > 0 { may_be.or(Kinds::MOVING) } else { may_be };
                let kinds = if piece.kind().is_some() { may_be } else { piece.kinds };
                seen.put(point, Piece { seat, kinds });
            }
            seen.narrow(seat);
        }
        seen
    }

    /// Makes a kind of a piece known.
    pub(super) fn reveal(&mut self, at: Point, kind: Kind) {
        if let Some(piece) = self.piece(at) {
            self.learn(at, piece, Kinds::only(kind));
        }
    }

    /// Notes what a step tells about the piece that makes it.
    pub(super) fn note_way(&mut self, from: Point, to: Point) {
        let Some(piece) = self.piece(from).filter(|piece| piece.kind().is_none()) else { return };
        let is_ride =
            piece.kinds.contains(Kind::Engineer) && !self.is_straight(piece.seat, from, to);
        let kinds = if is_ride { Kinds::only(Kind::Engineer) } else { Kinds::MOVING };
        self.learn(from, piece, kinds);
    }

    /// Leaves an unknown piece those of its kinds that are among these.
    fn learn(&mut self, at: Point, piece: Piece, among: Kinds) {
        let kinds = piece.kinds.and(among);
        if piece.kind().is_some() || kinds == piece.kinds {
            return;
        }
        self.put(at, Piece { kinds, ..piece });
        if let Some(kind) = kinds.single() {
            // The pool always holds a kind that a piece may be.
            let _was_there = self.pools[piece.seat.index()].take(kind);
        }
        self.narrow(piece.seat);
    }

    /// Leaves each unknown piece of a seat only the kinds that it can have, given those of the
    /// others. `false` if there is no way to give each a kind.
    pub(super) fn narrow(&mut self, seat: Seat) -> bool {
        let unknown: Vec<(Point, Piece)> =
            self.pieces_of(seat).filter(|(_, piece)| piece.kind().is_none()).collect();
        let pool = self.pool(seat);
        let Some(fallen) = pool.total().checked_sub(unknown.len()) else { return false };
        // A flag that falls takes its seat with it, so none fell unseen.
        let sets = unknown.iter().map(|(_, piece)| piece.kinds);
        let sets = sets.chain(std::iter::repeat_n(Kinds::ANY.without(Kind::Flag), fallen));
        let Some(assignment) = Assignment::find(sets.collect(), pool) else { return false };
        let possible = assignment.possible();
        for (&(point, piece), kinds) in unknown.iter().zip(possible) {
            self.put(point, Piece { kinds, ..piece });
            if let Some(kind) = kinds.single() {
                let _was_there = self.pools[seat.index()].take(kind);
            }
        }
        if self.pieces_of(seat).all(|(_, piece)| piece.kind().is_some()) {
            self.pools[seat.index()] = Counts::default();
        }
        true
    }
}

/// What a piece may be that stands here, as others see it.
pub(super) fn hidden_kinds(seat: Seat, point: Point) -> Kinds {
    match point.place() {
        Place::Zone { seat: zone, row, .. } if zone == seat && !point.is_camp() => {
            let kinds = setup_kinds(row);
            if point.is_headquarters() { kinds } else { kinds.without(Kind::Flag) }
        }
        _ => Kinds::MOVING,
    }
}

/// What may be set up in a row, the flag at its headquarters.
pub(super) fn setup_kinds(row: u8) -> Kinds {
    match row {
        1 => Kinds::MOVING.without(Kind::Bomb),
        2..=4 => Kinds::MOVING,
        _ => Kinds::ANY,
    }
}

impl Assignment {
    /// Gives each set one of its kinds, as many of each as there are; `None` if that cannot be.
    fn find(sets: Vec<Kinds>, counts: Counts) -> Option<Assignment> {
        let given = vec![None; sets.len()];
        let mut assignment = Assignment { sets, given, left: counts };
        let is_whole = (0..assignment.sets.len()).all(|item| {
            let mut tried = Kinds::NONE;
            assignment.give(item, &mut tried)
        });
        is_whole.then_some(assignment)
    }

    /// Gives a kind to an item, and others to those before it where need be.
    fn give(&mut self, item: usize, tried: &mut Kinds) -> bool {
        for kind in self.sets[item].iter() {
            if tried.contains(kind) {
                continue;
            }
            *tried = tried.or(Kinds::only(kind));
            let is_free = self.left.take(kind)
                || (0..item)
                    .any(|other| self.given[other] == Some(kind) && self.give(other, tried));
            if is_free {
                self.given[item] = Some(kind);
                return true;
            }
        }
        false
    }

    /// The kinds that each item has in some assignment. All of the pool is given away, so that
    /// another one differs by items that exchange their kinds in a circle: an item may have those
    /// kinds from which exchanges lead back to its own.
    fn possible(&self) -> Vec<Kinds> {
        let reach = self.exchanges();
        let items = self.sets.iter().zip(&self.given);
        items
            .map(|(set, given)| {
                let leads_back =
                    |kind: &Kind| given.is_some_and(|own| reach[kind.index()].contains(own));
                set.iter().filter(leads_back).collect()
            })
            .collect()
    }

    /// For each kind those that an item which has it could take in its place, in one exchange or
    /// in several; itself among them.
    fn exchanges(&self) -> [Kinds; Kind::COUNT] {
        let mut reach = Kind::ALL.map(Kinds::only);
        for (set, given) in self.sets.iter().zip(&self.given) {
            if let Some(own) = given {
                reach[own.index()] = reach[own.index()].or(*set);
            }
        }
        for middle in Kind::ALL {
            let beyond = reach[middle.index()];
            for kinds in &mut reach {
                if kinds.contains(middle) {
                    *kinds = kinds.or(beyond);
                }
            }
        }
        reach
    }
}
