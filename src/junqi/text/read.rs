//! Text into a position, and a position into text.

use super::error::PositionError;
use super::fields::Fields;
use super::zone::Zone;
use crate::junqi::lineup::may_stand;
use crate::junqi::position::{Cell, Waiting};
use crate::junqi::{Counts, Kind, Kinds, Piece, Point, Position, Rules, Seat};

impl Position {
    /// The position that a text describes.
    ///
    /// # Errors
    ///
    /// [`PositionError`] names what is wrong and where.
    pub fn from_text(text: &str) -> Result<Position, PositionError> {
        let fields = Fields::read(text)?;
        if fields.pieces.is_empty() {
            return Err(PositionError::Empty);
        }
        let mut position = Position {
            cells: [Cell::EMPTY; Point::COUNT],
            pools: [Counts::default(); Seat::COUNT],
            seat: fields.turn,
            playing: [false; Seat::COUNT],
            waiting: Waiting { battle: fields.battle, flags: 0 },
            quiet: fields.quiet,
            plies: fields.plies,
            rules: fields.rules,
        };
        for &(point, piece) in &fields.pieces {
            position.put(point, piece);
            position.playing[piece.seat.index()] = true;
        }
        let playing = position.playing;
        for seat in Seat::ALL.into_iter().filter(|seat| playing[seat.index()]) {
            position.check_pieces(seat)?;
            position.check_places(seat)?;
            position.fill_pool(seat, fields.lost[seat.index()])?;
        }
        let position = match &fields.view {
            Some(observers) => position.seen_by(observers),
            None => position,
        };
        position.checked_turn(&fields)
    }

    fn check_pieces(&self, seat: Seat) -> Result<(), PositionError> {
        let pieces = self.pieces_of(seat).count();
        if pieces > Counts::full().total() {
            return Err(PositionError::Pieces { seat, pieces });
        }
        let mut counts = Counts::default();
        self.pieces_of(seat)
            .filter_map(|(_, piece)| piece.kind())
            .for_each(|kind| counts.add(kind));
        if let Some(kind) = Kind::ALL.into_iter().find(|&kind| counts.of(kind) > kind.number()) {
            return Err(PositionError::Kind { seat, kind, pieces: counts.of(kind) });
        }
        if self.plies == 0 && pieces < Counts::full().total() {
            return Err(PositionError::Missing { seat, pieces });
        }
        let may_be_flag = |kinds: Kinds| kinds.contains(Kind::Flag);
        if !self.pieces_of(seat).any(|(_, piece)| may_be_flag(piece.kinds)) {
            return Err(PositionError::NoFlag(seat));
        }
        Ok(())
    }

    /// Flags and mines stand where they stood at the beginning. There, all pieces do.
    fn check_places(&mut self, seat: Seat) -> Result<(), PositionError> {
        let pieces: Vec<_> = self.pieces_of(seat).collect();
        for (point, piece) in pieces {
            if self.plies == 0 && point.is_camp() {
                return Err(PositionError::Camp(point));
            }
            let is_home = Point::zone(seat).any(|home| home == point);
            let may_be_here = |kind: &Kind| {
                let moves = Kinds::MOVING.contains(*kind);
                (moves && self.plies > 0) || (is_home && may_stand(*kind, point))
            };
            let kinds: Kinds = piece.kinds.iter().filter(may_be_here).collect();
            match piece.kinds.iter().next() {
                Some(kind) if kinds.is_empty() => {
                    return Err(PositionError::Misplaced { point, kind });
                }
                _ => self.put(point, Piece { kinds, ..piece }),
            }
        }
        Ok(())
    }

    /// What is neither on the board nor lost is what the unknown pieces are.
    fn fill_pool(&mut self, seat: Seat, lost: Counts) -> Result<(), PositionError> {
        let known = self.pieces_of(seat).filter_map(|(_, piece)| piece.kind());
        let mut pool = Counts::full();
        let fits = known.chain(lost.each()).all(|kind| pool.take(kind));
        self.pools[seat.index()] = pool;
        if !fits || !self.narrow(seat) {
            return Err(PositionError::Unknown(seat));
        }
        // A seat whose marshal is known to be lost has shown its flag.
        let has_lost_marshal = lost.of(Kind::Marshal) > 0;
        if has_lost_marshal && self.flag(seat).is_none() {
            self.waiting.flags |= 1 << seat.index();
        }
        Ok(())
    }

    /// The position, if a seat can move here or a team has won.
    fn checked_turn(self, fields: &Fields) -> Result<Position, PositionError> {
        if self.winner().is_some() {
            return Ok(self);
        }
        let seat = self.seat;
        if !self.is_playing(seat) {
            return Err(PositionError::Out(seat));
        }
        let Some((from, to)) = fields.battle else {
            let can_go_on = self.is_waiting() || self.can_move(seat);
            return if can_go_on { Ok(self) } else { Err(PositionError::Stuck(seat)) };
        };
        let pieces = self.piece(from).zip(self.piece(to)).filter(|(own, other)| {
            let is_unknown = own.kind().is_none() || other.kind().is_none();
            own.seat == seat && is_unknown && self.destinations(from, *own).contains(to)
        });
        match pieces {
            Some(_) => Ok(self),
            None => Err(PositionError::Field {
                field: "battle",
                value: format!("{from}x{to}"),
                expected: "a battle waits where the seat to move attacks and a kind is not known",
            }),
        }
    }
}

impl Position {
    /// The whole position in one line.
    pub fn text(&self) -> String {
        let mut words: Vec<String> =
            Zone::ALL.into_iter().filter_map(|zone| zone.write(self)).collect();
        words.push(format!("turn={}", self.seat().letter()));
        let lost: Vec<String> =
            Seat::ALL.into_iter().filter_map(|seat| self.lost_text(seat)).collect();
        if !lost.is_empty() {
            words.push(format!("lost={}", lost.join(",")));
        }
        if let Some((from, to)) = self.battle() {
            words.push(format!("battle={from}x{to}"));
        }
        for (name, count) in [("quiet", self.quiet_plies()), ("plies", self.plies())] {
            if count > 0 {
                words.push(format!("{name}={count}"));
            }
        }
        if *self.rules() != Rules::STANDARD {
            words.push(format!("rules={}", self.rules().name));
        }
        words.join(" ")
    }

    /// The kinds that a seat is known to have lost, if that is not known from the others.
    fn lost_text(&self, seat: Seat) -> Option<String> {
        let is_unknown = self.pieces_of(seat).any(|(_, piece)| piece.kind().is_none());
        let lost = self.known_losses(seat).filter(|lost| is_unknown && lost.total() > 0)?;
        Some(format!("{}:{}", seat.letter(), lost.each().map(Kind::letter).collect::<String>()))
    }

    /// What is neither on the board nor in the pool; `None` if there is more than there can be.
    fn known_losses(&self, seat: Seat) -> Option<Counts> {
        let mut lost = Counts::full();
        let known = self.pieces_of(seat).filter_map(|(_, piece)| piece.kind());
        let all_taken = known.chain(self.pool(seat).each()).all(|kind| lost.take(kind));
        all_taken.then_some(lost)
    }
}
