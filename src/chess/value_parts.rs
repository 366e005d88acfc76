//! What the static value of a position consists of.

use shakmaty::{Board, Piece, Position as _, Role, Square};

use super::evaluation::Evaluation;
use super::position::Position;
use super::tapered::{Tapered, TaperedState, tempo};

/// The parts of a static value, for White, in centipawns. Added up they are the static value.
///
/// ```
/// use shans::chess::{Position, ValueParts};
/// use shans::game::Evaluate;
///
/// let (position, _) = <Position>::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
/// let parts = position.value_parts();
/// let ValueParts { tables, turn, network, endings } = parts;
/// assert_eq!((turn, network), (12, None));
/// assert_eq!((tables + turn + endings) as f32, position.evaluate().raw());
/// # Ok::<(), shans::chess::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueParts {
    /// Every piece where it stands.
    pub tables: i32,
    /// The right to move.
    pub turn: i32,
    /// What a network makes of the pieces together; `None` without one.
    pub network: Option<i32>,
    /// What is known about the ending. Where that is a draw, it takes away what the others say.
    pub endings: i32,
}

impl Position<Tapered> {
    /// What the static value consists of.
    pub fn value_parts(&self) -> ValueParts {
        let (tables, turn) = (self.state.by_tables(), tempo(&self.chess));
        let network = self.evaluator.correction(self.chess.board(), self.chess.turn());
        let value = self.evaluator.value(&self.state, &self.chess);
        let endings = value - tables - turn - network.unwrap_or_default();
        ValueParts { tables, turn, network, endings }
    }

    /// The pieces on the board, and what each is worth where it stands: by how much tables and
    /// network fall without it, for White, in centipawns. That is asked of the board alone, so
    /// what is known about endings is not in it, and any board has an answer. `None` for kings.
    pub fn piece_worths(&self) -> Vec<(Square, Piece, Option<i32>)> {
        let of_board = |state: &TaperedState, board: &Board| {
            let network = self.evaluator.correction(board, self.chess.turn());
            state.by_tables() + network.unwrap_or_default()
        };
        let whole = of_board(&self.state, self.chess.board());
        let worth = |(square, piece): (Square, Piece)| {
            let without = || {
                let (mut state, mut board) = (self.state, self.chess.board().clone());
                state.remove(square, piece);
                board.discard_piece_at(square);
                of_board(&state, &board)
            };
            (square, piece, (piece.role != Role::King).then(|| whole - without()))
        };
        self.chess.board().iter().map(worth).collect()
    }
}
