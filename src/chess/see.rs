//! Static exchange evaluation: what a move wins or loses if both sides then capture on its target
//! square, always with their least valuable piece, until one of them prefers to stop.

use shakmaty::attacks::{bishop_attacks, rook_attacks};
use shakmaty::{Bitboard, Board, Chess, Color, Move, Position as _, Role, Square};

/// The value of a piece in exchanges, in centipawns. The king is worth more than all other pieces
/// together.
pub(super) const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 325,
        Role::Bishop => 335,
        Role::Rook => 500,
        Role::Queen => 975,
        Role::King => 20_000,
    }
}

/// What `mv` wins for the mover in exchanges on its target square, in centipawns; negative if it
/// loses material. For a quiet move this is zero or less, and for castling zero. Pins are
/// ignored.
///
/// ```
/// use shakmaty::{Chess, Position as _};
/// use shans::chess::{Position, see};
/// use shans::game::Notation;
///
/// let (position, _): (Position, _) = Position::from_fen("4k3/8/3p4/4p3/8/8/8/K3R3 w - - 0 1")?;
/// let mv = position.parse_move("Rxe5").ok_or("not a legal move")?;
/// assert_eq!(see(position.chess(), mv), 100 - 500, "a rook for a pawn");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn see(chess: &Chess, mv: Move) -> i32 {
    let Some(from) = mv.from().filter(|_| !mv.is_castle()) else {
        return 0;
    };
    let to = mv.to();
    let board = chess.board();
    let mut occupied = board.occupied().without(from);
    if let Move::EnPassant { from, to } = mv {
        occupied = occupied.without(Square::from_coords(to.file(), from.rank()));
    }
    let mut gained = mv.capture().map_or(0, worth);
    let mut at_risk = worth(mv.role());
    if let Some(promotion) = mv.promotion() {
        gained += worth(promotion) - worth(Role::Pawn);
        at_risk = worth(promotion);
    }
    gained - best_reply(board, !chess.turn(), to, occupied, at_risk)
}

/// The same, for many moves of one position: exchanges are only played out where the opponent, who
/// attacks these squares, can take back. An attack that the move itself uncovers is missed.
pub(super) fn see_where_attacked(chess: &Chess, mv: Move, attacked: Bitboard) -> i32 {
    if attacked.contains(mv.to()) || mv.is_promotion() || mv.is_en_passant() {
        see(chess, mv)
    } else {
        mv.capture().map_or(0, worth)
    }
}

/// The most that `side` can win by capturing on `square`, where a piece worth `target` stands.
fn best_reply(board: &Board, side: Color, square: Square, occupied: Bitboard, target: i32) -> i32 {
    let own = board.attacks_to(square, side, occupied) & occupied;
    if own.is_empty() {
        return 0;
    }
    // The value that each capture takes, in the order of the captures.
    let mut taken = [0; 32];
    let mut captures = 0;
    let mut on_square = target;
    let mut side = side;
    let mut occupied = occupied;
    let mut attackers = own | (board.attacks_to(square, !side, occupied) & occupied);
    while captures < taken.len() {
        let Some((from, role)) = least_valuable(board, attackers & board.by_color(side)) else {
            break;
        };
        occupied = occupied.without(from);
        attackers = (attackers | sliders_behind(board, square, occupied)) & occupied;
        if role == Role::King && (attackers & board.by_color(!side)).any() {
            break;
        }
        // A pawn that captures on the last rank becomes a queen.
        let promotes = role == Role::Pawn && square.rank() == (!side).backrank();
        let lands_as = if promotes { Role::Queen } else { role };
        taken[captures] = on_square + worth(lands_as) - worth(role);
        captures += 1;
        on_square = worth(lands_as);
        side = !side;
    }
    // From the last capture back: a side captures only if that is better than stopping.
    taken[..captures].iter().rev().fold(0, |reply, &piece| (piece - reply).max(0))
}

/// The sliders that attack the square, with only the occupied squares in their way.
pub(super) fn sliders_behind(board: &Board, square: Square, occupied: Bitboard) -> Bitboard {
    (bishop_attacks(square, occupied) & board.bishops_and_queens())
        | (rook_attacks(square, occupied) & board.rooks_and_queens())
}

fn least_valuable(board: &Board, attackers: Bitboard) -> Option<(Square, Role)> {
    Role::ALL.into_iter().find_map(|role| {
        let square = (attackers & board.by_role(role)).first()?;
        Some((square, role))
    })
}
