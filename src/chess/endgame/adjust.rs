//! What knowledge of endings makes of a value that counts material and squares.

use shakmaty::{Chess, Color, Position as _};

use super::drawish::{self, WHOLE};
use super::tables::{Endgames, Verdict};
use super::{mop_up, race};

/// What a mate is worth that a table knows, in centipawns ...
const KNOWN_MATE: i32 = 2_000;
/// ... less this for every ply until then.
const EACH_PLY: i32 = 5;

/// The value for White of a position with few pieces, `plain` being that by material and squares.
pub fn adjusted(endgames: &Endgames, chess: &Chess, plain: i32) -> i32 {
    let board = chess.board();
    match endgames.verdict(board, chess.turn()) {
        Some(Verdict::Draw) => return 0,
        Some(Verdict::Mate { winner, plies }) => {
            let worth = KNOWN_MATE - EACH_PLY * i32::from(plies);
            return winner.fold_wb(worth, -worth);
        }
        None => {}
    }
    let strong = if plain >= 0 { Color::White } else { Color::Black };
    let share = drawish::share(board, strong);
    if share < WHOLE {
        return plain * share / WHOLE;
    }
    let mop_up = strong.fold_wb(1, -1) * mop_up::mop_up(board, strong);
    let has_pieces = (board.occupied() & !board.pawns() & !board.kings()).any();
    plain + mop_up + if has_pieces { 0 } else { race::runners(chess) }
}

/// All numbers on which [`adjusted`] depends.
pub fn weights() -> impl Iterator<Item = i32> {
    let drawish = [
        WHOLE,
        drawish::SMALL_EDGE,
        drawish::SMALL_EDGE_OF_MANY,
        drawish::OPPOSITE_BISHOPS[0],
        drawish::OPPOSITE_BISHOPS[1],
        drawish::QUEEN_AGAINST_PAWN,
    ];
    let mop_up = [mop_up::CERTAIN, mop_up::FROM_CENTRE, mop_up::KINGS_NEAR];
    let race = [race::RUNNER, race::EACH_MOVE, race::LEAD as i32];
    [KNOWN_MATE, EACH_PLY].into_iter().chain(drawish).chain(mop_up).chain(race)
}
