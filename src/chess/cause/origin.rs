//! What a move has to do with what the reply wins.

use shakmaty::attacks::between;
use shakmaty::{Chess, Move, Position as _, Square};

use super::board::passed;
use super::board::{Stood, attackers, stood, victim_square, wins_on};
use super::kind::Origin;
use super::line::Line;

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
