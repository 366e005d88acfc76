//! How to make progress against a bare king: drive it to the edge, and bring the own king near.
//!
//! The term is that of Chess 4.x (Slate and Atkin 1977), see
//! <https://www.chessprogramming.org/Mop-up_Evaluation>.

use shakmaty::{Bitboard, Board, Color, Square};

use super::drawish::Force;

/// What it is worth that a win is certain, in centipawns.
pub(super) const CERTAIN: i32 = 1_000;
/// For each step that the bare king is away from the centre.
pub(super) const FROM_CENTRE: i32 = 10;
/// For each step by which the kings are nearer than they can be.
pub(super) const KINGS_NEAR: i32 = 4;
/// No two squares are farther apart, in steps along ranks and files.
const FARTHEST: u32 = 14;

/// What a side that can mate a bare king has more than its material; 0 for all others.
pub(super) fn mop_up(board: &Board, strong: Color) -> i32 {
    let (Some(winner), Some(bare)) = (board.king_of(strong), board.king_of(!strong)) else {
        return 0;
    };
    if !Force::of(board, !strong).is_bare() || !can_mate(board, strong) {
        return 0;
    }
    let near = FARTHEST - steps(winner, bare);
    CERTAIN + FROM_CENTRE * from_centre(bare) as i32 + KINGS_NEAR * near as i32
}

/// Whether the pieces can mate without the help of pawns.
fn can_mate(board: &Board, strong: Color) -> bool {
    let force = Force::of(board, strong);
    let bishops = board.by_color(strong) & board.bishops();
    let light = (bishops & Bitboard::LIGHT_SQUARES).any();
    let dark = (bishops & Bitboard::DARK_SQUARES).any();
    force.queens + force.rooks > 0
        || (light && dark)
        || (force.bishops > 0 && force.knights > 0)
        || force.knights > 2
}

/// The distance in steps along ranks and files.
fn steps(one: Square, other: Square) -> u32 {
    one.file().distance(other.file()) + one.rank().distance(other.rank())
}

/// The steps from the four squares in the middle.
fn from_centre(square: Square) -> u32 {
    let from_middle = |index: u32| if index < 4 { 3 - index } else { index - 4 };
    from_middle(square.file() as u32) + from_middle(square.rank() as u32)
}

#[cfg(test)]
mod tests {
    use shakmaty::Position as _;

    use super::*;
    use crate::chess::Position;

    fn of_white(fen: &str) -> i32 {
        let (position, _) = <Position>::from_fen(fen).unwrap_or_else(|error| panic!("{error}"));
        mop_up(position.chess().board(), Color::White)
    }

    #[test]
    fn the_bare_king_is_driven_to_the_edge() {
        let centre = of_white("8/8/8/3k4/8/8/RRR5/K7 w - - 0 1");
        let edge = of_white("3k4/8/8/8/8/8/RRR5/K7 w - - 0 1");
        let near = of_white("3k4/8/3K4/8/8/8/RRR5/8 w - - 0 1");
        assert_eq!(centre, CERTAIN + 7 * KINGS_NEAR);
        assert_eq!(edge, CERTAIN + 3 * FROM_CENTRE + 4 * KINGS_NEAR);
        assert_eq!(near, CERTAIN + 3 * FROM_CENTRE + 12 * KINGS_NEAR);
    }

    #[test]
    fn only_what_can_mate_counts() {
        for fen in [
            "8/8/8/3k4/8/8/3P4/KNN5 w - - 0 1",
            "8/8/8/3k4/3p4/8/8/KRR5 w - - 0 1",
            "8/8/8/3k4/8/8/8/KB1B4 w - - 0 1",
        ] {
            assert_eq!(of_white(fen), 0, "{fen}");
        }
        for fen in ["8/8/8/3k4/8/8/3P4/KBB5 w - - 0 1", "8/8/8/3k4/8/8/3P4/KBN5 w - - 0 1"] {
            assert!(of_white(fen) > CERTAIN, "{fen}");
        }
    }
}
