//! Hints to the best move, each saying more than the one before.

use crate::app::games::{Causes, CommandLineGame, idea};
use crate::inspect::MoveText;

/// The piece, the idea, or the move.
pub fn hint_text<G: CommandLineGame>(
    hint: u8,
    text: &MoveText,
    causes: &Causes<G::Move>,
    position: &G,
) -> String {
    match hint {
        1 => match position.parse_move(&text.machine).and_then(|mv| position.piece_moved(mv)) {
            Some(piece) => format!("Look at {piece}."),
            None => "There is a best move here.".to_string(),
        },
        2 => match causes.held.first() {
            Some(cause) => format!("The idea: {}.", idea(cause.kind)),
            None => "No single idea: it is better than the others.".to_string(),
        },
        _ => format!("{}.", text.human),
    }
}
