//! What a depth-first search wants to know about a chess move beyond its promise.

use shakmaty::{Move, Position as _};

use super::evaluation::Evaluation;
use super::exchange::exchange;
use super::position::Position;
use crate::game::Heuristics;

impl<E: Evaluation> Heuristics for Position<E> {
    /// The moving side, the piece and its target square.
    const SLOTS: usize = 2 * 6 * 64;

    fn is_quiet(&self, mv: Move) -> bool {
        !mv.is_capture() && !mv.is_promotion()
    }

    fn victim_attacker(&self, mv: Move) -> i32 {
        let won = mv.capture().map_or(0, |role| role as i32)
            + mv.promotion().map_or(0, |role| role as i32);
        8 * won - mv.role() as i32
    }

    fn exchange(&self, mv: Move) -> i32 {
        exchange(&self.chess, mv)
    }

    fn slot(&self, mv: Move) -> usize {
        let side = usize::from(self.chess.turn().is_black());
        let piece = mv.role() as usize - 1;
        (side * 6 + piece) * 64 + mv.to() as usize
    }

    /// Not out of check, and not with king and pawns alone: there zugzwang is common.
    fn pass(&self) -> Option<Self> {
        let board = self.chess.board();
        let pieces = self.chess.us() & !board.pawns() & !board.kings();
        if pieces.is_empty() || self.in_check() {
            return None;
        }
        let chess = self.chess.clone().swap_turn().ok()?;
        Some(Position { chess, state: self.state })
    }
}
