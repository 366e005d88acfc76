//! What depth-first searches order and prune chess moves by.

use shakmaty::attacks::{attacks, bishop_attacks, ray, rook_attacks};
use shakmaty::{Bitboard, Chess, Move, Position as _};

use super::evaluation::Evaluation;
use super::position::{Position, key_of};
use super::see::see;
use crate::game::Heuristics;

impl<E: Evaluation> Heuristics for Position<E> {
    /// One for each side, kind of piece and target square.
    const SLOTS: usize = 2 * 6 * 64;

    fn is_quiet(&self, mv: Move) -> bool {
        !mv.is_capture() && !mv.is_promotion()
    }

    fn mvv_lva(&self, mv: Move) -> i32 {
        let won = mv.capture().map_or(0, |role| role as i32)
            + mv.promotion().map_or(0, |role| role as i32);
        8 * won - mv.role() as i32
    }

    fn see(&self, mv: Move) -> i32 {
        see(&self.chess, mv)
    }

    /// Direct and discovered checks. Those by castling and en passant are missed.
    fn forces(&self, mv: Move) -> bool {
        gives_check(&self.chess, mv)
    }

    fn slot(&self, mv: Move) -> usize {
        let side = usize::from(self.chess.turn().is_black());
        let piece = mv.role() as usize - 1;
        (side * 6 + piece) * 64 + mv.to() as usize
    }

    fn victim(&self, mv: Move) -> usize {
        mv.capture().map_or(0, usize::from)
    }

    /// The pawns, and the pieces of either side.
    fn parts(&self) -> [u64; 3] {
        let board = self.chess.board();
        let pawns = [board.white(), board.black()].map(|side| board.pawns() & side);
        let pieces = |side: Bitboard| {
            let officers = [board.knights(), board.bishops(), board.rooks(), board.queens()];
            hash(officers.into_iter().chain([board.kings()]).map(|pieces| pieces & side))
        };
        [hash(pawns), pieces(board.white()), pieces(board.black())]
    }

    /// `None` in check, and with king and pawns alone, where zugzwang is common.
    fn pass(&self) -> Option<Self> {
        let board = self.chess.board();
        let pieces = self.chess.us() & !board.pawns() & !board.kings();
        if pieces.is_empty() || self.in_check() {
            return None;
        }
        let chess = self.chess.clone().swap_turn().ok()?;
        let (key, state) = (key_of(&chess), self.state.clone());
        Some(Position { chess, key, state, evaluator: self.evaluator.clone() })
    }
}

/// A hash of sets of squares, for tables: not to be kept.
fn hash(sets: impl IntoIterator<Item = Bitboard>) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |hash: u64, set: Bitboard| (hash ^ set.0).wrapping_mul(ODD).rotate_left(29);
    sets.into_iter().fold(ODD, mix).wrapping_mul(ODD)
}

fn gives_check(chess: &Chess, mv: Move) -> bool {
    let board = chess.board();
    let (Some(king), Some(from)) = (board.king_of(!chess.turn()), mv.from()) else {
        return false;
    };
    if mv.is_castle() {
        return false;
    }
    let to = mv.to();
    let occupied = board.occupied().without(from).with(to);
    let lands_as = mv.promotion().unwrap_or(mv.role()).of(chess.turn());
    if attacks(to, lands_as, occupied).contains(king) {
        return true;
    }
    let line = ray(king, from);
    if line.is_empty() || line.contains(to) {
        return false;
    }
    let sliders = (bishop_attacks(king, occupied) & board.bishops_and_queens())
        | (rook_attacks(king, occupied) & board.rooks_and_queens());
    (sliders & chess.us()).without(from).any()
}
