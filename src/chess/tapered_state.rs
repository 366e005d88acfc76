//! What the default evaluator carries along with a position, and how it follows pieces.

use shakmaty::{Piece, Square};

use super::pesto;

/// The state of [`Tapered`](super::Tapered): White's score less Black's, in the middlegame and in the endgame, and
/// the phase of the game. That of an empty board to begin with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TaperedState {
    middle: i32,
    end: i32,
    /// The weights of the pieces left: [`pesto::FULL_PHASE`] at the start of a game, 0 with only
    /// kings and pawns.
    phase: i32,
}

impl TaperedState {
    pub(super) fn add(&mut self, square: Square, piece: Piece) {
        self.change(square, piece, 1);
    }

    pub(super) fn remove(&mut self, square: Square, piece: Piece) {
        self.change(square, piece, -1);
    }

    fn change(&mut self, square: Square, piece: Piece, times: i32) {
        let (middle, end) = pesto::piece_square(piece.role, piece.color, square);
        let signed = if piece.color.is_white() { times } else { -times };
        self.middle += signed * middle;
        self.end += signed * end;
        self.phase += times * pesto::phase_weight(piece.role);
    }

    /// The phase of the game: 24 with all pieces on the board, 0 with only kings and pawns.
    pub fn phase(&self) -> i32 {
        self.phase
    }

    /// What material and squares are worth, for White, in centipawns.
    pub(super) fn by_tables(&self) -> i32 {
        self.taper(self.middle, self.end)
    }

    pub(super) fn taper(&self, middle: i32, end: i32) -> i32 {
        let phase = self.phase.min(pesto::FULL_PHASE);
        (middle * phase + end * (pesto::FULL_PHASE - phase)) / pesto::FULL_PHASE
    }
}
