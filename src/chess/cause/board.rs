//! What a board shows without a move being searched: exchanges, guards, pins, what would be taken after a pass.

use shakmaty::attacks::{between, ray};
use shakmaty::{Bitboard, Board, Chess, Color, Move, Position as _, Role, Square};

use super::super::see::see;

/// From here on an exchange wins something, in the centipawns of [`see`]: a bishop for a knight is no gain.
const GAIN: i32 = 90;

/// A piece where it stands.
pub type Stood = (Role, Square);

/// The usual count: 1, 3, 3, 5 and 9; a king counts more than all.
pub const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

/// The position after a legal move.
pub(super) fn after(chess: &Chess, mv: Move) -> Chess {
    let mut next = chess.clone();
    next.play_unchecked(mv);
    next
}

/// The same board, the other side to move; `None` in check, where nobody can pass.
pub fn passed(chess: &Chess) -> Option<Chess> {
    if chess.is_check() { None } else { chess.clone().swap_turn().ok() }
}

/// How much more material a side has, in pawns.
pub fn balance(board: &Board, side: Color) -> i32 {
    let count = |role, color| (board.by_role(role) & board.by_color(color)).count() as i32;
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    roles.into_iter().map(|role| worth(role) * (count(role, side) - count(role, !side))).sum()
}

/// The legal captures on a square.
pub fn takes_on(chess: &Chess, square: Square) -> Vec<Move> {
    let captures = chess.capture_moves();
    captures.into_iter().filter(|mv| mv.to() == square).collect()
}

/// What the best of some captures wins in exchanges on its square, in centipawns; nothing where there are none.
pub(super) fn most(chess: &Chess, takes: &[Move]) -> i32 {
    takes.iter().map(|&mv| see(chess, mv)).max().unwrap_or_default().max(0)
}

/// The same in whole pawns.
pub(super) fn most_in_pawns(chess: &Chess, takes: &[Move]) -> i32 {
    (most(chess, takes) + 50) / 100
}

/// What the side to move wins, in pawns, where both sides in turn take what an exchange wins, on any square, or stop.
pub(super) fn won_by_captures(chess: &Chess, plies: u32) -> i32 {
    if plies == 0 {
        return 0;
    }
    let takes = chess.capture_moves().into_iter().filter(|&mv| pays(chess, mv));
    let won = takes.map(|mv| {
        let next = after(chess, mv);
        let taken = balance(next.board(), chess.turn()) - balance(chess.board(), chess.turn());
        taken - won_by_captures(&next, plies - 1)
    });
    won.max().unwrap_or_default().max(0)
}

/// Whether a capture wins something, be it legal or not.
pub(super) fn pays(chess: &Chess, mv: Move) -> bool {
    see(chess, mv) >= GAIN
}

/// Whether the side to move wins something by a capture on the square.
pub fn wins_on(chess: &Chess, square: Square) -> bool {
    most(chess, &takes_on(chess, square)) >= GAIN
}

/// The same where the other side has just passed.
pub(super) fn would_win_on(chess: &Chess, square: Square) -> bool {
    passed(chess).is_some_and(|passed| wins_on(&passed, square))
}

pub(super) fn stood(chess: &Chess, square: Square) -> Option<Stood> {
    Some((chess.board().role_at(square)?, square))
}

/// Pieces of a side that protect or attack a square, as the board stands.
pub fn attackers(board: &Board, side: Color, square: Square) -> Bitboard {
    board.attacks_to(square, side, board.occupied())
}

/// The square on which the piece stands that a capture takes.
pub fn victim_square(mv: Move) -> Square {
    match mv {
        Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
        _ => mv.to(),
    }
}

/// Whether the piece on a square is pinned to its king, and `to` lies off the line of the pin.
pub(super) fn is_pinned_off(board: &Board, square: Square, to: Square) -> bool {
    let Some(side) = board.color_at(square) else { return false };
    let Some(king) = board.king_of(side) else { return false };
    pinner(board, square, king).is_some() && !ray(king, square).contains(to)
}

