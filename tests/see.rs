//! Static exchange against an oracle that plays every capture on a real board.

use crate::common::positions::{config, legal_moves, random_position};
use proptest::prelude::*;
use shakmaty::{Board, Color, Move, Piece, Position as _, Role, Square};
use shans::chess::see;

/// Piece values, as `see` documents them.
fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 325,
        Role::Bishop => 335,
        Role::Rook => 500,
        Role::Queen => 975,
        Role::King => 20_000,
    }
}

/// The board after a piece went to `to`, whatever stood there.
fn after(board: &Board, from: Square, to: Square, piece: Piece) -> Board {
    let mut board = board.clone();
    board.discard_piece_at(from);
    board.set_piece_at(to, piece);
    board
}

/// What `side` wins at best by capturing on `square` with its least valuable piece, or not at
/// all. With any order of captures one move in some 6,000 would come out differently, where the
/// least valuable piece opens a line for the opponent.
fn best_reply(board: &Board, side: Color, square: Square) -> i32 {
    let Some(target) = board.role_at(square) else { return 0 };
    let attackers = board.attacks_to(square, side, board.occupied());
    for role in Role::ALL {
        let Some(from) = (attackers & board.by_role(role)).first() else { continue };
        let promotes = role == Role::Pawn && square.rank() == (!side).backrank();
        let lands_as = if promotes { Role::Queen } else { role };
        let next = after(board, from, square, lands_as.of(side));
        if role == Role::King && next.attacks_to(square, !side, next.occupied()).any() {
            continue;
        }
        let gained = worth(target) + worth(lands_as) - worth(role);
        return (gained - best_reply(&next, !side, square)).max(0);
    }
    0
}

fn played_out(board: &Board, side: Color, mv: Move) -> i32 {
    let Some(from) = mv.from().filter(|_| !mv.is_castle()) else { return 0 };
    let lands_as = mv.promotion().unwrap_or(mv.role());
    let mut next = after(board, from, mv.to(), lands_as.of(side));
    if mv.is_en_passant() {
        next.discard_piece_at(Square::from_coords(mv.to().file(), from.rank()));
    }
    let gained = mv.capture().map_or(0, worth) + worth(lands_as) - worth(mv.role());
    gained - best_reply(&next, !side, mv.to())
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn agrees_with_captures_on_a_board(position in random_position()) {
        let chess = position.chess();
        for mv in legal_moves(&position) {
            let expected = played_out(chess.board(), chess.turn(), mv);
            prop_assert_eq!(see(chess, mv), expected, "{:?} in {}", mv, position.fen());
        }
    }
}
