//! A position: pieces, whose turn it is, what waits to be known.

use super::kind::{Counts, Kind, Kinds};
use super::point::Point;
use super::rules::{Rules, Seat};
use crate::random::mix;
use crate::value::Player;

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Whose it is.
    pub seat: Seat,
    /// What it may be: one kind if that is known.
    pub kinds: Kinds,
}

impl Piece {
    /// Its kind, where it is known.
    pub fn kind(self) -> Option<Kind> {
        self.kinds.single()
    }
}

/// What stands on a point: twelve bits for the kinds, two for the seat; zero is nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Cell(u16);

impl Cell {
    pub(super) const EMPTY: Cell = Cell(0);

    pub(super) fn new(piece: Piece) -> Cell {
        Cell((piece.seat as u16) << 12 | piece.kinds.bits())
    }

    pub(super) fn piece(self) -> Option<Piece> {
        (self.0 != 0).then(|| Piece { seat: self.seat(), kinds: Kinds::from_bits(self.0) })
    }

    /// The seat, where there is a piece.
    fn seat(self) -> Seat {
        Seat::ALL[usize::from(self.0 >> 12) % Seat::COUNT]
    }
}

/// A move, or what a random turn brings to light.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece goes or attacks.
    Step {
        /// Where it stands.
        from: Point,
        /// Where it goes, or what it attacks.
        to: Point,
    },
    /// A piece whose kind was not known turns out to be of this one.
    Reveal {
        /// The piece.
        at: Point,
        /// Its kind.
        kind: Kind,
    },
}

/// What has to be known before the game can continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Waiting {
    /// A battle: where the attacker and the defender stand.
    pub(super) battle: Option<(Point, Point)>,
    /// A bit for each seat that has to show its flag.
    pub(super) flags: u8,
}

/// A position of Siguo Junqi. Max is South with North.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) cells: [Cell; Point::COUNT],
    /// For each seat what its pieces of unknown kind are, those that fell among them.
    pub(super) pools: [Counts; Seat::COUNT],
    pub(super) seat: Seat,
    pub(super) playing: [bool; Seat::COUNT],
    pub(super) waiting: Waiting,
    pub(super) quiet: u16,
    pub(super) plies: u16,
    pub(super) rules: &'static Rules,
}

impl Position {
    /// What stands on a point.
    pub fn piece(&self, point: Point) -> Option<Piece> {
        self.cells[point.index()].piece()
    }

    /// All pieces.
    pub fn pieces(&self) -> impl Iterator<Item = (Point, Piece)> {
        Point::all().filter_map(|point| self.piece(point).map(|piece| (point, piece)))
    }

    /// The pieces of a seat.
    pub fn pieces_of(&self, seat: Seat) -> impl Iterator<Item = (Point, Piece)> {
        self.pieces().filter(move |(_, piece)| piece.seat == seat)
    }

    /// The seat to move; in a battle that waits, the one that attacks.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Whether a seat is still in the game.
    pub fn is_playing(&self, seat: Seat) -> bool {
        self.playing[seat.index()]
    }

    /// The battle that waits for the kind of a piece: where the attacker and the defender stand.
    pub fn battle(&self) -> Option<(Point, Point)> {
        self.waiting.battle
    }

    /// Plies since the last battle.
    pub fn quiet_plies(&self) -> u16 {
        self.quiet
    }

    /// Plies since the beginning.
    pub fn plies(&self) -> u16 {
        self.plies
    }

    /// The rule set.
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// What the pieces of a seat are whose kind is not known. Pieces that fell unseen are among
    /// them.
    pub fn pool(&self, seat: Seat) -> Counts {
        self.pools[seat.index()]
    }

    /// Where a seat's flag is, if that is known.
    pub fn flag(&self, seat: Seat) -> Option<Point> {
        let is_flag = |point: &Point| {
            let flag = Piece { seat, kinds: Kinds::only(Kind::Flag) };
            self.piece(*point) == Some(flag)
        };
        headquarters(seat).into_iter().find(is_flag)
    }

    /// The player who has won, if any has.
    pub fn winner(&self) -> Option<Player> {
        [Seat::South, Seat::East].into_iter().find_map(|seat| {
            let is_beaten = !self.is_playing(seat) && !self.is_playing(seat.partner());
            is_beaten.then(|| seat.player().opponent())
        })
    }

    /// Whether the game is drawn by its length.
    pub fn is_drawn(&self) -> bool {
        let is_used_up = |limit: Option<u16>, plies| limit.is_some_and(|limit| plies >= limit);
        is_used_up(self.rules.quiet_plies, self.quiet)
            || is_used_up(self.rules.total_plies, self.plies)
    }

    /// Whether something has to be known before the game can continue.
    pub(super) fn is_waiting(&self) -> bool {
        self.waiting != Waiting::default()
    }

    pub(super) fn put(&mut self, point: Point, piece: Piece) {
        self.cells[point.index()] = Cell::new(piece);
    }

    pub(super) fn clear(&mut self, point: Point) {
        self.cells[point.index()] = Cell::EMPTY;
    }

    /// A hash of everything but the two counters.
    pub(super) fn hash(&self) -> u64 {
        let mut hash = 0;
        for cells in self.cells.chunks(4) {
            let word = cells.iter().fold(0, |word, cell| word << 16 | u64::from(cell.0));
            hash = mix(hash ^ word);
        }
        for pool in self.pools {
            hash = mix(hash ^ pool.packed());
        }
        let playing = self.playing.iter().fold(0, |bits, &is_in| bits << 1 | u64::from(is_in));
        let point = |point: Point| point.index() as u64 + 1;
        let battle = self.waiting.battle.map_or(0, |(from, to)| point(from) << 8 | point(to));
        let waiting = battle << 4 | u64::from(self.waiting.flags);
        mix(hash ^ (waiting << 8 | playing << 4 | self.seat as u64))
    }
}

/// The headquarters in the zone of a seat.
pub(super) fn headquarters(seat: Seat) -> [Point; 2] {
    let first = seat.index() * Point::ZONE;
    [26, 28].map(|within| Point::from_number((first + within) as u8))
}
