//! Positions with one thing changed on the board, and pawns that run.

use std::collections::HashMap;

use shakmaty::{
    Board, CastlingMode, Chess, EnPassantMode, FromSetup as _, Position as _, Rank, Role, Square,
};

use super::board::is_passed;
use super::kind::Cause;
use super::line::Line;

/// The position with its board changed; `None` where the change cannot be made, or leads to no legal position.
pub(super) fn edited(
    chess: &Chess,
    change: impl FnOnce(&mut Board) -> Option<()>,
) -> Option<Chess> {
    let mode = chess.castles().mode();
    let mut setup = chess.to_setup(EnPassantMode::Legal);
    setup.ep_square = None;
    change(&mut setup.board)?;
    // Whose king or rook has moved castles no more.
    let own = setup.castling_rights & setup.board.rooks();
    setup.castling_rights = own;
    Chess::from_setup(setup, mode)
        .or_else(shakmaty::PositionError::ignore_invalid_castling_rights)
        .ok()
}

/// The positions in which the side to move has castled, where it still may and nothing stands between.
pub fn castled(chess: &Chess) -> Vec<Chess> {
    let side = chess.turn();
    if chess.castles().mode() != CastlingMode::Standard {
        return Vec::new();
    }
    let castles = [("h", "f", "g", "fg"), ("a", "d", "c", "bcd")];
    let castles = castles.into_iter().filter_map(|(rook, rook_to, king_to, free)| {
        let on = |file: &str| {
            Square::from_ascii(format!("{file}{}", side.backrank().char()).as_bytes()).ok()
        };
        let rook = on(rook)?;
        let is_free = free
            .chars()
            .filter_map(|file| on(&file.to_string()))
            .all(|square| chess.board().piece_at(square).is_none());
        if !is_free || !chess.castles().castling_rights().contains(rook) {
            return None;
        }
        let (king, rook_to, king_to) = (chess.board().king_of(side)?, on(rook_to)?, on(king_to)?);
        edited(chess, |board| {
            board.discard_piece_at(king);
            board.discard_piece_at(rook);
            board.set_piece_at(rook_to, Role::Rook.of(side));
            board.set_piece_at(king_to, Role::King.of(side));
            Some(())
        })
    });
    castles.collect()
}

/// The positions in which the king of the side to move has an exit: a pawn before it one step on.
pub fn with_exit(chess: &Chess) -> Vec<Chess> {
    let (board, side) = (chess.board(), chess.turn());
    let Some(king) = board.king_of(side) else { return Vec::new() };
    let before = shakmaty::attacks::king_attacks(king) & board.pawns() & board.by_color(side);
    let step = if side.is_white() { 8 } else { -8 };
    let exits = before.into_iter().filter_map(|pawn| {
        let to = pawn.offset(step).filter(|&to| board.piece_at(to).is_none())?;
        edited(chess, |board| {
            board.discard_piece_at(pawn);
            board.set_piece_at(to, Role::Pawn.of(side));
            Some(())
        })
    });
    exits.collect()
}

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
