//! Material with which an advantage is hard or impossible to win.
//!
//! The rules are those of endgame theory, as chess programs have them: see
//! <https://www.chessprogramming.org/Draw_Evaluation> and
//! <https://www.chessprogramming.org/Bishops_of_Opposite_Colors>.

use shakmaty::{Bitboard, Board, Color, File, Rank, Square};

/// What a side keeps of its advantage where nothing speaks against it.
pub(super) const WHOLE: i32 = 64;
/// What remains without pawns and with at most a minor piece more: against at most a minor piece,
/// as of a rook against a bishop ...
pub(super) const SMALL_EDGE: i32 = 4;
/// ... and against more, as of rook and knight against a rook.
pub(super) const SMALL_EDGE_OF_MANY: i32 = 14;
/// With nothing but pawns and bishops of opposite colours: what remains without a pawn more, and
/// what each pawn more adds.
pub(super) const OPPOSITE_BISHOPS: [i32; 2] = [12, 12];
/// What remains of a queen against a pawn that is about to promote on one of the files a, c, f
/// and h: with the other king far away, stalemate saves it.
pub(super) const QUEEN_AGAINST_PAWN: i32 = 4;
/// The king of the queen's side is too far away from here on.
const TOO_FAR: u32 = 5;

/// The share of its advantage that `strong`, the side that stands better, can hope to keep, of
/// [`WHOLE`].
pub(super) fn share(board: &Board, strong: Color) -> i32 {
    let (own, other) = (Force::of(board, strong), Force::of(board, !strong));
    if own.pawns == 0 {
        without_pawns(board, strong, own, other)
    } else if cannot_promote(board, strong, own) {
        0
    } else if has_opposite_bishops(board, own, other) {
        let [equal, each] = OPPOSITE_BISHOPS;
        let more = own.pawns.saturating_sub(other.pawns).min(3);
        equal + each * more as i32
    } else {
        WHOLE
    }
}

fn without_pawns(board: &Board, strong: Color, own: Force, other: Force) -> i32 {
    let are_two_knights = own.pieces() == 6 && own.knights == 2;
    if own.pieces() <= 3 || (are_two_knights && other.pawns == 0) {
        return 0;
    }
    if own.pieces() == 9 && own.queens == 1 && other.pieces() == 0 && other.pawns == 1 {
        let is_saved = pawn_draws_against_queen(board, strong);
        return if is_saved { QUEEN_AGAINST_PAWN } else { WHOLE };
    }
    match own.pieces() <= other.pieces() + 3 {
        true if other.pieces() <= 3 => SMALL_EDGE,
        true => SMALL_EDGE_OF_MANY,
        false => WHOLE,
    }
}

fn pawn_draws_against_queen(board: &Board, strong: Color) -> bool {
    let Some(pawn) = board.pawns().first() else { return false };
    let (Some(attacker), Some(defender)) = (board.king_of(strong), board.king_of(!strong)) else {
        return false;
    };
    let is_near_promotion = (!strong).relative_rank(Rank::Seventh) == pawn.rank();
    let saves = matches!(pawn.file(), File::A | File::C | File::F | File::H);
    is_near_promotion && saves && defender.distance(pawn) == 1 && attacker.distance(pawn) >= TOO_FAR
}

/// Whether all pawns are on one rook's file, the other king is at the corner where they would
/// promote, and no piece can drive it away: there are bishops at most, of the wrong colour.
fn cannot_promote(board: &Board, strong: Color, own: Force) -> bool {
    if own.pieces() != 3 * own.bishops {
        return false;
    }
    let pieces = board.by_color(strong);
    let pawns = pieces & board.pawns();
    let corner = |file| Square::from_coords(file, strong.fold_wb(Rank::Eighth, Rank::First));
    [File::A, File::H].into_iter().any(|file| {
        let own_colour =
            if corner(file).is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
        let helpful = pieces & board.bishops() & own_colour;
        let defender = board.king_of(!strong);
        pawns.is_subset(Bitboard::from_file(file))
            && helpful.is_empty()
            && defender.is_some_and(|king| king.distance(corner(file)) <= 1)
    })
}

/// Whether each side has one bishop and no other piece, on squares of different colours.
fn has_opposite_bishops(board: &Board, own: Force, other: Force) -> bool {
    let is_alone = |force: Force| force.bishops == 1 && force.pieces() == 3;
    let light = board.bishops() & Bitboard::LIGHT_SQUARES;
    is_alone(own) && is_alone(other) && light.count() == 1
}

