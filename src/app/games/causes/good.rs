//! What a good move does: what it wins, saves, stops and threatens.

use shakmaty::attacks::between;
use shakmaty::{Chess, Move, Position as _, Role};

use super::super::cause_story::{CauseQuestion, CauseTest, Weight};
use super::bad::{FELT, all_to, longer, threat_piece};
use super::inquiry::{Inquiry, Proposal, all_but, player, weight_of};
use crate::chess::cause::{
    Cause, EventKind, Line, Saving, attackers, passed, takes_on, wins_on, worth,
};
use crate::inspect::points;

/// A side with fewer points than this does not hold; with more than the other number it does.
const HOLDS: [f64; 2] = [0.3, 0.42];
/// So many pieces beside king and pawns may be there where somebody is in zugzwang ...
const ENDING: usize = 1;
/// ... which costs so many points: two pawns near equality.
const SQUEEZED: f64 = 0.18;

/// A good move with what is known about it.
pub(super) struct Good<'a, 'b> {
    inquiry: &'a mut Inquiry<'b>,
    before: Chess,
    after: Chess,
    mv: Move,
    line: Line,
    points: f64,
    rival_points: f64,
    has_rival: bool,
}

impl<'a, 'b> Good<'a, 'b> {
    /// The move that `line` begins with, against the other one.
    pub(super) fn new(inquiry: &'a mut Inquiry<'b>, asked: &CauseQuestion<Move>) -> Option<Self> {
        let before = inquiry.position.chess().clone();
        let &mv = asked.line.first()?;
        let mut after = before.clone();
        after.play_unchecked(mv);
        let line = longer(inquiry, &before, &asked.line);
        Some(Good {
            inquiry,
            before,
            after,
            mv,
            line,
            points: asked.points,
            rival_points: asked.rival_points,
            has_rival: !asked.rival.is_empty(),
        })
    }

    pub(super) fn explain(&mut self) {
        self.wins();
        if self.inquiry.is_answered() {
            return;
        }
        self.stops();
        if !self.inquiry.is_answered() {
            self.threatens();
        }
        if !self.inquiry.is_answered() {
            self.puts_in_zugzwang();
        }
        let [loses, holds] = HOLDS;
        if self.has_rival && self.points >= holds && self.rival_points <= loses {
            self.tell(Cause::OnlyMove, 0);
        }
        if self.inquiry.is_empty() {
            self.exchanges();
        }
    }

    fn tell(&mut self, cause: Cause, shown: usize) {
        let line = self.line.clone();
        self.inquiry.file(Proposal::new(cause, &line, shown), Weight::Fact, None, None);
    }

    /// A capture that the opponent takes back, for as much as it costs him.
    fn exchanges(&mut self) {
        let [first, back, ..] = *self.line.moves() else { return };
        let taken = first.capture().filter(|&role| worth(role) == worth(first.role()));
        if let Some(role) = taken.filter(|_| back.to() == first.to()) {
            self.tell(Cause::Exchanges { own: first.role(), other: (role, first.to()) }, 1);
        }
    }

    fn wins(&mut self) {
        let line = self.line.clone();
        let Some(event) = line.event(self.inquiry.material()) else { return };
        match event.kind {
            EventKind::Mate => {
                let cause = Cause::Mates(line.moves()[event.ply].to());
                let proposal = Proposal::new(cause, &line, event.ply);
                // It wins: nothing has to be taken away to see that.
                self.inquiry.file(proposal, Weight::Because, None, None);
            }
            EventKind::Capture => self.inquiry.propose_capture(&line, event.ply, None),
            EventKind::Promotion => {}
        }
    }

    /// Whether the move is a part of an exchange: nothing is proven by a pass then.
    fn is_exchange(&self) -> bool {
        self.mv.is_capture() && !takes_on(&self.after, self.mv.to()).is_empty()
    }

    /// What the opponent would do after a pass, and cannot after the move.
    fn stops(&mut self) {
        let Some(there) = passed(&self.before).filter(|_| !self.is_exchange()) else { return };
        let Some(found) = self.inquiry.look(&there, None) else { return };
        let after_pass = 1.0 - points(found.value, player(&there));
        let felt = self.points - after_pass;
        if felt < FELT.max(0.5 * self.inquiry.difference) {
            return;
        }
        let harm = longer(self.inquiry, &there, &found.line);
        let Some(&first) = harm.moves().first() else { return };
        let Some((cause, moves)) = self.stopped(&harm, first) else { return };
        // Without that reply, the pass would cost at most half as much: then it is the reason.
        let then = self.inquiry.points(&there, Some(&all_but(&there, &moves)));
        let now = 1.0 - after_pass;
        let share = then.map(|then| (now - then) / felt);
        // After the move the same reply gives at most half of that.
        let left = match self.after.is_legal(first) {
            true => self
                .inquiry
                .points(&self.after.clone(), Some(&[first]))
                .map(|now| (self.points - (1.0 - now)) / felt),
            false => Some(0.0),
        };
        if left.is_none_or(|left| left > 0.5) {
            return;
        }
        self.file_pass(cause, weight_of(share), share);
    }

