//! A chess position, with the rules of the game as the search asks for them.

use std::fmt;

use shakmaty::zobrist::Zobrist64;
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, Move, Position as _, PositionError, Role, Square,
};

use super::answer_holds;
use super::clock::FIFTY_MOVES;
use super::evaluation::{Evaluation, to_value};
use super::tapered::{Tapered, TaperedState};
use crate::game::{Evaluate, Game, MoveCode, Past, Turn};
use crate::standing::Standing;
use crate::value::{Player, Value};
use crate::win_draw_loss::WinDrawLoss;

/// A legal position, with its evaluation kept up to date from move to move. White is Max.
#[derive(Clone)]
pub struct Position<E: Evaluation = Tapered> {
    pub(super) chess: Chess,
    /// [`Position::key`].
    pub(super) key: u64,
    pub(super) state: E::State,
    pub(super) evaluator: E,
}

// The default evaluator takes no more than a pointer, however much it knows.
const _: () = assert!(size_of::<Position>() == size_of::<(Chess, u64, TaperedState, usize)>());

// A derive would ask for `E: Debug`, and would print all weights.
impl<E: Evaluation> fmt::Debug for Position<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position").field("chess", &self.chess).field("state", &self.state).finish()
    }
}

/// Positions are equal if board, turn, rights and clocks are, whatever evaluates them.
impl<E: Evaluation> PartialEq for Position<E> {
    fn eq(&self, other: &Self) -> bool {
        self.chess == other.chess && self.halfmoves() == other.halfmoves()
    }
}

impl<E: Evaluation + Default> From<Chess> for Position<E> {
    fn from(chess: Chess) -> Self {
        Position::new(chess, E::default())
    }
}

/// The position from which games begin.
impl<E: Evaluation + Default> Default for Position<E> {
    fn default() -> Self {
        Position::from(Chess::default())
    }
}

impl<E: Evaluation> Position<E> {
    /// A position of the rules library, to be evaluated by `evaluator`.
    pub fn new(chess: Chess, evaluator: E) -> Position<E> {
        let (key, state) = (key_of(&chess), evaluator.start(&chess));
        Position { chess, key, state, evaluator }
    }

    /// The position as the rules library has it.
    pub fn chess(&self) -> &Chess {
        &self.chess
    }

    /// The state of the evaluation ([`Evaluation::State`]).
    pub fn state(&self) -> &E::State {
        &self.state
    }

    /// Plies since the last capture or pawn move.
    pub fn halfmoves(&self) -> u32 {
        self.chess.halfmoves()
    }

    /// Whether the fifty-move rule ends the game here. Checkmate takes precedence over it.
    pub fn is_fifty_moves(&self) -> bool {
        self.halfmoves() >= FIFTY_MOVES
    }

    /// The same position in a game that continues although a draw could be claimed: from it on, fifty moves
    /// are counted anew where they were complete. `None` if the game is over by mate, by stalemate, or because
    /// neither side can mate.
    pub fn without_claims(&self) -> Option<Position<E>> {
        if self.has_no_moves() || self.chess.is_insufficient_material() {
            return None;
        }
        if !self.is_fifty_moves() {
            return Some(self.clone());
        }
        let mut setup = self.chess.to_setup(EnPassantMode::Legal);
        setup.halfmoves = 0;
        let chess = setup.position(self.castling_mode());
        let chess = chess.or_else(PositionError::ignore_too_much_material).ok()?;
        Some(Position::new(chess, self.evaluator.clone()))
    }

    /// Whether this is ordinary chess, or Chess960, where castling is written as king takes rook.
    pub fn castling_mode(&self) -> CastlingMode {
        self.chess.castles().mode()
    }

    /// Whether the mover's king is attacked.
    pub fn in_check(&self) -> bool {
        self.chess.is_check()
    }

    /// The exact value, if that is certain: a position that has come back may come back for the
    /// third time on the way to mate.
    fn as_long_as_nothing_came_back(&self, value: Value, past: &Past<'_>) -> Option<Value> {
        let is_certain = value.win().is_none() || !past.was_repeated(self.halfmoves() as usize);
        is_certain.then_some(value)
    }

    fn has_no_moves(&self) -> bool {
        !has_free_pawn_step(&self.chess) && self.chess.legal_moves().is_empty()
    }
}

/// The same for the same board, turn and rights, whatever the clocks.
pub(super) fn key_of(chess: &Chess) -> u64 {
    let Zobrist64(key) = chess.zobrist_hash(EnPassantMode::Legal);
    key
}

/// Plays a legal move in a position with this key, which becomes that of the position after it. Most moves change little of it.
pub(super) fn play_with_key(chess: &mut Chess, key: &mut u64, mv: Move) {
    let next = key_after(chess, *key, mv);
    chess.play_unchecked(mv);
    *key = next.unwrap_or_else(|| key_of(chess));
}

/// The key after a legal move in a position with this key, where the move alone tells it.
fn key_after(chess: &Chess, key: u64, mv: Move) -> Option<u64> {
    let next = chess.update_zobrist_hash(Zobrist64(key), mv, EnPassantMode::Legal);
    next.map(|Zobrist64(key)| key)
}

/// See [`Position::encode`].
pub(super) fn code_of(mv: Move) -> MoveCode {
    let from = mv.from().unwrap_or(mv.to());
    let promotion = mv.promotion().map_or(0, |role| role as u16);
    MoveCode(from as u16 | (mv.to() as u16) << 6 | promotion << 12)
}

