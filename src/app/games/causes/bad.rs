//! Why a move is bad: what it allows, what it misses, what it does not stop.

use shakmaty::{Chess, Move, Position as _, Role};

use super::super::cause_story::{CauseQuestion, CauseTest, Weight};
use super::inquiry::{Inquiry, Proposal, all_but};
use crate::chess::cause::{
    Cause, EventKind, Line, Stood, castled, first_square, given_up, is_back_rank, mate_in_one,
    opened, origin, passed, pawn_back, runs, takes_on, victim_square, with_exit,
};
use crate::value::Value;

/// Points from which on a threat is felt: a pawn near equality.
pub(super) const FELT: f64 = 0.09;

/// A bad move with what is known about it.
pub(super) struct Bad<'a, 'b> {
    pub(super) inquiry: &'a mut Inquiry<'b>,
    before: Chess,
    after: Chess,
    asked: Move,
    best: Option<Move>,
    /// From the reply on.
    reply: Line,
    /// From the best move on.
    good: Line,
    rival_points: f64,
    /// What would follow if the side to move passed, from there on.
    pass: Option<Line>,
    pass_points: f64,
}

impl<'a, 'b> Bad<'a, 'b> {
    pub(super) fn new(inquiry: &'a mut Inquiry<'b>, asked: &CauseQuestion<Move>) -> Option<Self> {
        let before = inquiry.position.chess().clone();
        let (&mv, reply) = asked.line.split_first()?;
        let mut after = before.clone();
        after.play_unchecked(mv);
        let reply = longer(inquiry, &after, reply);
        let good = longer(inquiry, &before, &asked.rival);
        let best = good.moves().first().copied();
        let rival_points = asked.rival_points;
        Some(Bad {
            inquiry,
            before,
            after,
            asked: mv,
            best,
            reply,
            good,
            rival_points,
            pass: None,
            pass_points: 0.0,
        })
    }

    /// Tries one cause after another until one holds.
    pub(super) fn explain(&mut self) {
        let steps: [fn(&mut Self); 10] = [
            Self::mate,
            Self::allowed,
            Self::given_up,
            |it| it.pawns(&it.reply.clone()),
            Self::missed,
            |it| it.pawns(&it.good.clone()),
            Self::threats_before,
            Self::two_threats,
            Self::king_in_centre,
            Self::zugzwang_and_checks,
        ];
        for step in steps {
            step(self);
            if self.inquiry.is_answered() {
                return;
            }
        }
    }

    fn mate(&mut self) {
        if !self.reply.last().is_checkmate() || self.reply.last().turn() == self.reply.attacker() {
            return;
        }
        let last = self.reply.moves().len() - 1;
        let reply = self.reply.clone();
        if is_back_rank(reply.last()) {
            let exits = with_exit(&self.before);
            let told = Proposal::new(Cause::BackRank, &reply, last);
            let told = Proposal { subject: Some(last), ..told };
            self.inquiry.propose_edit(told, &exits, CauseTest::Exit);
        }
        let threat = passed(&self.before).and_then(|there| mate_in_one(&there));
        if let Some(threat) = threat.filter(|&mv| self.after.is_legal(mv)) {
            let cause = Cause::StandingMate(threat.to());
            self.try_squares(cause, &reply, 0, threat.to(), last);
        }
        if let Some((ply, square)) = given_up(&self.before, self.asked, &reply) {
            self.try_squares(Cause::GuardGivenUp(square), &reply, ply, square, last);
        }
        if let Some((ply, slider)) = opened(&self.before, self.asked, &reply) {
            let to = reply.moves()[ply].to();
            self.try_squares(Cause::LineOpened(slider), &reply, ply, to, last);
        }
    }

    /// A cause of the move asked about: no moves to a square, in that ply of the line of the reply.
    fn try_squares(
        &mut self,
        cause: Cause,
        line: &Line,
        ply: usize,
        square: shakmaty::Square,
        shown: usize,
    ) {
        if self.inquiry.is_answered() {
            return;
        }
        let moves = to_square(line.at(ply), square);
        let proposal = Proposal::new(cause, line, shown);
        let is_forced = ply == 0 && all_but(line.at(0), &moves).is_empty();
        match moves.first().filter(|_| is_forced) {
            // Where the opponent has no other move, none can be forbidden.
            Some(&only) => {
                let share = self.compared(only);
                self.inquiry.judge(proposal, (share, CauseTest::Compared));
            }
            None => self.inquiry.propose(proposal, (ply, &moves), None),
        }
    }

