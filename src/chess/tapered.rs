//! The default evaluator, what it carries along with a position, and what it knows of tables from outside the program.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, Move, Piece, Position as _, Role, Square,
};

use super::endgame::{self, Endgames};
use super::evaluation::Evaluation;
use super::move_model::MoveModel;
use super::network::Network;
use super::syzygy::{Syzygy, TableVerdict};
use super::win_draw_loss::{Fit, material};
use super::{answer_holds, pesto};
use crate::fingerprint::Fingerprint;
use crate::standing::Standing;
use crate::value::Value;
use crate::win_draw_loss::WinDrawLoss;

/// The default evaluator: material and piece-square values, interpolated between middlegame and
/// endgame by the pieces left on the board, a small bonus for the side to move, and with few
/// pieces what is known about endings ([`Endgames`]). With a [`Network`], that corrects the tables;
/// with a [`MoveModel`], searches know which moves are likely to be the best ones; with [`Syzygy`]
/// tables, more endings are known exactly.
///
/// Clones share the endgame tables and all weights.
#[derive(Clone, Default)]
pub struct Tapered {
    shared: Arc<Shared>,
}

#[derive(Clone, Default)]
struct Shared {
    endgames: Endgames,
    network: Option<Network>,
    moves: Option<MoveModel>,
    tables: OutsideTables,
}

impl Tapered {
    /// An evaluator whose tables are corrected by a network, if there is one, and that knows which
    /// moves are likely to be the best ones, if there is a model of that.
    pub fn new(network: Option<Network>, moves: Option<MoveModel>) -> Tapered {
        Tapered { shared: Arc::new(Shared { network, moves, ..Shared::default() }) }
    }

    /// The same evaluator with endgame tables from outside the program, if there are any. A tree that
    /// was made with tables of positions with up to `remembered` pieces may hold proofs that these
    /// do not know, and 0 stands for none.
    pub fn with_tables(self, asked: Option<Syzygy>, remembered: u8) -> Tapered {
        let tables = OutsideTables::new(asked, remembered);
        let shared = Shared { tables, ..(*self.shared).clone() };
        Tapered { shared: Arc::new(shared) }
    }

    /// The endgame tables from outside the program, if there are any.
    pub fn tables(&self) -> Option<&Syzygy> {
        self.shared.tables.asked.as_ref()
    }

    /// How many proofs of missing tables were accepted unchecked so far.
    pub fn believed_proofs(&self) -> u64 {
        self.shared.tables.believed()
    }

    /// All that was learned and is part of this program.
    pub fn learned() -> Tapered {
        Tapered::new(Some(Network::embedded()), Some(MoveModel::embedded()))
    }

    /// The network that corrects the tables, if there is one.
    pub fn network(&self) -> Option<&Network> {
        self.shared.network.as_ref()
    }

    /// Computes the endgame tables now, so that no search has to wait for one.
    pub fn compute_endgames(&self) {
        self.shared.endgames.compute_all();
    }

    /// What the network adds to the tables where this side is to move, for White, in centipawns; `None` without one.
    pub(super) fn correction(&self, board: &Board, mover: Color) -> Option<i32> {
        self.network().map(|network| network.correction(board, mover))
    }

    /// The value for White that a position would have if the tables made it worth this much more
    /// for White, whatever a network says; centipawns.
    pub fn value_corrected_by(&self, state: &TaperedState, chess: &Chess, correction: i32) -> i32 {
        let plain = state.by_tables() + tempo(chess) + correction;
        if state.phase() > FEW_PIECES {
            return plain;
        }
        if cannot_be_won(chess.board()) {
            return 0;
        }
        endgame::adjusted(&self.shared.endgames, chess, plain)
    }
}

impl fmt::Debug for Tapered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hash = self.network().map(|network| format!("{:016x}", network.hash()));
        f.debug_struct("Tapered").field("network", &hash).finish()
    }
}

/// What the right to move is worth, in centipawns. It keeps values comparable between positions
/// in which different players are to move.
const TEMPO: i32 = 12;

