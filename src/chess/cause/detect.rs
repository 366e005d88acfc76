//! Why a capture in a line is possible, most telling first, and what the move before the line has to do with it.

use shakmaty::attacks::between;
use shakmaty::{Bitboard, Board, Chess, Color, Move, Position as _, Role, Square};

use super::board::{
    Stood, attackers, is_pinned_off, is_trapped, mate_in_one, passed, pays, pinned_to,
    pinned_to_king, pinner, stood, takes_on, targets, victim_square, wins_on, worth, would_win_on,
};
use super::kind::{Cause, Origin};
use super::line::Line;

/// A cause with where it acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What it is.
    pub cause: Cause,
    /// The move of the line of which it is said, counted from 0.
    pub subject: usize,
    /// The moves that would have to be forbidden to take it away, and in the position before which move of the line.
    pub forbid: (usize, Vec<Move>),
    /// Where the piece that falls stands in the first position of the line, if it is there already.
    pub victim: Option<Square>,
}

/// A capture of the attacker in a line.
struct Capture<'a> {
    line: &'a Line,
    ply: usize,
    take: Move,
    square: Square,
    /// What is taken.
    victim: Stood,
    found: Vec<Candidate>,
}

/// The causes that the board shows of the capture with this number. None where it is no capture.
pub fn capture_causes(line: &Line, ply: usize) -> Vec<Candidate> {
    let Some(&take) = line.moves().get(ply).filter(|mv| mv.is_capture()) else { return Vec::new() };
    let Some(victim) = stood(line.at(ply), victim_square(take)) else { return Vec::new() };
    let mut capture = Capture { line, ply, take, square: take.to(), victim, found: Vec::new() };
    match capture.cause_before() {
        None => capture.at_once(),
        Some(_) if capture.was_free() => capture.was_left(),
        Some(cause) => capture.prepared(cause),
    }
    capture.found
}

/// How many pieces of a side attack a square, and how many protect it: those behind others on the same line, too.
fn counts(board: &Board, side: Color, square: Square) -> [usize; 2] {
    let mut occupied = board.occupied();
    let mut all = Bitboard::EMPTY;
    loop {
        let seen =
            board.attacks_to(square, side, occupied) | board.attacks_to(square, !side, occupied);
        let new = seen & occupied & !all;
        if new.is_empty() {
            return [side, !side].map(|of| (all & board.by_color(of)).count());
        }
        all |= new;
        occupied &= !(new & (board.sliders() | board.pawns()));
    }
}

/// Where the piece that is taken at `ply` stands in the first position of the line; `None` where it is not there yet.
pub fn first_square(line: &Line, ply: usize) -> Option<Square> {
    let mut square = victim_square(*line.moves().get(ply)?);
    for mv in line.moves()[..ply].iter().rev() {
        if mv.to() == square {
            square = mv.from()?;
        }
    }
    let board = line.at(0).board();
    (board.color_at(square) == Some(!line.attacker())).then_some(square)
}