    /// What the reply wins.
    fn allowed(&mut self) {
        let Some(event) = self.reply.event(-self.inquiry.material()) else { return };
        if event.kind == EventKind::Capture {
            let how = origin(&self.before, self.asked, &self.reply, event.ply);
            self.inquiry.propose_capture(&self.reply, event.ply, how);
        }
    }

    /// What the piece moved guarded or shut off, and the reply uses.
    fn given_up(&mut self) {
        let line = self.reply.clone();
        if let Some((ply, square)) = given_up(&self.before, self.asked, &line) {
            self.try_squares(Cause::GuardGivenUp(square), &line, ply, square, ply);
        }
        if let Some((ply, slider)) = opened(&self.before, self.asked, &line) {
            let to = line.moves()[ply].to();
            self.try_squares(Cause::LineOpened(slider), &line, ply, to, ply);
        }
    }

    fn pawns(&mut self, line: &Line) {
        for (cause, square) in runs(line) {
            if self.inquiry.is_answered() {
                return;
            }
            let edits: Vec<Chess> = pawn_back(&self.before, square).into_iter().collect();
            let shown = line.moves().len().saturating_sub(1);
            let proposal = Proposal::new(cause, line, shown);
            self.inquiry.propose_edit(proposal, &edits, CauseTest::PawnBack);
        }
    }

    /// What the best move wins, unless the move takes the same.
    fn missed(&mut self) {
        let line = self.good.clone();
        let Some(event) = line.event(self.inquiry.material()) else { return };
        let Some(&take) = line.moves().get(event.ply) else { return };
        match event.kind {
            EventKind::Mate => {
                let Some(&first) = line.moves().first() else { return };
                let cause = Cause::Mates(line.moves()[event.ply].to());
                let proposal = Proposal::new(cause, &line, event.ply);
                self.inquiry.propose(proposal, (0, &[first]), None);
            }
            EventKind::Capture if !(self.asked.is_capture() && self.asked.to() == take.to()) => {
                self.inquiry.propose_capture(&line, event.ply, None);
            }
            _ => {}
        }
    }

    /// The opponent's threats before the move: not stopped.
    fn threats_before(&mut self) {
        let Some(there) = passed(&self.before) else { return };
        let Some(found) = self.inquiry.look(&there, None) else { return };
        self.pass_points =
            1.0 - crate::inspect::points(found.value, super::inquiry::player(&there));
        let line = Line::new(&there, &found.line);
        self.pass = Some(line.clone());
        let Some(&threat) = line.moves().first() else { return };
        let hurts = self.rival_points - self.pass_points >= 0.5 * self.inquiry.difference;
        if !hurts || !self.after.is_legal(threat) {
            return;
        }
        let Some(cause) = threat_of(&line, -self.inquiry.material()) else { return };
        if !self.still_works(&cause, threat) {
            return;
        }
        // The whole of it: without this reply, the move would be good.
        let reply = Line::new(&self.after, &[threat]);
        let reply = longer(self.inquiry, &self.after, reply.moves());
        let moves = all_to(&self.after, threat);
        let share = self.inquiry.forbidden(&reply, 0, &moves);
        // A part of it: it works here, and not after the best move.
        let compared = self.compared(threat);
        let best = if share >= compared {
            (share, CauseTest::Forbidden(1, moves))
        } else {
            (compared, CauseTest::Compared)
        };
        self.inquiry.judge(Proposal::new(cause, &reply, 2), best);
    }

    /// Whether the threat is the same after the move: it mates, or the piece is still there.
    fn still_works(&self, cause: &Cause, threat: Move) -> bool {
        match cause {
            Cause::StandingMate(_) => Line::new(&self.after, &[threat]).last().is_checkmate(),
            Cause::NotStopped((_, square)) => {
                let (before, after) = (self.before.board(), self.after.board());
                before.piece_at(*square) == after.piece_at(*square)
            }
            _ => true,
        }
    }

    /// What the threat costs here, where it does not work after the best move.
    fn compared(&mut self, threat: Move) -> Option<f64> {
        let here = 1.0 - self.inquiry.points(&self.after.clone(), Some(&[threat]))?;
        let mut best = self.before.clone();
        best.play_unchecked(self.best?);
        let there = match best.is_legal(threat) {
            true => 1.0 - self.inquiry.points(&best, Some(&[threat]))?,
            false => self.rival_points,
        };
        let difference = self.inquiry.difference;
        let is_stopped = (self.rival_points - there) / difference <= 0.5;
        Some((self.rival_points - here) / difference).filter(|_| is_stopped)
    }