/// What pins the piece on a square to another one of its side behind it: a slider on their line, with nothing else between.
pub(super) fn pinner(board: &Board, square: Square, behind: Square) -> Option<Square> {
    let side = board.color_at(square)?;
    let line = ray(behind, square);
    if square == behind || line.is_empty() || (between(behind, square) & board.occupied()).any() {
        return None;
    }
    let sliders = board.by_color(!side) & board.sliders() & line;
    sliders.into_iter().find(|&slider| {
        between(slider, behind).contains(square)
            && (between(slider, square) & board.occupied()).is_empty()
            && board.attacks_from(slider).contains(square)
    })
}

/// Whether the piece on a square is pinned to its king.
pub fn pinned_to_king(board: &Board, square: Square) -> bool {
    let king = board.color_at(square).and_then(|side| board.king_of(side));
    king.is_some_and(|king| pinner(board, square, king).is_some())
}

/// The piece, worth more than this one and the slider that pins it, that stands behind the one on the square.
pub(super) fn pinned_to(board: &Board, square: Square) -> Option<Stood> {
    let (side, role) = (board.color_at(square)?, board.role_at(square)?);
    let own = board.by_color(side) & !board.kings();
    own.into_iter().find_map(|behind| {
        let slider = pinner(board, square, behind)?;
        let (other, slider) = (board.role_at(behind)?, board.role_at(slider)?);
        (worth(other) > worth(role).max(worth(slider))).then_some((other, behind))
    })
}

/// Pieces of the side to move that the piece on a square attacks with profit: the king, what is worth more, and pieces
/// that nothing protects.
pub(super) fn targets(chess: &Chess, square: Square) -> Vec<Stood> {
    let (board, side) = (chess.board(), chess.turn());
    let Some(own) = board.role_at(square) else { return Vec::new() };
    let attacked = board.attacks_from(square) & board.by_color(side);
    let mut found: Vec<Stood> =
        attacked.into_iter().filter_map(|target| stood(chess, target)).collect();
    found.retain(|&(role, target)| {
        let is_free = role != Role::Pawn && attackers(board, side, target).is_empty();
        role == Role::King || worth(role) > worth(own) || is_free
    });
    found.sort_by_key(|&(role, _)| std::cmp::Reverse(worth(role)));
    found
}

/// Whether the piece of the side to move is attacked with profit, and every move of it loses two pawns or more. Not in check, where
/// any piece may have no move.
pub(super) fn is_trapped(chess: &Chess, square: Square) -> bool {
    let Some((role, _)) = stood(chess, square) else { return false };
    let pays = |passed: &Chess| most(passed, &takes_on(passed, square)) >= 2 * GAIN;
    if matches!(role, Role::Pawn | Role::King) || !passed(chess).is_some_and(|there| pays(&there)) {
        return false;
    }
    let moves = chess.legal_moves().into_iter().filter(|mv| mv.from() == Some(square));
    moves.into_iter().all(|mv| {
        let next = after(chess, mv);
        let gained = mv.capture().map_or(0, worth);
        gained - most_in_pawns(&next, &takes_on(&next, mv.to())) <= -2
    })
}

/// A move that mates at once.
pub fn mate_in_one(chess: &Chess) -> Option<Move> {
    chess.legal_moves().into_iter().find(|&mv| after(chess, mv).is_checkmate())
}

/// Whether no pawn of the other side stands before the pawn on a square, on its file or beside it.
pub fn is_passed(board: &Board, square: Square) -> bool {
    let Some(side) = board.color_at(square) else { return false };
    let others = board.pawns() & board.by_color(!side);
    let rank = side.relative_rank(square.rank());
    let is_before = |other: &Square| {
        other.file().distance(square.file()) <= 1 && side.relative_rank(other.rank()) > rank
    };
    board.role_at(square) == Some(Role::Pawn) && !others.into_iter().any(|other| is_before(&other))
}

/// Whether the mate is one by a rook or queen on the first rank of a king that has its own men before it.
pub fn is_back_rank(mated: &Chess) -> bool {
    let (board, side) = (mated.board(), mated.turn());
    let Some(king) = board.king_of(side).filter(|_| mated.is_checkmate()) else { return false };
    let first = Bitboard::from_rank(side.backrank());
    let heavy = mated.checkers() & board.rooks_and_queens() & first;
    let before = shakmaty::attacks::king_attacks(king) & !first & board.by_color(side);
    first.contains(king) && heavy.any() && before.any()
}