impl Capture<'_> {
    fn before(&self) -> &Chess {
        self.line.at(self.ply)
    }

    /// Whether the same piece stands on a square here and where the capture is made.
    fn stands(&self, chess: &Chess, square: Square) -> bool {
        chess.board().piece_at(square) == self.before().board().piece_at(square)
    }

    /// The attacker's move before the capture.
    fn cause_before(&self) -> Option<Move> {
        self.line.moves().get(self.ply.checked_sub(2)?).copied()
    }

    fn say(&mut self, cause: Cause, subject: usize) {
        let forbid = (self.ply, takes_on(self.before(), self.square));
        let victim = first_square(self.line, self.ply);
        self.found.push(Candidate { cause, subject, forbid, victim });
    }

    /// Whether the piece could be taken two plies before, but for a check that had to be answered: then what came in between is not why.
    fn was_free(&self) -> bool {
        let start = self.line.at(self.ply.saturating_sub(2));
        let is_taken = || match start.is_check() {
            true => self.take.from().is_some_and(|from| {
                self.stands(start, from)
                    && start.board().attacks_from(from).contains(self.square)
                    && pays(start, self.take)
            }),
            false => wins_on(start, self.square),
        };
        self.stands(start, self.victim.1) && is_taken()
    }

    fn was_left(&mut self) {
        let start = self.line.at(self.ply - 2);
        let is_alone = attackers(start.board(), !self.line.attacker(), self.victim.1).is_empty();
        let is_alone = is_alone
            && attackers(self.before().board(), !self.line.attacker(), self.victim.1).is_empty();
        match is_alone {
            true => self.say(Cause::Unprotected(self.victim), self.ply),
            false => self.say_count(),
        }
    }

    /// A capture that begins the line.
    fn at_once(&mut self) {
        let protectors = attackers(self.before().board(), !self.line.attacker(), self.square);
        let protectors = protectors.without(self.victim.1);
        let guard = self.pinned_guard();
        match guard {
            _ if protectors.is_empty() && !self.is_taken_back() => {
                self.say(Cause::Unprotected(self.victim), self.ply);
            }
            Some(guard) => self.say(Cause::PinnedGuard { victim: self.victim, guard }, self.ply),
            None => self.say_count(),
        }
    }

    /// Taken with less, attacked more often, or not to be taken back.
    fn say_count(&mut self) {
        let by = self.take.role();
        if worth(by) < worth(self.victim.0) {
            self.say(Cause::Cheaper { victim: self.victim, by }, self.ply);
        } else if wins_on(self.before(), self.square) && self.is_attacked_more_often() {
            self.say(Cause::Outnumbered(self.victim), self.ply);
        } else if !self.is_taken_back() && self.line.moves().len() > self.ply + 2 {
            self.say(Cause::CannotTakeBack(self.victim), self.ply);
        }
    }

    fn is_attacked_more_often(&self) -> bool {
        let [own, other] = counts(self.before().board(), self.line.attacker(), self.square);
        own > other
    }

    /// Whether the next move of the line takes on the same square.
    fn is_taken_back(&self) -> bool {
        let next = self.line.moves().get(self.ply + 1);
        next.is_some_and(|mv| mv.is_capture() && mv.to() == self.square)
    }

    /// The only piece that protects the square, where its king stands behind it.
    fn pinned_guard(&self) -> Option<Stood> {
        let board = self.before().board();
        let guards = attackers(board, !self.line.attacker(), self.square).without(self.victim.1);
        let guard = guards.single_square()?;
        // What takes may itself stand in the line, or be the one that pins.
        let is_pinned = is_pinned_off(board, guard, self.square);
        (is_pinned && !self.is_taken_back()).then(|| stood(self.before(), guard)).flatten()
    }

    /// A capture that the attacker's last move has made possible.
    fn prepared(&mut self, cause: Move) {
        let taken_by_mover = self.take.from() == Some(cause.to());
        if taken_by_mover {
            self.fork(cause);
            self.attack_and_mate(cause);
            self.skewer(cause);
            self.discovered_check(cause);
        } else {
            self.discovered(cause);
        }
        self.defender_taken(cause);
        self.defender_gone(cause);
        self.lured(cause);
        self.trapped(cause);
        self.pinned();
        if let Some(guard) = self.pinned_guard() {
            self.say(Cause::PinnedGuard { victim: self.victim, guard }, self.ply);
        }
        if self.found.is_empty() {
            self.otherwise(cause);
        }
    }

    fn after_cause(&self) -> &Chess {
        self.line.at(self.ply - 1)
    }

    fn answer(&self) -> Move {
        self.line.moves()[self.ply - 1]
    }

    fn fork(&mut self, cause: Move) {
        let attacked = targets(self.after_cause(), cause.to());
        let is_target = |square: Square| attacked.iter().any(|&(_, target)| target == square);
        let falls = is_target(self.victim.1)
            || (self.answer().from().is_some_and(is_target)
                && self.answer().from() != Some(self.square));
        if attacked.len() < 2 || !falls {
            return;
        }
        self.say(Cause::Fork(attacked), self.ply - 2);
        let before = self.before();
        let own = before.capture_moves().into_iter().filter(|mv| mv.from() == Some(cause.to()));
        let own: Vec<Move> = own.collect();
        if let Some(last) = self.found.last_mut() {
            last.forbid.1 = own;
        }
    }

    fn attack_and_mate(&mut self, cause: Move) {
        let there = self.after_cause();
        let attacks = self.stands(there, self.victim.1)
            && there.board().attacks_from(cause.to()).contains(self.victim.1);
        let mate = passed(there).and_then(|passed| mate_in_one(&passed));
        if let Some(mate) = mate.filter(|_| attacks && self.found.is_empty()) {
            let (victim, mate) = (self.victim, mate.to());
            self.say(Cause::AttackAndMate { victim, mate }, self.ply - 2);
        }
    }

    fn skewer(&mut self, cause: Move) {
        let there = self.after_cause();
        let is_slider = there.board().sliders().contains(cause.to());
        let way = between(cause.to(), self.square) & there.board().occupied();
        let Some(front) = way.single_square().filter(|_| is_slider) else { return };
        let Some(front) = stood(there, front) else { return };
        if self.answer().from() == Some(front.1)
            && self.stands(there, self.victim.1)
            && worth(front.0) >= worth(self.victim.0)
        {
            self.say(Cause::Skewer { front, back: self.victim }, self.ply - 2);
        }
    }

    fn discovered_check(&mut self, cause: Move) {
        let checkers = self.after_cause().checkers();
        if checkers.any() && !checkers.contains(cause.to()) {
            self.say(Cause::DiscoveredCheck(self.victim), self.ply - 2);
        }
    }

    fn discovered(&mut self, cause: Move) {
        let Some(from) = self.take.from() else { return };
        let start = self.line.at(self.ply - 2);
        let attacks = |chess: &Chess| chess.board().attacks_from(from).contains(self.square);
        let is_between = cause.from().is_some_and(|left| between(from, self.square).contains(left));
        if is_between && !attacks(start) && attacks(self.after_cause()) {
            let Some(from) = stood(start, from) else { return };
            self.say(Cause::Discovered { from, victim: self.victim }, self.ply - 2);
        }
    }

    fn defender_taken(&mut self, cause: Move) {
        let start = self.line.at(self.ply - 2);
        let Some(guard) = stood(start, cause.to()).filter(|_| cause.is_capture()) else { return };
        let protects = start.board().attacks_from(guard.1).contains(self.victim.1);
        let was_there = start.board().color_at(self.victim.1) == Some(!self.line.attacker());
        if protects && was_there && guard.1 != self.square {
            self.say(Cause::DefenderTaken { guard, victim: self.victim }, self.ply - 2);
        }
    }

    /// Drawn away, or used for something else.
    fn defender_gone(&mut self, cause: Move) {
        let (there, answer) = (self.after_cause(), self.answer());
        let Some(guard) = answer.from().filter(|&from| from != self.victim.1) else { return };
        let Some(guard) = stood(there, guard) else { return };
        let protected = there.board().color_at(self.victim.1) == Some(!self.line.attacker())
            && there.board().attacks_from(guard.1).contains(self.victim.1);
        let still = attackers(self.before().board(), !self.line.attacker(), self.square);
        if !protected || still.contains(answer.to()) || self.square == cause.to() {
            return;
        }
        let victim = self.victim;
        match answer.to() == cause.to() {
            true if cause.is_capture() => {
                let other = cause.to();
                self.say(Cause::Overloaded { guard, other, victim }, self.ply - 2);
            }
            true => self.say(Cause::DefenderDrawn { guard, victim }, self.ply - 2),
            // Whoever goes away without being made to has not been drawn.
            false if there.is_check() => {
                self.say(Cause::DefenderDrawn { guard, victim }, self.ply - 2);
            }
            false => {}
        }
    }

    fn lured(&mut self, cause: Move) {
        let given = worth(cause.role()) - cause.capture().map_or(0, worth);
        // Where the piece was attacked it had to do something, and was not lured.
        let (there, from) = (self.after_cause(), self.answer().from());
        let is_attacked =
            from.is_some_and(|from| there.board().attacks_from(cause.to()).contains(from));
        let is_lured =
            self.answer().to() == cause.to() && self.square == cause.to() && !is_attacked;
        if is_lured && given >= 1 && worth(self.victim.0) > worth(cause.role()) {
            self.say(Cause::Lured(self.victim.0, self.square), self.ply - 2);
        }
    }

    /// Whether the attacker's last move attacks a square, itself or by the line it opens.
    fn attacks(&self, cause: Move, square: Square) -> bool {
        let of = |chess: &Chess| attackers(chess.board(), self.line.attacker(), square);
        let there = of(self.after_cause());
        there.contains(cause.to()) || (there & !of(self.line.at(self.ply - 2))).any()
    }

    fn trapped(&mut self, cause: Move) {
        let there = self.after_cause();
        let moved = self.answer().to() == self.victim.1;
        let origin = if moved { self.answer().from() } else { Some(self.victim.1) };
        let Some(origin) = origin.and_then(|square| stood(there, square)) else { return };
        if self.answer().is_capture() && moved
            || !self.attacks(cause, origin.1)
            || !is_trapped(there, origin.1)
        {
            return;
        }
        // A pinned piece cannot go for another reason.
        let king = there.board().king_of(there.turn());
        if king.is_some_and(|king| pinner(there.board(), origin.1, king).is_none()) {
            self.say(Cause::Trapped(origin), self.ply - 2);
            if let Some(last) = self.found.last_mut().filter(|_| moved) {
                last.forbid = (self.ply - 2, vec![cause]);
            }
        }
    }

    fn pinned(&mut self) {
        let (there, square) = (self.after_cause(), self.victim.1);
        let board = self.before().board();
        let side = !self.line.attacker();
        if !self.stands(there, square) || there.board().color_at(square) != Some(side) {
            return;
        }
        if pinned_to_king(board, square) {
            self.say(Cause::Pin(self.victim), self.ply);
        } else if let Some(behind) =
            pinned_to(board, square).filter(|_| self.victim.0 != Role::Pawn)
        {
            self.say(Cause::PinTo { front: self.victim, behind }, self.ply);
        }
    }

    fn otherwise(&mut self, cause: Move) {
        let (start, there) = (self.line.at(self.ply - 2), self.after_cause());
        let stood_there = there.board().color_at(self.victim.1) == Some(!self.line.attacker());
        // It took what attacked it, and is taken back.
        let from = self.answer().from().filter(|_| self.answer().to() == self.square);
        let falls = |square| {
            !wins_on(start, square) && would_win_on(there, square) && self.attacks(cause, square)
        };
        let attacked = from.filter(|&from| falls(from));
        if let Some(victim) = attacked.and_then(|from| stood(there, from)) {
            self.say(Cause::NothingSaves(victim), self.ply - 2);
        } else if stood_there && there.is_check() {
            self.say(Cause::CheckAndTake(self.victim), self.ply - 2);
        } else if stood_there && falls(self.square) {
            self.say(Cause::NothingSaves(self.victim), self.ply - 2);
        }
    }
}

