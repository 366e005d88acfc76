//! A position into text.

use super::zone::Zone;
use crate::junqi::{Counts, Kind, Position, Rules, Seat};

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
