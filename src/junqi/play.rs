//! A step and what follows from it: battles, seats that are out, whose turn comes.

use super::kind::{Battle, Counts, Kind};
use super::point::Point;
use super::position::{Cell, Piece, Position, Waiting};
use super::rules::{Defeat, Seat};

impl Position {
    /// Plays a step: the piece goes, or a battle begins.
    pub(super) fn step(&mut self, from: Point, to: Point) {
        self.plies = self.plies.saturating_add(1);
        self.note_way(from, to);
        if self.piece(to).is_none() {
            self.quiet = self.quiet.saturating_add(1);
            self.cells.swap(from.index(), to.index());
        } else {
            self.quiet = 0;
            self.waiting.battle = Some((from, to));
        }
        self.go_on();
    }

    /// Continues as far as that can be without knowing more.
    pub(super) fn go_on(&mut self) {
        if let Some((from, to)) = self.waiting.battle {
            let kind = |point| self.piece(point).and_then(Piece::kind);
            let Some((attacker, defender)) = kind(from).zip(kind(to)) else { return };
            self.waiting.battle = None;
            self.fight((from, attacker), (to, defender));
        }
        for seat in Seat::ALL {
            if !self.is_playing(seat) || self.flag(seat).is_some() {
                self.waiting.flags &= !(1 << seat.index());
            }
        }
        if self.winner().is_some() {
            self.waiting = Waiting::default();
        }
        if !self.is_waiting() {
            self.pass_on();
        }
    }

    /// Settles a battle between known kinds.
    fn fight(&mut self, (from, attacker): (Point, Kind), (to, defender): (Point, Kind)) {
        let Some((own, other)) = self.piece(from).zip(self.piece(to)) else { return };
        let battle = attacker.attacks(defender);
        let falls = |stays| battle == stays || battle == Battle::BothFall;
        let fallen = [
            falls(Battle::AttackerWins).then_some((other.seat, defender)),
            falls(Battle::DefenderWins).then_some((own.seat, attacker)),
        ];
        match battle {
            Battle::AttackerWins => self.cells.swap(from.index(), to.index()),
            Battle::BothFall => self.clear(to),
            Battle::DefenderWins => {}
        }
        self.clear(from);
        for (seat, kind) in fallen.into_iter().flatten() {
            match kind {
                Kind::Marshal => self.waiting.flags |= 1 << seat.index(),
                Kind::Flag => self.lose_flag(seat),
                _ => {}
            }
        }
    }

    fn lose_flag(&mut self, seat: Seat) {
        self.eliminate(seat);
        if self.rules.defeat == Defeat::FirstFlag {
            self.eliminate(seat.partner());
        }
    }

    /// Puts a seat out: all its pieces leave the board.
    fn eliminate(&mut self, seat: Seat) {
        self.playing[seat.index()] = false;
        self.pools[seat.index()] = Counts::default();
        for cell in &mut self.cells {
            if cell.piece().is_some_and(|piece| piece.seat == seat) {
                *cell = Cell::EMPTY;
            }
        }
    }

    /// Gives the turn to the next seat that can move. Those that cannot are out.
    fn pass_on(&mut self) {
        while self.winner().is_none() {
            self.seat = self.seat.next();
            if self.is_playing(self.seat) {
                if self.can_move(self.seat) {
                    return;
                }
                self.eliminate(self.seat);
            }
        }
    }
}