    /// Files what a pass has shown.
    fn file_pass(&mut self, cause: Cause, weight: Weight, share: Option<f64>) {
        let proposal = Proposal::new(cause, &self.line, 0);
        self.inquiry.file(proposal, weight, Some(CauseTest::Pass), share);
    }

    /// What is stopped: mate, or the loss of a piece, and how; and the moves that would do it.
    fn stopped(&self, harm: &Line, first: Move) -> Option<(Cause, Vec<Move>)> {
        let there = harm.at(0);
        if harm.last().is_checkmate() && harm.last().turn() != harm.attacker() {
            let at = harm.moves().last()?.to();
            return Some((Cause::StopsMate(at), all_to(there, first)));
        }
        let piece = threat_piece(harm, -self.inquiry.material())?;
        let (_, square) = piece;
        let how = if self.mv.from() == Some(square) {
            // A pawn that goes on is not saved by it, in a player's words.
            if piece.0 == Role::Pawn {
                return None;
            }
            Saving::Goes
        } else if Some(self.mv.to()) == first.from() {
            let role = self.mv.capture()?;
            Saving::AttackerTaken((role, self.mv.to()))
        } else if (attackers(self.after.board(), self.before.turn(), square)
            & !attackers(self.before.board(), self.before.turn(), square))
        .any()
        {
            Saving::Protected
        } else if first.from().is_some_and(|from| between(from, square).contains(self.mv.to())) {
            Saving::Shut
        } else {
            return None;
        };
        // The piece is there, and safe.
        let now = if self.mv.from() == Some(square) { self.mv.to() } else { square };
        (!wins_on(&self.after, now)).then_some((Cause::Saves(piece, how), all_to(there, first)))
    }

    /// Whether the opponent has nothing to do that is as good as doing nothing. Only in endings: elsewhere a pass costs time.
    fn puts_in_zugzwang(&mut self) {
        let board = self.after.board();
        let pieces = board.by_color(self.after.turn()) & !board.pawns() & !board.kings();
        let Some(there) = passed(&self.after).filter(|_| pieces.count() <= ENDING) else { return };
        let after = self.after.clone();
        let Some(now) = self.inquiry.points(&after, None) else { return };
        let Some(then) = self.inquiry.points(&there, None) else { return };
        // Both from the opponent's side.
        let costs = (1.0 - then) - now;
        if costs < SQUEEZED {
            return;
        }
        let share = Some(costs / self.inquiry.difference);
        self.file_pass(Cause::PutsInZugzwang, weight_of(share), share);
    }

    /// What would follow if the opponent passed.
    fn threatens(&mut self) {
        let Some(there) = passed(&self.after).filter(|_| !self.is_exchange()) else { return };
        let Some(found) = self.inquiry.look(&there, None) else { return };
        let gain = points(found.value, player(&there)) - self.points;
        let threat = Line::new(&there, &found.line);
        let Some(&first) = threat.moves().first() else { return };
        let is_mate = threat.at(1).is_checkmate();
        let piece = threat_piece(&threat, self.inquiry.material());
        let cause = match piece {
            _ if is_mate => Cause::ThreatensMate(first.to()),
            Some(piece) if gain >= FELT => Cause::Threatens(piece),
            _ => return,
        };
        // The same move at once, without this one, gives at most half of it.
        if self.before.is_legal(first) {
            let at_once = self.inquiry.points(&self.before.clone(), Some(&[first]));
            if at_once.is_none_or(|at_once| at_once - self.points > 0.5 * gain.max(FELT)) {
                return;
            }
        }
        let then = self.inquiry.points(&there, Some(&all_but(&there, &all_to(&there, first))));
        let share = then.map(|then| (gain + self.points - then) / gain.max(1e-9));
        let weight = weight_of(share.filter(|_| gain >= self.inquiry.difference * 0.5));
        self.file_pass(cause, weight, share);
    }
}
