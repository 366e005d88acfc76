//! Finds the captures that quiescence search tries without listing all legal moves. Most
//! positions have no such capture, and listing all moves would take most of the time.

use shakmaty::attacks::{attacks, between, king_attacks, ray};
use shakmaty::{Bitboard, Board, Chess, Move, Position as _, Rank, Role, Square};

use super::see::{see, sliders_behind, worth};

/// Calls `found` with every capture and queen promotion that wins material.
pub(super) fn winning_captures(chess: &Chess, mut found: impl FnMut(Move)) {
    let board = chess.board();
    let us = chess.turn();
    let may_promote = board.pawns() & chess.us() & us.relative_rank(Rank::Seventh);
    let special = chess.is_check() || may_promote.any() || chess.maybe_ep_square().is_some();
    match board.king_of(us) {
        Some(king) if !special => find(chess, king, &mut found),
        // In check, or with promotions or en passant, all legal moves are listed after all.
        _ => chess.legal_moves().into_iter().filter(|&mv| wins(chess, mv)).for_each(found),
    }
}

/// Whether a legal move is a capture or queen promotion that wins material.
fn wins(chess: &Chess, mv: Move) -> bool {
    let noisy = match mv.promotion() {
        Some(role) => role == Role::Queen,
        None => mv.is_capture(),
    };
    noisy && see(chess, mv) > 0
}

/// For positions out of check and without promotions and en passant. There a piece may capture
/// whatever it attacks, unless it is pinned or the king.
fn find(chess: &Chess, king: Square, found: &mut impl FnMut(Move)) {
    let board = chess.board();
    let them = chess.them();
    let pinned = pinned(chess, king);
    let guarded = pawn_guarded(chess);
    for from in chess.us().without(king) {
        let Some(piece) = board.piece_at(from) else { continue };
        let mut targets = attacks(from, piece, board.occupied()) & them;
        if pinned.contains(from) {
            targets &= ray(king, from);
        }
        for to in targets {
            let Some(victim) = board.role_at(to) else { continue };
            let mv =
                Move::Normal { role: piece.role, from, capture: Some(victim), to, promotion: None };
            // A pawn takes back, and no more than that pawn can be won afterwards.
            let at_risk = worth(piece.role) - worth(Role::Pawn);
            let hopeless = guarded.contains(to) && at_risk >= worth(victim);
            if worth(victim) > worth(piece.role) || (!hopeless && see(chess, mv) > 0) {
                found(mv);
            }
        }
    }
    for to in king_attacks(king) & them & !guarded {
        let free = board.occupied().without(king);
        if let Some(victim) = board.role_at(to)
            && board.attacks_to(to, !chess.turn(), free).is_empty()
        {
            let role = Role::King;
            found(Move::Normal { role, from: king, capture: Some(victim), to, promotion: None });
        }
    }
}

/// The mover's pieces that are pinned to their king.
fn pinned(chess: &Chess, king: Square) -> Bitboard {
    let board: &Board = chess.board();
    let sliders = sliders_behind(board, king, Bitboard::EMPTY);
    (sliders & chess.them()).into_iter().fold(Bitboard::EMPTY, |pinned, slider| {
        let blockers = between(king, slider) & board.occupied();
        if blockers.more_than_one() { pinned } else { pinned | (blockers & chess.us()) }
    })
}

/// The squares that the opponent's pawns attack.
fn pawn_guarded(chess: &Chess) -> Bitboard {
    let pawns = chess.board().pawns() & chess.them();
    let forward = if chess.turn().is_white() { -8 } else { 8 };
    let ahead = pawns.shift(forward);
    let to_west = (ahead & !Bitboard::from_file(shakmaty::File::A)).shift(-1);
    let to_east = (ahead & !Bitboard::from_file(shakmaty::File::H)).shift(1);
    to_west | to_east
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In every position of 60 pseudo-random games, the result is compared with that of asking
    /// for each legal move whether it wins material.
    #[test]
    fn finds_what_the_definition_says() {
        let mut state = 1_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % below
        };
        let mut winning = 0;
        for _ in 0..60 {
            let mut chess = Chess::default();
            for _ in 0..90 {
                let moves = chess.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mut expected: Vec<Move> =
                    moves.iter().copied().filter(|&mv| wins(&chess, mv)).collect();
                let mut found = Vec::new();
                winning_captures(&chess, |mv| found.push(mv));
                let name = |mv: &Move| mv.to_string();
                expected.sort_by_key(name);
                found.sort_by_key(name);
                assert_eq!(found, expected, "{chess:?}");
                winning += found.len();
                chess.play_unchecked(moves[random(moves.len())]);
            }
        }
        assert!(winning > 1_000, "the games had captures to find: {winning}");
    }
}
