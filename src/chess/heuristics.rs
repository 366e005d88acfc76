//! What depth-first searches order and prune chess moves by.

use shakmaty::attacks::{attacks, bishop_attacks, ray, rook_attacks};
use shakmaty::{Chess, Move, Position as _};

use super::evaluation::Evaluation;
use super::position::Position;
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

    /// `None` in check, and with king and pawns alone, where zugzwang is common.
    fn pass(&self) -> Option<Self> {
        let board = self.chess.board();
        let pieces = self.chess.us() & !board.pawns() & !board.kings();
        if pieces.is_empty() || self.in_check() {
            return None;
        }
        let chess = self.chess.clone().swap_turn().ok()?;
        Some(Position { chess, state: self.state.clone(), evaluator: self.evaluator.clone() })
    }
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