    /// Two things to do at once: one may be spared, not both.
    fn two_threats(&mut self) {
        let Some(&first) = self.reply.moves().first() else { return };
        let Some(one) = threat_piece(&self.reply, -self.inquiry.material()) else { return };
        let forbidden = all_to(&self.after, first);
        let others = all_but(&self.after, &forbidden);
        let Some(found) = self.inquiry.look(&self.after.clone(), Some(&others)) else { return };
        let second = Line::new(&self.after, &found.line);
        let Some(&next) = second.moves().first() else { return };
        let Some(other) = threat_piece(&second, -self.inquiry.material()).filter(|&it| it != one)
        else {
            return;
        };
        let both: Vec<Move> = forbidden.into_iter().chain(all_to(&self.after, next)).collect();
        let line = self.reply.clone();
        let proposal = Proposal::new(Cause::TwoThreats(one, other), &line, 0);
        self.inquiry.propose(proposal, (0, &both), None);
    }

    fn king_in_centre(&mut self) {
        let line = self.reply.clone();
        let checks =
            (1..line.moves().len()).step_by(2).filter(|&ply| line.at(ply).is_check()).count();
        let edits = castled(&self.before);
        if checks > 0 && !edits.is_empty() {
            let proposal = Proposal::new(Cause::KingInCentre, &line, 0);
            self.inquiry.propose_edit(proposal, &edits, CauseTest::Castled);
        }
    }

    /// Whoever may pass would be better off; checks without end.
    fn zugzwang_and_checks(&mut self) {
        let line = self.reply.clone();
        if self.pass.is_some() && self.pass_points - self.rival_points >= FELT {
            let share = (self.pass_points - self.rival_points) / self.inquiry.difference;
            let proposal = Proposal::new(Cause::Zugzwang, &line, 0);
            self.inquiry.file(proposal, Weight::Because, Some(CauseTest::Pass), Some(share));
            return;
        }
        let checks: Vec<bool> =
            (1..=line.moves().len().min(7)).step_by(2).map(|ply| line.at(ply).is_check()).collect();
        let is_draw =
            self.inquiry.look(line.at(0), None).is_some_and(|found| found.value == Value::DRAW);
        if checks.len() >= 3 && checks.iter().all(|&is_check| is_check) && is_draw {
            let after = line.at(0);
            let giving: Vec<Move> = after
                .legal_moves()
                .into_iter()
                .filter(|&mv| {
                    let mut next = after.clone();
                    next.play_unchecked(mv);
                    next.is_check()
                })
                .collect();
            let shown = line.moves().len() - 1;
            let proposal = Proposal::new(Cause::Perpetual, &line, shown);
            self.inquiry.propose(proposal, (0, &giving), None);
        }
    }
}

/// The line from a position; gone on with by a search where it is short.
pub(super) fn longer(inquiry: &mut Inquiry<'_>, start: &Chess, moves: &[Move]) -> Line {
    const SHORTEST: usize = 6;
    let line = Line::new(start, moves);
    if line.moves().len() >= SHORTEST || line.last().is_game_over() {
        return line;
    }
    let more = inquiry.look(line.last(), None).map(|found| found.line).unwrap_or_default();
    let moves: Vec<Move> = line.moves().iter().copied().chain(more).collect();
    Line::new(start, &moves)
}

/// What a line threatens, as a cause of a move that does not stop it: mate with its first move, or a piece that falls soon.
fn threat_of(line: &Line, before: i32) -> Option<Cause> {
    let first = *line.moves().first()?;
    if line.at(1).is_checkmate() {
        return Some(Cause::StandingMate(first.to()));
    }
    threat_piece(line, before).map(Cause::NotStopped)
}

/// The piece that falls with the first or third move of the line, where it stands at its beginning.
pub(super) fn threat_piece(line: &Line, before: i32) -> Option<Stood> {
    let event =
        line.event(before).filter(|event| event.kind == EventKind::Capture && event.ply <= 2)?;
    let square = first_square(line, event.ply)?;
    let role = line.at(0).board().role_at(square).filter(|&role| role != Role::King)?;
    let take = line.moves().get(event.ply)?;
    (event.ply > 0 || victim_square(*take) == square).then_some((role, square))
}

/// The move, and every other that takes on its square where it is a capture, or goes there.
pub(super) fn all_to(chess: &Chess, mv: Move) -> Vec<Move> {
    match mv.is_capture() {
        true => takes_on(chess, mv.to()),
        false => vec![mv],
    }
}

fn to_square(chess: &Chess, square: shakmaty::Square) -> Vec<Move> {
    chess.legal_moves().into_iter().filter(|mv| mv.to() == square).collect()
}
