//! The endings that are known exactly.

use std::fmt;
use std::sync::{Arc, OnceLock};

use shakmaty::{Board, Chess, Color, Position as _, Role, Square};

use super::layout::{Layout, Mover, Row, Table};
use super::retrograde::distances;
use crate::chess::clock::FIFTY_MOVES;
use crate::value::{Player, Value};

/// No ending with more pieces is known.
const MOST_PIECES: usize = 4;

/// Distances to mate of a king and a queen, a rook, a pawn, or any two pieces but pawns, against a
/// bare king.
///
/// A table is computed when it is asked for the first time, and shared by all clones. Those with
/// two pieces take 5 MiB each.
#[derive(Clone, Default)]
pub struct Endgames(Arc<Tables>);

/// By the roles of the first piece, 0 where there is one piece only, and of the last.
#[derive(Default)]
struct Tables([[OnceLock<Table>; ROLES]; ROLES]);

/// Above the numbers of all roles that a piece can have.
const ROLES: usize = Role::King as usize;

impl Tables {
    /// The endgame table; `None` if there is none.
    fn of(&self, layout: Layout) -> Option<&Table> {
        let is_known = match (layout.first, layout.last) {
            (None, last) => matches!(last, Role::Pawn | Role::Rook | Role::Queen),
            (Some(first), _) => first != Role::Pawn,
        };
        let first = layout.first.map_or(0, |role| role as usize);
        let table = self.0.get(first)?.get(layout.last as usize).filter(|_| is_known)?;
        let alone = |last| self.of(Layout { first: None, last });
        Some(table.get_or_init(|| distances(layout, alone)))
    }
}

/// What a table says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Neither side can force mate.
    Draw,
    /// Mate can be forced.
    Mate {
        /// Who mates.
        winner: Color,
        /// The plies until then.
        plies: u8,
    },
}

impl Endgames {
    /// Bytes of the tables computed so far.
    pub(in crate::chess) fn bytes(&self) -> u64 {
        let computed = self.0.0.iter().flatten().filter_map(OnceLock::get);
        computed.map(Table::bytes).sum()
    }

    /// Computes all tables, so that no search waits for one later: some seconds, 50 MiB.
    pub(in crate::chess) fn compute_all(&self) {
        const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let alone = [Role::Pawn, Role::Rook, Role::Queen].map(|last| Layout { first: None, last });
        let pairs = PIECES.iter().enumerate().flat_map(|(index, &first)| {
            PIECES[index..].iter().map(move |&last| Layout { first: Some(first), last })
        });
        alone.into_iter().chain(pairs).for_each(|layout| _ = self.0.of(layout));
    }

    /// What is known about an unfinished position, the fifty-move rule aside; `None` if its ending
    /// is not among those known. Rights to castle are not looked at.
    pub(super) fn verdict(&self, board: &Board, turn: Color) -> Option<Verdict> {
        if board.occupied().count() > MOST_PIECES {
            return None;
        }
        let winner =
            Color::ALL.into_iter().find(|&color| !board.by_color(!color).more_than_one())?;
        let (layout, row, last) = found(board, winner)?;
        let table = self.0.of(layout)?;
        let mover = if turn == winner { Mover::Strong } else { Mover::Weak };
        let plies = table.plies(mover, row, last);
        Some(plies.map_or(Verdict::Draw, |plies| Verdict::Mate { winner, plies }))
    }

    /// The exact value of an unfinished position, as long as no earlier position comes back.
    /// `None` if it is not known, which includes wins that the fifty-move rule may prevent.
    pub(in crate::chess) fn exact(&self, chess: &Chess) -> Option<Value> {
        if chess.board().occupied().count() > MOST_PIECES || chess.castles().any() {
            return None;
        }
        match self.verdict(chess.board(), chess.turn())? {
            Verdict::Draw => Some(Value::DRAW),
            Verdict::Mate { winner, plies } => {
                let winner = if winner.is_white() { Player::Max } else { Player::Min };
                let is_in_time = chess.halfmoves() + u32::from(plies) <= FIFTY_MOVES;
                let is_late = !is_in_time && !may_set_clock_back(chess.board());
                let late = is_late.then_some(Value::DRAW);
                if is_in_time { Some(Value::win_in(winner, u16::from(plies))) } else { late }
            }
        }
    }
}

/// Whether the stronger side may set the clock of the fifty-move rule back and win all the same: by a move of a
/// pawn, or by giving a piece away where a queen or a rook is left.
fn may_set_clock_back(board: &Board) -> bool {
    let has_two = board.occupied().count() == MOST_PIECES;
    board.pawns().any() || (has_two && board.rooks_and_queens().any())
}

/// The ending, the row and the square of the last piece, as if the side that may win were White.
fn found(board: &Board, winner: Color) -> Option<(Layout, Row, Square)> {
    let upright = |square: Square| winner.fold_wb(square, square.flip_vertical());
    let weak = upright(board.king_of(!winner)?);
    let strong = upright(board.king_of(winner)?);
    let pieces = board.by_color(winner) & !board.kings();
    let mut men = pieces.into_iter().filter_map(|square| Some((board.role_at(square)?, square)));
    let (one, other) = (men.next()?, men.next());
    let (first, last) = match other {
        None => (None, one),
        Some(other) if other.0 < one.0 => (Some(other), one),
        Some(other) => (Some(one), other),
    };
    let layout = Layout { first: first.map(|(role, _)| role), last: last.0 };
    let row = Row { weak, strong, first: first.map(|(_, square)| upright(square)) };
    Some((layout, row, upright(last.1)))
}

impl fmt::Debug for Endgames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Endgames")
    }
}
