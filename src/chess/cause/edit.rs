//! Positions with one thing changed on the board.

use shakmaty::{
    Board, CastlingMode, Chess, EnPassantMode, FromSetup as _, Position as _, Role, Square,
};

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