/// What the right to move is worth to White, in centipawns.
pub(super) fn tempo(chess: &Chess) -> i32 {
    chess.turn().fold_wb(TEMPO, -TEMPO)
}

/// Up to this phase of the game there are rules for endings: two queens.
const FEW_PIECES: i32 = 8;

impl Evaluation for Tapered {
    type State = TaperedState;

    fn start(&self, chess: &Chess) -> TaperedState {
        let mut state = TaperedState::default();
        for (square, piece) in chess.board().iter() {
            state.add(square, piece);
        }
        state
    }

    fn follow(&self, state: &mut TaperedState, chess: &Chess, mv: Move) {
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
                let side = CastlingSide::from_king_side(king < rook);
                let (king_to, rook_to) = (side.king_to(color), side.rook_to(color));
                state.remove(king, color.king());
                state.remove(rook, color.rook());
                state.add(king_to, color.king());
                state.add(rook_to, color.rook());
            }
            Move::Put { role, to } => state.add(to, role.of(color)),
        }
    }

    fn value(&self, state: &TaperedState, chess: &Chess) -> i32 {
        let correction = self.correction(chess.board(), chess.turn());
        self.value_corrected_by(state, chess, correction.unwrap_or_default())
    }

    fn placement_gain(&self, state: &TaperedState, chess: &Chess, mv: Move) -> i32 {
        let color = chess.turn();
        let difference = |role: Role, from: Square, to: Square| {
            let (middle_to, end_to) = pesto::piece_square(role, color, to);
            let (middle_from, end_from) = pesto::piece_square(role, color, from);
            state.taper(middle_to - middle_from, end_to - end_from)
        };
        match mv {
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_king_side(king < rook);
                let (king_to, rook_to) = (side.king_to(color), side.rook_to(color));
                difference(Role::King, king, king_to) + difference(Role::Rook, rook, rook_to)
            }
            Move::Normal { role, from, to, .. } => difference(role, from, to),
            Move::EnPassant { from, to } => difference(Role::Pawn, from, to),
            Move::Put { .. } => 0,
        }
    }

    fn exact(&self, chess: &Chess) -> Option<Value> {
        self.shared.endgames.exact(chess).or_else(|| self.tables()?.exact(chess))
    }

    fn exact_at_once(&self, chess: &Chess) -> Option<Value> {
        self.shared.endgames.exact(chess).or_else(|| self.tables()?.exact_after_zeroing(chess))
    }

    fn table_verdict(&self, chess: &Chess) -> Option<TableVerdict> {
        let tables = self.tables()?;
        if self.shared.endgames.exact(chess).is_some() { None } else { tables.verdict(chess) }
    }

    fn was_exact(&self, chess: &Chess, value: Value) -> bool {
        self.shared.tables.was_exact(chess, value)
    }

    fn knows_moves(&self, chess: &Chess) -> bool {
        self.tables().is_some_and(|tables| tables.covers(chess))
    }

    fn table_pieces(&self) -> u8 {
        self.shared.tables.pieces()
    }

    fn table_probes(&self) -> u64 {
        self.tables().map_or(0, Syzygy::probes)
    }

    fn move_model(&self) -> Option<&MoveModel> {
        self.shared.moves.as_ref()
    }

    fn win_draw_loss(&self, chess: &Chess, cp: f32) -> Option<WinDrawLoss> {
        let fit = if self.network().is_some() { &Fit::NETWORK } else { &Fit::TABLES };
        Some(fit.win_draw_loss(material(chess.board()), cp))
    }

    fn answer_holds(&self, chess: &Chess, standing: &Standing) -> Option<f64> {
        let fit = match standing.searches_leaves {
            true => &answer_holds::Fit::SEARCHED,
            false => &answer_holds::Fit::FIRST_SIGHT,
        };
        self.network().map(|_| fit.answer_holds(chess.board(), standing))
    }

    fn shared_bytes(&self) -> u64 {
        let network = self.network().map_or(0, Network::bytes);
        let moves = self.move_model().map_or(0, MoveModel::bytes);
        let tables = self.tables().map_or(0, Syzygy::bytes);
        self.shared.endgames.bytes() + network + moves + tables
    }

    fn fingerprint(&self) -> u64 {
        let mut hash = Fingerprint::new("tapered piece-square values, knowledge of endings");
        hash.add(TEMPO);
        hash.add(FEW_PIECES);
        endgame::weights().for_each(|weight| hash.add(weight));
        for role in Role::ALL {
            hash.add(pesto::phase_weight(role));
            for square in Square::ALL {
                let (middle, end) = pesto::piece_square(role, Color::White, square);
                hash.add(middle);
                hash.add(end);
            }
        }
        if let Some(network) = self.network() {
            hash.add_bytes(&network.hash().to_le_bytes());
        }
        // No value depends on it, but the order of moves does, and with it every tree.
        if let Some(moves) = self.move_model() {
            hash.add_bytes(&moves.hash().to_le_bytes());
        }
        hash.finish()
    }
}

