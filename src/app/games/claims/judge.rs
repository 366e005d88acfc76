//! What is said of each claim.

use shakmaty::{Move, Position as _, Square};

use super::super::cause_story::{CauseQuestion, Weight};
use super::super::causes::{all_but, causes, player};
use super::super::judgement::{ClaimVerdict, Judgement};
use super::mate::mate_in;
use super::read::Claim;
use crate::chess::Position;
use crate::chess::cause::{EventKind, Line, attackers, balance, is_passed, pinned_to_king};
use crate::game::{Game as _, Notation as _};
use crate::inspect::{Trials, points, variation_text};

/// Differences in points: from the first on a search has said enough, below the second that there is none. Between them it is not known.
const CLEAR: f64 = 0.09;
const NONE: f64 = 0.02;

pub(super) struct Judge<'a> {
    pub(super) position: &'a Position,
    /// Whether fifty moves were complete in it.
    pub(super) is_claimable: bool,
    pub(super) trials: &'a mut Trials,
}

impl Judge<'_> {
    pub(super) fn judge(mut self, claim: Claim) -> Judgement {
        let board = self.position.chess().board();
        match claim {
            Claim::Legal(Ok(_)) => Judgement::of_rules(true, ""),
            Claim::Legal(Err(error)) => Judgement::of_rules(false, &format!("it {error}")),
            Claim::Attacks(from, to) => self.reaches(from, to, false),
            Claim::Protects(from, to) => self.reaches(from, to, true),
            Claim::Pinned(square) => {
                let why = "no piece there is pinned to its king";
                Judgement::of_rules(pinned_to_king(board, square), why)
            }
            Claim::Passed(square) => {
                Judgement::of_rules(is_passed(board, square), "there is no passed pawn there")
            }
            Claim::Draw => self.draw(),
            Claim::Mate(moves) => self.mate(moves),
            Claim::Only(mv) => self.only(mv),
            Claim::Better(one, two) => self.better(one, two),
            Claim::Wins(mv) => self.wins(mv),
            Claim::Threatens(there, mv) => self.threatens(&there, mv),
            Claim::Cause(mv, kind) => self.cause(mv, &kind),
        }
    }

    /// A piece on a square attacks another square, or protects its own piece there.
    fn reaches(&self, from: Square, to: Square, protects: bool) -> Judgement {
        let board = self.position.chess().board();
        let (Some(side), target) = (board.color_at(from), board.color_at(to)) else {
            return Judgement::of_rules(false, &format!("no piece stands on {from}"));
        };
        if protects && target != Some(side) {
            return Judgement::of_rules(false, &format!("no piece of its side stands on {to}"));
        }
        if !protects && target == Some(side) {
            return Judgement::of_rules(false, &format!("a piece of its own side stands on {to}"));
        }
        let is_so = attackers(board, side, to).contains(from);
        Judgement::of_rules(is_so, &format!("the piece on {from} does not reach {to}"))
    }

    /// What the rules say of the position alone; a repetition does not show in it.
    fn draw(&self) -> Judgement {
        let chess = self.position.chess();
        let is_draw = chess.is_stalemate()
            || chess.is_insufficient_material()
            || self.is_claimable
            || (self.position.is_fifty_moves() && !chess.is_checkmate());
        let why = "it is no stalemate, there is enough material, and fifty moves are not complete";
        Judgement::of_rules(is_draw, why)
    }

    fn mate(&mut self, moves: u32) -> Judgement {
        match mate_in(self.position.chess(), moves) {
            Some(Some(mv)) => {
                let line = vec![self.position.machine_text(mv)];
                Judgement { line, ..Judgement::of_rules(true, "") }
            }
            Some(None) => Judgement::of_rules(false, &format!("there is no mate in {moves}")),
            None => self.seen_mate(moves),
        }
    }

    /// A mate that a search has seen.
    fn seen_mate(&mut self, moves: u32) -> Judgement {
        let Some(found) = self.trials.look(self.position, None) else { return self.unknown() };
        let mover = player(self.position.chess());
        let win = found.value.win().or(found.value.seen_in());
        let sees =
            win.is_some_and(|(winner, plies)| winner == mover && u32::from(plies) < 2 * moves);
        match sees {
            true => self.of_line(ClaimVerdict::Holds, "a search sees it".to_string(), &found.line),
            false => self.unknown(),
        }
    }

    /// The mover's points after a move, and the moves from there; a search of its own.
    fn after(&mut self, mv: Move) -> Option<(f64, Vec<Move>)> {
        let found = self.trials.look(&self.position.after(mv), None)?;
        let mover = player(self.position.chess());
        let line = [mv].into_iter().chain(found.line).collect();
        Some((points(found.value, mover), line))
    }

    fn better(&mut self, one: Move, two: Move) -> Judgement {
        if one == two {
            return Judgement::of_rules(false, "they are the same move");
        }
        let (Some((own, line)), Some((other, others))) = (self.after(one), self.after(two)) else {
            return self.unknown();
        };
        match own - other {
            more if more >= CLEAR => self.of_line(ClaimVerdict::Holds, told(own, other), &line),
            more if more <= -CLEAR => self.of_line(ClaimVerdict::False, told(own, other), &others),
            _ => self.unknown(),
        }
    }

    fn only(&mut self, mv: Move) -> Judgement {
        let others = all_but(self.position.chess(), &[mv]);
        if others.is_empty() {
            return Judgement::of_rules(true, "");
        }
        let mover = player(self.position.chess());
        let Some((own, line)) = self.after(mv) else { return self.unknown() };
        let Some(best) = self.trials.look(self.position, Some(others)) else {
            return self.unknown();
        };
        let other = points(best.value, mover);
        match own - other {
            more if more >= CLEAR => self.of_line(ClaimVerdict::Holds, told(own, other), &line),
            more if more <= NONE => self.of_line(ClaimVerdict::False, told(own, other), &best.line),
            _ => self.unknown(),
        }
    }

    fn wins(&mut self, mv: Move) -> Judgement {
        let Some((own, line)) = self.after(mv) else { return self.unknown() };
        let chess = self.position.chess();
        let shown = Line::new(chess, &line);
        let event = shown.event(balance(chess.board(), chess.turn()));
        match event.map(|event| event.kind) {
            Some(kind) if own > 0.5 - NONE => {
                let what = if kind == EventKind::Mate { "mates" } else { "wins material" };
                self.of_line(ClaimVerdict::Holds, format!("the line {what}"), &line)
            }
            None if own <= 0.5 => {
                let why = "the best line wins nothing".to_string();
                self.of_line(ClaimVerdict::False, why, &line)
            }
            _ => self.unknown(),
        }
    }

    fn threatens(&mut self, there: &Position, mv: Move) -> Judgement {
        let mover = player(there.chess());
        let now = self.trials.look(self.position, None).map(|found| points(found.value, mover));
        let then = self.trials.look(&there.after(mv), None).map(|found| points(found.value, mover));
        let (Some(now), Some(then)) = (now, then) else { return self.unknown() };
        match then - now {
            more if more >= CLEAR => self.say(ClaimVerdict::Holds, told(then, now)),
            more if more <= NONE => self.say(ClaimVerdict::False, told(then, now)),
            _ => self.unknown(),
        }
    }

    /// Whether the causes of the move have one of this name.
    fn cause(&mut self, mv: Move, kind: &str) -> Judgement {
        let mover = player(self.position.chess());
        let others = all_but(self.position.chess(), &[mv]);
        let (Some((own, line)), Some(best)) =
            (self.after(mv), self.trials.look(self.position, Some(others)))
        else {
            return self.unknown();
        };
        let rival_points = points(best.value, mover);
        let question = CauseQuestion {
            line: line.clone(),
            rival: best.line,
            points: own,
            rival_points,
            is_best: own >= rival_points,
        };
        let found = causes(self.position, &question, self.trials);
        let of = |story: &&super::super::CauseStory<Move>| story.kind == kind;
        match (found.held.iter().find(of), found.refuted.iter().find(of)) {
            (Some(story), _) if story.weight != Weight::No => {
                self.of_line(ClaimVerdict::Holds, story.text.clone(), &story.line)
            }
            (None, Some(story)) => {
                let why = format!("taken away, too little changes: {}", story.text);
                self.of_line(ClaimVerdict::False, why, &story.line)
            }
            _ => self.unknown(),
        }
    }

    fn unknown(&self) -> Judgement {
        self.say(ClaimVerdict::Unknown, "neither the rules nor a small search says it".to_string())
    }

    fn say(&self, verdict: ClaimVerdict, because: String) -> Judgement {
        Judgement::of_search(verdict, because, self.trials.spent())
    }

    fn of_line(&self, verdict: ClaimVerdict, because: String, line: &[Move]) -> Judgement {
        let line = variation_text(self.position, line).into_iter().map(|mv| mv.machine).collect();
        Judgement { line, ..self.say(verdict, because) }
    }
}

fn told(own: f64, other: f64) -> String {
    format!("{:.0} points of 100, and otherwise {:.0}", 100.0 * own, 100.0 * other)
}
