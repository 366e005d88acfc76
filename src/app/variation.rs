//! Lines of moves, and how games end, as people write them.

use shakmaty::{Color, Move, Position as _};

use crate::chess::Position;
use crate::game::{Game, Notation};

/// SAN with move numbers: `3. Bb5 a6 4. Ba4`, or `3... a6 4. Ba4` where Black begins. At most
/// `plies` moves; more are an ellipsis.
pub fn numbered(position: &Position, moves: &[Move], plies: usize) -> String {
    let mut words = Vec::new();
    let mut at = position.clone();
    for (index, &mv) in moves.iter().take(plies).enumerate() {
        let number = at.chess().fullmoves();
        match at.chess().turn() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if index == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(at.human_text(mv));
        at.play(mv);
    }
    if moves.len() > plies {
        words.push("...".to_string());
    }
    words.join(" ")
}

/// The side to move, by its colour.
pub fn mover(position: &Position) -> &'static str {
    color(position.chess().turn())
}

/// The side that does not move.
pub fn opponent(position: &Position) -> &'static str {
    color(!position.chess().turn())
}

fn color(color: Color) -> &'static str {
    if color.is_white() { "White" } else { "Black" }
}

/// Why a finished game is over, and who has won it.
pub fn verdict(position: &Position) -> String {
    let chess = position.chess();
    let drawn = |why: &str| format!("{why}, a draw");
    if chess.is_checkmate() {
        format!("checkmate, {} has won", opponent(position))
    } else if chess.is_stalemate() {
        drawn("stalemate")
    } else if chess.is_insufficient_material() {
        drawn("neither side has enough material to mate")
    } else if position.is_fifty_moves() {
        drawn("fifty moves without a capture or a pawn move")
    } else {
        drawn("the position has come back for the third time")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered_from(moves: &str, start: usize, plies: usize) -> String {
        let mut position = Position::default();
        let mut list = Vec::new();
        for (index, text) in moves.split(' ').enumerate() {
            let mut here = Position::default();
            list.iter().for_each(|&mv| here.play(mv));
            let mv = here.parse_move(text).unwrap_or_else(|| panic!("{text}"));
            if index < start {
                position.play(mv);
            }
            list.push(mv);
        }
        numbered(&position, &list[start..], plies)
    }

    #[test]
    fn numbers_begin_with_either_side() {
        assert_eq!(numbered_from("e4 e5 Nf3", 0, 9), "1. e4 e5 2. Nf3");
        assert_eq!(numbered_from("e4 e5 Nf3 Nc6", 1, 9), "1... e5 2. Nf3 Nc6");
        assert_eq!(numbered_from("e4 e5 Nf3 Nc6", 1, 2), "1... e5 2. Nf3 ...");
    }
}
