//! What can be wrong with moves: those that the user names, and those of the tree.

use thiserror::Error;

use super::move_text::MoveText;
use crate::game::{MoveCode, MoveTextError};

/// A move that the user named and that leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PathError {
    /// The text does not name one legal move.
    #[error("{text:?} {why} in {position}")]
    NoMove {
        /// The move as given.
        text: String,
        /// What is wrong with it.
        why: MoveTextError,
        /// The position, as [`Notation::describe`](crate::game::Notation::describe) has it.
        position: String,
    },
    /// A legal move that leads out of the tree.
    #[error("{} was never tried in {position}", .mv.human)]
    Untried {
        /// The move.
        mv: MoveText,
        /// The position.
        position: String,
    },
    /// No move can be made.
    #[error("nothing is left to search in {position}")]
    Over {
        /// The position.
        position: String,
    },
}

/// A tree that holds a move which the rules do not allow: it was damaged, or never a tree of
/// this position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("illegal move {:04x} {}; the tree is damaged, analyse the position again", .code.0, place(.path))]
pub struct IllegalMove {
    /// The move's code.
    pub code: MoveCode,
    /// The moves before it, in machine notation, from the position analysed.
    pub path: Vec<String>,
}

impl IllegalMove {
    /// The same move at the end of a longer path.
    pub(super) fn after(self, before: &[MoveText]) -> IllegalMove {
        let before = before.iter().map(|mv| mv.machine.clone());
        IllegalMove { path: before.chain(self.path).collect(), ..self }
    }
}

fn place(path: &[String]) -> String {
    if path.is_empty() {
        "in the position analysed".to_string()
    } else {
        format!("after {}", path.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_illegal_move_names_its_place() {
        let moves = |text: &str| [MoveText { machine: text.to_string(), human: String::new() }];
        let illegal = IllegalMove { code: MoveCode(0x1a2b), path: Vec::new() };
        assert!(illegal.to_string().starts_with("illegal move 1a2b in the position analysed"));
        let deep = illegal.after(&moves("e7e5")).after(&moves("e2e4"));
        assert!(deep.to_string().starts_with("illegal move 1a2b after e2e4 e7e5; "), "{deep}");
    }
}
