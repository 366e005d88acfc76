//! What the default evaluator carries along with a position, and how it follows pieces.

use shakmaty::{Piece, Square};

use super::network::{Accumulator, Network};
use super::pesto;

/// The state of [`Tapered`](super::Tapered): White's score less Black's, in the middlegame and in the endgame, the
/// phase of the game, and the sums of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaperedState {
    middle: i32,
    end: i32,
    /// The weights of the pieces left: [`pesto::FULL_PHASE`] at the start of a game, 0 with only
    /// kings and pawns.
    phase: i32,
    sums: Accumulator,
}

impl TaperedState {
    /// Of an empty board.
    pub(super) fn new(network: Option<&Network>) -> TaperedState {
        let sums = network.map_or(Accumulator::UNUSED, Network::empty_board);
        TaperedState { middle: 0, end: 0, phase: 0, sums }
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

    /// What a network adds to the tables, for White, in centipawns.
    pub(super) fn correction(&self, network: &Network) -> i32 {
        network.correction(&self.sums, self.phase)
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

/// A state that pieces are put on and taken off.
pub(super) struct Following<'a> {
    pub(super) state: &'a mut TaperedState,
    pub(super) network: Option<&'a Network>,
}

impl Following<'_> {
    pub(super) fn add(&mut self, square: Square, piece: Piece) {
        self.state.change(square, piece, 1);
        if let Some(network) = self.network {
            network.add(&mut self.state.sums, square, piece);
        }
    }

    pub(super) fn remove(&mut self, square: Square, piece: Piece) {
        self.state.change(square, piece, -1);
        if let Some(network) = self.network {
            network.remove(&mut self.state.sums, square, piece);
        }
    }
}
