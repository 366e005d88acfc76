//! Static evaluation: the interface, and tapered material with piece-square values.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Piece, Position as _, Role, Square};

use super::pesto;
use crate::value::Value;

/// An evaluation that follows the game move by move. [`Position`](super::Position) carries its
/// state, so a better evaluation only has to implement this.
pub trait Evaluation {
    /// What is kept up to date from move to move.
    type State: Copy + PartialEq + std::fmt::Debug;

    /// The state of a position, computed from nothing.
    fn start(chess: &Chess) -> Self::State;

    /// The state after `mv`, which is about to be played on `chess`.
    fn follow(state: Self::State, chess: &Chess, mv: Move) -> Self::State;

    /// The value for White, in centipawns.
    fn value(state: Self::State, chess: &Chess) -> i32;

    /// What the move changes for the mover where it lands and leaves, in centipawns, captured
    /// and promoted material excluded.
    fn placement_gain(state: Self::State, chess: &Chess, mv: Move) -> i32;

    /// Changes whenever the values do.
    fn fingerprint() -> u64;
}

/// Material and piece-square values, tapered between middlegame and endgame by the pieces left,
/// and a small bonus for the move.
#[derive(Clone, Copy, Debug)]
pub struct Tapered;

/// What the right to move is worth, centipawns: it keeps values of positions with different
/// players to move comparable.
const TEMPO: i32 = 12;

/// White's score minus Black's for both ends of the game, and the phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TaperedState {
    middle: i32,
    end: i32,
    /// Pieces left, weighted: [`pesto::FULL_PHASE`] at the start, 0 with only pawns.
    phase: i32,
}

impl TaperedState {
    fn add(&mut self, square: Square, piece: Piece) {
        self.change(square, piece, 1);
    }

    fn remove(&mut self, square: Square, piece: Piece) {
        self.change(square, piece, -1);
    }

    fn change(&mut self, square: Square, piece: Piece, times: i32) {
        let (middle, end) = pesto::piece_square(piece.role, piece.color, square);
        let signed = if piece.color.is_white() { times } else { -times };
        self.middle += signed * middle;
        self.end += signed * end;
        self.phase += times * pesto::phase_weight(piece.role);
    }

    fn taper(self, middle: i32, end: i32) -> i32 {
        let phase = self.phase.min(pesto::FULL_PHASE);
        (middle * phase + end * (pesto::FULL_PHASE - phase)) / pesto::FULL_PHASE
    }
}

impl Evaluation for Tapered {
    type State = TaperedState;

    fn start(chess: &Chess) -> TaperedState {
        let mut state = TaperedState::default();
        for (square, piece) in chess.board().iter() {
            state.add(square, piece);
        }
        state
    }

    fn follow(mut state: TaperedState, chess: &Chess, mv: Move) -> TaperedState {
        let color = chess.turn();
        match mv {
            Move::Normal { role, from, capture, to, promotion } => {
                state.remove(from, role.of(color));
                if let Some(captured) = capture {
                    state.remove(to, captured.of(!color));
                }
                state.add(to, promotion.unwrap_or(role).of(color));
            }
            Move::EnPassant { from, to } => {
                state.remove(from, color.pawn());
                state.remove(Square::from_coords(to.file(), from.rank()), (!color).pawn());
                state.add(to, color.pawn());
            }
            Move::Castle { king, rook } => {
                let (king_to, rook_to) = castling_targets(color, king, rook);
                state.remove(king, color.king());
                state.remove(rook, color.rook());
                state.add(king_to, color.king());
                state.add(rook_to, color.rook());
            }
            Move::Put { role, to } => state.add(to, role.of(color)),
        }
        state
    }

    fn value(state: TaperedState, chess: &Chess) -> i32 {
        if cannot_be_won(chess.board()) {
            return 0;
        }
        let tempo = if chess.turn().is_white() { TEMPO } else { -TEMPO };
        state.taper(state.middle, state.end) + tempo
    }

    fn placement_gain(state: TaperedState, chess: &Chess, mv: Move) -> i32 {
        let color = chess.turn();
        let difference = |role: Role, from: Square, to: Square| {
            let (middle_to, end_to) = pesto::piece_square(role, color, to);
            let (middle_from, end_from) = pesto::piece_square(role, color, from);
            state.taper(middle_to - middle_from, end_to - end_from)
        };
        match mv {
            Move::Castle { king, rook } => {
                let (king_to, rook_to) = castling_targets(color, king, rook);
                difference(Role::King, king, king_to) + difference(Role::Rook, rook, rook_to)
            }
            Move::Normal { role, from, to, .. } => difference(role, from, to),
            Move::EnPassant { from, to } => difference(Role::Pawn, from, to),
            Move::Put { .. } => 0,
        }
    }

    fn fingerprint() -> u64 {
        let mut hash = crate::fingerprint::Fingerprint::new("tapered piece-square values");
        hash.add(TEMPO);
        for role in Role::ALL {
            hash.add(pesto::phase_weight(role));
            for square in Square::ALL {
                let (middle, end) = pesto::piece_square(role, Color::White, square);
                hash.add(middle);
                hash.add(end);
            }
        }
        hash.finish()
    }
}

/// Where king and rook stand after castling with the rook on `rook`.
pub(super) fn castling_targets(color: Color, king: Square, rook: Square) -> (Square, Square) {
    let (king_to, rook_to) =
        if rook > king { (Square::G1, Square::F1) } else { (Square::C1, Square::D1) };
    if color.is_white() {
        (king_to, rook_to)
    } else {
        (king_to.flip_vertical(), rook_to.flip_vertical())
    }
}

/// Neither side can mate: bare kings, or one lone minor piece.
fn cannot_be_won(board: &Board) -> bool {
    let heavy: Bitboard = board.pawns() | board.rooks_and_queens();
    heavy.is_empty() && board.occupied().count() <= 3
}

/// The value as the search takes it.
pub(super) fn to_value(cp: i32) -> Value {
    Value::centipawns(cp as f32)
}