/// How the piece that falls in the line after a move came to be there, or unprotected, and that piece: a fact of the board alone.
pub fn origin(before: &Chess, mv: Move, line: &Line, ply: usize) -> Option<(Origin, Stood)> {
    let square = victim_square(*line.moves().get(ply)?);
    Some((origin_of(before, mv, line, ply)?, stood(line.at(ply), square)?))
}

fn origin_of(before: &Chess, mv: Move, line: &Line, ply: usize) -> Option<Origin> {
    let take = *line.moves().get(ply)?;
    let (square, mover) = (victim_square(take), before.turn());
    let (there, behind) = (before.board(), line.at(0).board());
    if mv.to() == square && !mv.is_castle() {
        return Some(if mv.is_capture() { Origin::TakesProtected } else { Origin::PutThere });
    }
    if there.color_at(square) != Some(mover) || behind.piece_at(square) != there.piece_at(square) {
        return None;
    }
    let from = mv.from()?;
    let is_guarded = |board: &shakmaty::Board, by| board.attacks_from(by).contains(square);
    if is_guarded(there, from) && !is_guarded(behind, mv.to()) {
        return Some(Origin::Unguarded);
    }
    // The line has to be open now, and from the piece that takes.
    if ply == 0 && take.from().is_some_and(|taker| between(taker, square).contains(from)) {
        return Some(Origin::LineOpened);
    }
    let lost = attackers(there, mover, square) & !attackers(behind, mover, square);
    if lost.without(from).any() {
        return Some(Origin::CutOff);
    }
    let is_attacked = passed(before).is_some_and(|passed| wins_on(&passed, square));
    is_attacked.then_some(Origin::AttackedBefore)
}

/// Squares that the piece moved no longer guards, and that a move of the reply's line goes to: (ply, square).
pub fn given_up(before: &Chess, mv: Move, line: &Line) -> Option<(usize, Square)> {
    let from = mv.from().filter(|_| !mv.is_castle())?;
    let now = line.at(0).board().attacks_from(mv.to());
    let left = before.board().attacks_from(from) & !now;
    [0, 2].into_iter().find_map(|ply| {
        let to = line.moves().get(ply)?.to();
        (left.contains(to) && to != mv.to()).then_some((ply, to))
    })
}

/// A piece of the opponent whose line the move opens, and that uses it in the reply: (ply, piece).
pub fn opened(before: &Chess, mv: Move, line: &Line) -> Option<(usize, Stood)> {
    let from = mv.from()?;
    [0, 2].into_iter().find_map(|ply| {
        let uses = line.moves().get(ply)?;
        let start = uses.from()?;
        let crosses = between(start, uses.to()).contains(from) && uses.to() != mv.to();
        // The piece stood there before, so that it was the move that opened its line.
        let stood_there = before.board().piece_at(start) == line.at(ply).board().piece_at(start);
        (crosses && stood_there).then(|| stood(line.at(ply), start)).flatten().map(|it| (ply, it))
    })
}
