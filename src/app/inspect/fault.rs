//! What can be wrong with a line of moves: those of the user, and those of the file.

use thiserror::Error;

use crate::game::MoveCode;

/// Moves on the command line that lead nowhere: exit code 2.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadLine {
    /// No legal move.
    #[error("{text:?} is no legal move, or more than one, in {fen}; write moves like e2e4 or Nf3")]
    Illegal {
        /// The move as given.
        text: String,
        /// The position.
        fen: String,
    },
    /// A legal move that leads out of the tree.
    #[error(
        "{mv} was never tried in {fen}; end the line before it, or let the search go on (why \
         tells what it waits for)"
    )]
    Untried {
        /// The move, SAN.
        mv: String,
        /// The position.
        fen: String,
    },
    /// No move can be asked about.
    #[error("the game is over in {fen}: {verdict}; ask about an earlier move")]
    Over {
        /// The position.
        fen: String,
        /// How it ended.
        verdict: String,
    },
}

/// A tree that holds a move which the rules do not allow: it was damaged, or never a tree of
/// this position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("illegal move {:04x} {}; the tree is damaged, analyse the position again", .code.0, place(.line))]
pub struct IllegalMove {
    /// The move's code.
    pub code: MoveCode,
    /// The moves before it, UCI, from the position analysed.
    pub line: Vec<String>,
}

impl IllegalMove {
    /// The same fault, told from the beginning of a longer line.
    pub fn after(self, before: &[String]) -> IllegalMove {
        IllegalMove { line: [before, &self.line].concat(), ..self }
    }
}

fn place(line: &[String]) -> String {
    if line.is_empty() {
        "in the position analysed".to_string()
    } else {
        format!("after {}", line.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_names_its_place() {
        let line = |words: &str| words.split_whitespace().map(str::to_string).collect::<Vec<_>>();
        let fault = IllegalMove { code: MoveCode(0x1a2b), line: Vec::new() };
        assert!(fault.to_string().starts_with("illegal move 1a2b in the position analysed"));
        let deep = fault.after(&line("e7e5")).after(&line("e2e4"));
        assert!(deep.to_string().starts_with("illegal move 1a2b after e2e4 e7e5; "), "{deep}");
    }
}