/// Whether the mover, not being in check, has a pawn that can step ahead and cannot be pinned. If
/// so, there is a legal move. Cheap to ask, and true in almost every position.
fn has_free_pawn_step(chess: &Chess) -> bool {
    if chess.is_check() {
        return false;
    }
    let board = chess.board();
    let us = chess.turn();
    let Some(king) = board.king_of(us) else { return false };
    let may_be_pinned = shakmaty::attacks::queen_attacks(king, board.occupied());
    let free = (chess.us() & board.pawns()).without(may_be_pinned);
    let ahead = free.shift(if us.is_white() { 8 } else { -8 });
    !ahead.is_subset(board.occupied())
}

impl<E: Evaluation> Game for Position<E> {
    type Move = Move;

    const MOVES_MAY_LOSE: bool = false;

    fn turn(&self) -> Turn {
        match self.chess.turn() {
            Color::White => Turn::Max,
            Color::Black => Turn::Min,
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.extend(self.chess.legal_moves());
    }

    /// Without pawns every move counts as one: that lines move nothing but pieces says nothing there. A queen against a
    /// rook looked like a fortress after four million nodes.
    fn is_irreversible(&self, mv: Move) -> bool {
        mv.is_zeroing() || mv.is_castle() || self.chess.board().pawns().is_empty()
    }

    fn play(&mut self, mv: Move) {
        self.evaluator.follow(&mut self.state, &self.chess, mv);
        play_with_key(&mut self.chess, &mut self.key, mv);
    }

    /// The game ends by checkmate, stalemate, insufficient material, the fifty-move rule, and the
    /// third occurrence of a position. The second occurrence is enough if the first one was
    /// reached in the search: what could be repeated once can be repeated again.
    fn outcome(&self, past: &Past<'_>) -> Option<Value> {
        if self.has_no_moves() {
            return Some(match (self.in_check(), self.chess.turn()) {
                (true, Color::White) => Value::win_in(Player::Min, 0),
                (true, Color::Black) => Value::win_in(Player::Max, 0),
                (false, _) => Value::DRAW,
            });
        }
        let clock = self.halfmoves();
        let drawn = self.chess.is_insufficient_material()
            || self.is_fifty_moves()
            // A position cannot come back in fewer than four plies.
            || (clock >= 4 && {
                let (in_history, in_search) = past.occurrences(self.key(), clock as usize);
                in_search >= 1 || in_history >= 2
            });
        drawn.then_some(Value::DRAW)
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn key_after(&self, mv: Move) -> Option<u64> {
        key_after(&self.chess, self.key, mv)
    }

    /// The squares of departure and arrival in 6 bits each, and the promotion in 4 bits. Castling
    /// is written as king takes own rook.
    fn encode(&self, mv: Move) -> MoveCode {
        code_of(mv)
    }

    fn decode(&self, code: MoveCode) -> Option<Move> {
        let from = Square::new(u32::from(code.0 & 63));
        let to = Square::new(u32::from(code.0 >> 6 & 63));
        let promotion = match code.0 >> 12 {
            0 => None,
            number => Some(Role::try_from(u32::from(number)).ok()?),
        };
        let board = self.chess.board();
        let role = board.role_at(from)?;
        let on_target = board.piece_at(to);
        if role == Role::King && on_target.is_some_and(|piece| piece.color == self.chess.turn()) {
            return Some(Move::Castle { king: from, rook: to });
        }
        if role == Role::Pawn && on_target.is_none() && from.file() != to.file() {
            return Some(Move::EnPassant { from, to });
        }
        let capture = on_target.map(|piece| piece.role);
        Some(Move::Normal { role, from, capture, to, promotion })
    }
}

impl<E: Evaluation> Evaluate for Position<E> {
    type Evaluator = E;

    fn evaluator(&self) -> &E {
        &self.evaluator
    }

    fn evaluate(&self) -> Value {
        to_value(self.evaluator.value(&self.state, &self.chess))
    }

    fn exact(&self, past: &Past<'_>) -> Option<Value> {
        let value = self.evaluator.exact(&self.chess)?;
        self.as_long_as_nothing_came_back(value, past)
    }

    fn exact_at_once(&self, past: &Past<'_>) -> Option<Value> {
        let value = self.evaluator.exact_at_once(&self.chess)?;
        self.as_long_as_nothing_came_back(value, past)
    }

    fn was_exact(&self, value: Value) -> bool {
        self.evaluator.was_exact(&self.chess, value)
    }

    fn knows_moves(&self) -> bool {
        self.evaluator.knows_moves(&self.chess)
    }

    fn table_pieces(evaluator: &E) -> u8 {
        evaluator.table_pieces()
    }

    fn table_probes(evaluator: &E) -> u64 {
        evaluator.table_probes()
    }

    fn answer_holds(&self, standing: &Standing) -> Option<f64> {
        self.evaluator.answer_holds(&self.chess, standing)
    }

    fn may_settle(&self) -> bool {
        self.chess.board().occupied().count() >= answer_holds::LEAST_PIECES
    }

    fn win_draw_loss(&self, value: Value) -> Option<WinDrawLoss> {
        self.evaluator.win_draw_loss(&self.chess, value.raw())
    }

    fn evaluator_bytes(evaluator: &E) -> u64 {
        evaluator.shared_bytes()
    }

    fn fingerprint(evaluator: &E) -> u64 {
        evaluator.fingerprint()
    }
}
