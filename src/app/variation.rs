//! Lines of moves, and how games end, as people write them.

use shakmaty::{Color, Move, Position as _};

use super::score::mover;
use crate::chess::Position;
use crate::game::{Game, Notation};
use crate::value::Player;

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

/// The colour of a player.
pub fn name(player: Player) -> &'static str {
    match player {
        Player::Max => "White",
        Player::Min => "Black",
    }
}

/// Why a finished game is over, and who has won it.
pub fn verdict(position: &Position) -> String {
    let chess = position.chess();
    let drawn = |why: &str| format!("{why}, a draw");
    if chess.is_checkmate() {
        format!("checkmate, {} has won", name(mover(position).opponent()))
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

    fn text(moves: &str, start: usize, plies: usize) -> String {
        let mut first = Position::default();
        let mut list = Vec::new();
        let mut at = first.clone();
        for (index, word) in moves.split(' ').enumerate() {
            let mv = at.parse_move(word).unwrap_or_else(|| panic!("{word}"));
            at.play(mv);
            if index < start {
                first.play(mv);
            } else {
                list.push(mv);
            }
        }
        numbered(&first, &list, plies)
    }

    #[test]
    fn numbers_begin_with_either_side() {
        assert_eq!(text("e4 e5 Nf3", 0, 9), "1. e4 e5 2. Nf3");
        assert_eq!(text("e4 e5 Nf3 Nc6", 1, 9), "1... e5 2. Nf3 Nc6");
        assert_eq!(text("e4 e5 Nf3 Nc6", 1, 2), "1... e5 2. Nf3 ...");
    }

    #[test]
    fn verdicts_name_the_rule() {
        for (fen, part) in [
            ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "Black has won"),
            ("k7/8/1Q6/8/8/8/8/K7 b - - 0 1", "stalemate"),
            ("k7/8/8/8/8/8/8/KB6 b - - 0 1", "enough material"),
            ("k7/8/8/8/8/8/8/KR6 b - - 100 90", "fifty"),
            ("k7/8/8/8/8/8/8/KR6 b - - 12 90", "third time"),
        ] {
            let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{error}")).0;
            assert!(verdict(&position).contains(part), "{fen}");
        }
    }
}
