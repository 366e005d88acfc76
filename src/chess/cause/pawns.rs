//! Pawns that run.

use std::collections::HashMap;

use shakmaty::{Chess, Position as _, Rank, Role, Square};

use super::board::is_passed;
use super::kind::Cause;
use super::line::Line;

/// Later steps of a pawn are not told.
const LATEST: usize = 10;

/// A pawn of the attacker that promotes in a line, or that gets to the sixth rank and further by a step, not by taking, having become
/// a passed pawn. Named by its square in the first position. Once for each pawn.
pub fn runs(line: &Line) -> Vec<(Cause, Square)> {
    let mut origin: HashMap<Square, Square> = HashMap::new();
    let mut found: Vec<(Cause, Square)> = Vec::new();
    for (ply, mv) in line.moves().iter().enumerate().take(LATEST + 1) {
        let Some(from) = mv.from() else { continue };
        let first = origin.remove(&from).unwrap_or(from);
        origin.insert(mv.to(), first);
        let chess = line.at(ply);
        if chess.turn() != line.attacker() || mv.role() != Role::Pawn || !was_there(line, first) {
            continue;
        }
        let is_far = line.attacker().relative_rank(mv.to().rank()) >= Rank::Sixth;
        let is_run = is_far && !mv.is_capture() && is_passed(chess.board(), from);
        let cause = match mv.is_promotion() {
            true => Cause::Promotes(first),
            false if is_run => Cause::Runs(first),
            false => continue,
        };
        if !found.iter().any(|&(_, square)| square == first) {
            found.push((cause, first));
        }
    }
    found
}

fn was_there(line: &Line, square: Square) -> bool {
    let board = line.at(0).board();
    board.role_at(square) == Some(Role::Pawn) && board.color_at(square) == Some(line.attacker())
}

/// The same position with the pawn on a square one step back; `None` where that is not possible.
pub fn pawn_back(chess: &Chess, square: Square) -> Option<Chess> {
    let piece = chess.board().piece_at(square).filter(|piece| piece.role == Role::Pawn)?;
    let back = square.offset(if piece.color.is_white() { -8 } else { 8 })?;
    let is_free = chess.board().piece_at(back).is_none() && back.rank() != piece.color.backrank();
    super::edit::edited(chess, |board| {
        is_free.then(|| {
            board.discard_piece_at(square);
            board.set_piece_at(back, piece);
        })
    })
}
