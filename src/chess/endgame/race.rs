//! The rule of the square: which pawns no king can catch.
//!
//! See <https://www.chessprogramming.org/Rule_of_the_Square>.

use shakmaty::attacks::{between, king_attacks};
use shakmaty::{Bitboard, Board, Chess, Color, File, Position as _, Rank, Square};

/// What a pawn is worth more that promotes in one move, in centipawns ...
pub(super) const RUNNER: i32 = 620;
/// ... and how much less for each further move.
pub(super) const EACH_MOVE: i32 = 20;
/// Of two sides with such a pawn, one that promotes this many plies earlier has the advantage.
pub(super) const LEAD: u32 = 3;

/// What pawns that cannot be stopped are worth in an ending of kings and pawns, for White.
pub(super) fn runners(chess: &Chess) -> i32 {
    let board = chess.board();
    let plies = |color| {
        let moves = fastest(board, color, chess.turn())?;
        Some((moves, 2 * moves - u32::from(chess.turn() == color)))
    };
    let worth = |moves: u32| RUNNER - EACH_MOVE * moves as i32;
    match (plies(Color::White), plies(Color::Black)) {
        (Some((moves, _)), None) => worth(moves),
        (None, Some((moves, _))) => -worth(moves),
        (Some((moves, white)), Some((_, black))) if white + LEAD <= black => worth(moves),
        (Some((_, white)), Some((moves, black))) if black + LEAD <= white => -worth(moves),
        _ => 0,
    }
}

/// The moves that the fastest pawn of a side takes to promote that the other king cannot stop.
fn fastest(board: &Board, color: Color, turn: Color) -> Option<u32> {
    let (own, other) = (board.king_of(color)?, board.king_of(!color)?);
    let others = board.by_color(!color) & board.pawns();
    let pawns = board.by_color(color) & board.pawns();
    let promotes_in = |pawn: Square| {
        let way = ahead(color, pawn);
        let is_free = (way & board.occupied()).is_empty() && (widened(way) & others).is_empty();
        let goal = Square::from_coords(pawn.file(), color.relative_rank(Rank::Eighth));
        let double_step = u32::from(color.relative_rank(Rank::Second) == pawn.rank());
        let moves = pawn.distance(goal) - double_step;
        // The king that is to move is one step nearer.
        let is_out_of_reach = other.distance(goal) > moves + u32::from(turn != color);
        (is_free && (is_out_of_reach || is_escorted(own, way))).then_some(moves)
    };
    pawns.into_iter().filter_map(promotes_in).min()
}

/// Whether a king guards the whole way of its pawn, at once or after one step.
fn is_escorted(king: Square, way: Bitboard) -> bool {
    let places = king_attacks(king).with(king);
    places.into_iter().any(|place| way.is_subset(king_attacks(place)))
}

/// The squares in front of a pawn.
fn ahead(color: Color, pawn: Square) -> Bitboard {
    let goal = Square::from_coords(pawn.file(), color.relative_rank(Rank::Eighth));
    between(pawn, goal).with(goal)
}

/// These squares and those beside them.
fn widened(way: Bitboard) -> Bitboard {
    let not_a = !Bitboard::from_file(File::A);
    let not_h = !Bitboard::from_file(File::H);
    way | (way & not_a).shift(-1) | (way & not_h).shift(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    fn worth(fen: &str) -> i32 {
        let (position, _) = <Position>::from_fen(fen).unwrap_or_else(|error| panic!("{error}"));
        runners(position.chess())
    }

    #[test]
    fn a_king_outside_of_the_square_is_too_late() {
        let runner = |moves| RUNNER - EACH_MOVE * moves;
        for (fen, expected) in [
            ("8/8/8/P6k/8/8/8/K7 w - - 0 1", runner(3)),
            ("8/8/8/P4k2/8/8/8/K7 w - - 0 1", runner(3)),
            ("8/8/8/P4k2/8/8/8/K7 b - - 0 1", runner(3)),
            ("8/8/8/P3k3/8/8/8/K7 w - - 0 1", runner(3)),
            ("8/8/8/P3k3/8/8/8/K7 b - - 0 1", 0),
            // A pawn on its first square takes two steps at once.
            ("7k/8/8/8/8/8/P7/7K w - - 0 1", runner(5)),
            ("8/8/8/6k1/8/8/P7/7K w - - 0 1", runner(5)),
            ("8/8/8/7k/8/8/P7/7K b - - 0 1", runner(5)),
            ("8/8/8/6k1/8/8/P7/7K b - - 0 1", 0),
            ("k7/8/8/8/p6K/8/8/8 b - - 0 1", -runner(3)),
        ] {
            assert_eq!(worth(fen), expected, "{fen}");
        }
    }

    #[test]
    fn other_pawns_and_kings_are_in_the_way() {
        for fen in [
            "8/1p6/8/P6k/8/8/8/K7 w - - 0 1",
            "8/K7/8/P6k/8/8/8/8 w - - 0 1",
            "8/8/p7/P6k/8/8/8/K7 w - - 0 1",
        ] {
            assert_eq!(worth(fen), 0, "{fen}");
        }
    }

    #[test]
    fn the_own_king_may_guard_the_way() {
        assert_eq!(worth("2k5/8/1PK5/8/8/8/8/8 w - - 0 1"), RUNNER - 2 * EACH_MOVE);
        assert_eq!(worth("2k5/8/1P6/2K5/8/8/8/8 w - - 0 1"), 0);
    }

    #[test]
    fn the_faster_of_two_runners_counts() {
        assert!(worth("8/8/P6k/8/6p1/8/8/K7 w - - 0 1") > 0);
        assert_eq!(worth("8/8/8/P6k/8/K6p/8/8 w - - 0 1"), 0);
    }
}