/// Whether neither side can ever mate: bare kings, or kings and one minor piece.
fn cannot_be_won(board: &Board) -> bool {
    let heavy: Bitboard = board.pawns() | board.rooks_and_queens();
    heavy.is_empty() && board.occupied().count() <= 3
}

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

/// Tables available, and tables that are remembered. Clones share the count.
#[derive(Clone, Debug, Default)]
pub(super) struct OutsideTables {
    /// The tables that are available.
    pub asked: Option<Syzygy>,
    /// Positions with this many pieces may have been known when a tree was made.
    remembered: u8,
    /// Proofs that were accepted unchecked.
    believed: Arc<AtomicU64>,
}

impl OutsideTables {
    /// These tables available, and those of positions with this many pieces remembered.
    pub fn new(asked: Option<Syzygy>, remembered: u8) -> OutsideTables {
        OutsideTables { asked, remembered, believed: Arc::default() }
    }

    /// The maximum number of pieces of a position that is known, or was.
    pub fn pieces(&self) -> u8 {
        let asked = self.asked.as_ref().map_or(0, Syzygy::pieces);
        u8::try_from(asked).unwrap_or(u8::MAX).max(self.remembered)
    }

    /// Whether tables that are not available may have given this value: it is believed then, and
    /// counted.
    pub fn was_exact(&self, chess: &Chess, value: Value) -> bool {
        let pieces = chess.board().occupied().count();
        let is_of_tables = value == Value::DRAW || value.is_table_win();
        let is_believed =
            is_of_tables && pieces <= usize::from(self.remembered) && !chess.castles().any();
        self.believed.fetch_add(u64::from(is_believed), Ordering::Relaxed);
        is_believed
    }

    /// How many proofs were accepted unchecked so far.
    pub fn believed(&self) -> u64 {
        self.believed.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::value::Player;

    #[test]
    fn what_tables_may_have_said_is_believed_and_counted() -> Result<(), crate::chess::FenError> {
        let tables = OutsideTables::new(None, 4);
        let of = |fen: &str| -> Result<Chess, crate::chess::FenError> {
            Ok(<Position>::from_fen(fen)?.0.chess().clone())
        };
        let four = of("8/8/8/4k3/8/2n5/8/R3K3 w - - 3 60")?;
        assert!(tables.was_exact(&four, Value::DRAW));
        assert!(tables.was_exact(&four, Value::table_win(Player::Max, 7)));
        assert!(!tables.was_exact(&four, Value::win_in(Player::Max, 7)), "tables know no mate");
        assert!(!tables.was_exact(&four, Value::centipawns(5.0)));
        assert!(!tables.was_exact(&of("8/8/8/4k3/8/2n5/8/R3K3 w Q - 3 60")?, Value::DRAW));
        assert!(!tables.was_exact(&of("8/8/8/4k3/3p4/2n5/8/R3K3 w - - 3 60")?, Value::DRAW));
        assert_eq!((tables.believed(), tables.pieces()), (2, 4));
        Ok(())
    }
}
