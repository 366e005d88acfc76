//! A chess position as the game contract wants it.

use std::fmt;

use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position as _, Role, Square};

use super::evaluation::{Evaluation, Tapered, to_value};
use crate::game::{Evaluate, Game, MoveCode, Past, Turn};
use crate::value::{Player, Value};

/// The fifty-move rule, in plies without capture or pawn move.
const FIFTY_MOVES: u32 = 100;

/// A legal position with its evaluation carried along. White is Max.
///
/// Generic over the [`Evaluation`]; 152 bytes with the default one.
pub struct Position<E: Evaluation = Tapered> {
    pub(super) chess: Chess,
    pub(super) state: E::State,
}

// Derives would ask the same of `E`, which is only a name for functions.
impl<E: Evaluation> Clone for Position<E> {
    fn clone(&self) -> Self {
        Position { chess: self.chess.clone(), state: self.state }
    }
}

impl<E: Evaluation> fmt::Debug for Position<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position").field("chess", &self.chess).field("state", &self.state).finish()
    }
}

/// Equal positions: same board, turn, rights and clocks. The evaluation follows from these.
impl<E: Evaluation> PartialEq for Position<E> {
    fn eq(&self, other: &Self) -> bool {
        self.chess == other.chess && self.halfmoves() == other.halfmoves()
    }
}

impl<E: Evaluation> From<Chess> for Position<E> {
    fn from(chess: Chess) -> Self {
        let state = E::start(&chess);
        Position { chess, state }
    }
}

impl<E: Evaluation> Default for Position<E> {
    fn default() -> Self {
        Position::from(Chess::default())
    }
}

impl<E: Evaluation> Position<E> {
    /// The rules library's view of the position.
    pub fn chess(&self) -> &Chess {
        &self.chess
    }

    /// The evaluation's running state.
    pub fn state(&self) -> E::State {
        self.state
    }

    /// Plies since the last capture or pawn move.
    pub fn halfmoves(&self) -> u32 {
        self.chess.halfmoves()
    }

    /// Whether the fifty-move rule ends the game here, unless the last move mates.
    pub fn is_fifty_moves(&self) -> bool {
        self.halfmoves() >= FIFTY_MOVES
    }

    /// Whether castling is written as in Chess960 (king takes own rook).
    pub fn castling_mode(&self) -> CastlingMode {
        self.chess.castles().mode()
    }

    /// Whether the mover's king is attacked.
    pub fn in_check(&self) -> bool {
        self.chess.is_check()
    }

    fn has_no_moves(&self) -> bool {
        !has_free_pawn_step(&self.chess) && self.chess.legal_moves().is_empty()
    }
}

/// A cheap sign that the mover is neither mated nor stalemated, true in almost every position:
/// out of check, with a pawn that is not between its king and a slider and has room ahead.
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

    fn play(&mut self, mv: Move) {
        self.state = E::follow(self.state, &self.chess, mv);
        self.chess.play_unchecked(mv);
    }

    /// Mate and stalemate; draws by insufficient material, by the fifty-move rule, by the third
    /// occurrence of a position, and by the second one where the first was reached in the
    /// search: what could be repeated once can be repeated again.
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
            // The fourth ply is the first at which a position can come back.
            || (clock >= 4 && {
                let (in_history, in_search) = past.occurrences(self.key(), clock as usize);
                in_search >= 1 || in_history >= 2
            });
        drawn.then_some(Value::DRAW)
    }

    fn key(&self) -> u64 {
        let Zobrist64(key) = self.chess.zobrist_hash(EnPassantMode::Legal);
        key
    }

    /// From, to and promotion in 6 + 6 + 4 bits; castling is king takes own rook.
    fn encode(&self, mv: Move) -> MoveCode {
        let from = mv.from().unwrap_or(mv.to());
        let promotion = mv.promotion().map_or(0, |role| role as u16);
        MoveCode(from as u16 | (mv.to() as u16) << 6 | promotion << 12)
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
    fn evaluate(&self) -> Value {
        to_value(E::value(self.state, &self.chess))
    }

    fn fingerprint() -> u64 {
        E::fingerprint()
    }
}