/// How many of each kind one side has, the king aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Force {
    pub pawns: usize,
    pub knights: usize,
    pub bishops: usize,
    pub rooks: usize,
    pub queens: usize,
}

impl Force {
    pub fn of(board: &Board, color: Color) -> Force {
        let own = board.by_color(color);
        Force {
            pawns: (own & board.pawns()).count(),
            knights: (own & board.knights()).count(),
            bishops: (own & board.bishops()).count(),
            rooks: (own & board.rooks()).count(),
            queens: (own & board.queens()).count(),
        }
    }

    /// Pieces other than pawns, by the usual count: three, three, five and nine.
    pub fn pieces(self) -> usize {
        3 * (self.knights + self.bishops) + 5 * self.rooks + 9 * self.queens
    }

    /// Whether there is nothing but the king.
    pub fn is_bare(self) -> bool {
        self.pawns == 0 && self.pieces() == 0
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position as _};

    use super::*;
    use crate::chess::Position;

    fn share_of_white(fen: &str) -> i32 {
        let (position, _) = <Position>::from_fen(fen).unwrap_or_else(|error| panic!("{error}"));
        let chess: &Chess = position.chess();
        share(chess.board(), Color::White)
    }

    #[test]
    fn without_pawns_a_small_edge_is_little() {
        for (fen, expected) in [
            ("8/8/3kb3/8/8/8/8/KR6 w - - 0 1", SMALL_EDGE),
            ("8/8/3kn3/8/8/8/8/KR6 w - - 0 1", SMALL_EDGE),
            ("8/8/3kr3/8/8/8/8/KRN5 w - - 0 1", SMALL_EDGE_OF_MANY),
            ("8/8/3kr3/8/8/8/8/KQ6 w - - 0 1", WHOLE),
            ("8/8/3kp3/8/8/8/8/KN6 w - - 0 1", 0),
            ("8/8/3kn3/8/8/8/8/KNN5 w - - 0 1", 0),
            ("8/8/3kp3/8/8/8/8/KNN5 w - - 0 1", WHOLE),
            ("8/8/3kb3/8/8/8/P7/KR6 w - - 0 1", WHOLE),
        ] {
            assert_eq!(share_of_white(fen), expected, "{fen}");
        }
    }

    #[test]
    fn a_rook_pawn_needs_the_right_bishop() {
        for (fen, expected) in [
            ("7k/8/8/7P/8/8/5B2/K7 w - - 0 1", WHOLE),
            ("7k/8/8/7P/8/5B2/8/K7 w - - 0 1", 0),
            ("8/8/8/4k2P/8/5B2/8/K7 w - - 0 1", WHOLE),
            ("7k/8/8/6PP/8/5B2/8/K7 w - - 0 1", WHOLE),
            ("k7/8/8/P7/P7/5N2/8/K7 w - - 0 1", WHOLE),
            ("k7/8/8/P7/P7/8/8/K7 w - - 0 1", 0),
        ] {
            assert_eq!(share_of_white(fen), expected, "{fen}");
        }
    }

    #[test]
    fn opposite_bishops_draw_with_a_pawn_less() {
        let [equal, each] = OPPOSITE_BISHOPS;
        for (fen, expected) in [
            ("8/8/4kb2/5p2/3P4/3BK3/8/8 w - - 0 1", equal),
            ("8/8/4kb2/8/3P4/3BK3/8/8 w - - 0 1", equal + each),
            ("8/8/4kb2/8/3PP3/3BK3/8/8 w - - 0 1", equal + 2 * each),
            ("8/8/4kb2/8/3PP3/2B1K3/8/8 w - - 0 1", WHOLE),
            ("8/8/4kb2/7r/3PP3/3BK2R/8/8 w - - 0 1", WHOLE),
        ] {
            assert_eq!(share_of_white(fen), expected, "{fen}");
        }
    }

    #[test]
    fn some_pawns_hold_against_a_queen() {
        for (fen, expected) in [
            ("7Q/8/8/8/8/K7/5p2/6k1 w - - 0 1", QUEEN_AGAINST_PAWN),
            ("7Q/8/8/8/8/K7/4p3/5k2 w - - 0 1", WHOLE),
            ("7Q/8/8/8/4K3/8/5p2/6k1 w - - 0 1", WHOLE),
            ("7Q/8/8/8/8/K4p2/6k1/8 w - - 0 1", WHOLE),
            ("Q7/8/8/7k/8/K7/5p2/8 w - - 0 1", WHOLE),
        ] {
            assert_eq!(share_of_white(fen), expected, "{fen}");
        }
    }
}
