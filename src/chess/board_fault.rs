//! What is wrong with the board of a FEN, in words.

use thiserror::Error;

use super::quote::quoted;

const RANKS: usize = 8;
const SQUARES: u32 = 8;

/// What is wrong with the first field of a FEN. The message is the predicate of a sentence about
/// the field.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardFault {
    /// There are not eight ranks.
    #[error("has {0} rank{s}, not 8", s = if *.0 == 1 { "" } else { "s" })]
    Ranks(usize),
    /// A rank does not have eight squares.
    #[error("has {squares} squares in rank {rank}, {text}, not 8")]
    Squares {
        /// The rank, from 8 down to 1.
        rank: usize,
        /// What the field says of it, quoted.
        text: String,
        /// How many squares that is.
        squares: u32,
    },
    /// A character that is neither a piece nor a number of empty squares.
    #[error(
        "has {letter:?} in rank {rank}; pieces are KQRBNP and kqrbnp, empty squares digits 1 to 8"
    )]
    Letter {
        /// The rank, from 8 down to 1.
        rank: usize,
        /// The character.
        letter: char,
    },
    /// Something else.
    #[error(
        "must have 8 ranks of 8 squares between slashes, in letters KQRBNP and kqrbnp for pieces \
         and digits for empty squares"
    )]
    Other,
}

impl BoardFault {
    /// The first fault of the field; `None` if there is none. The pocket (`[Qn]`) and the marks
    /// of promoted pieces (`~`) that variants have are skipped.
    pub(super) fn find(field: &str) -> Option<BoardFault> {
        let board = field.split_once('[').map_or(field, |(board, _)| board);
        let ranks: Vec<&str> = board.split('/').collect();
        if ranks.len() != RANKS {
            return Some(BoardFault::Ranks(ranks.len()));
        }
        ranks.iter().enumerate().find_map(|(index, text)| fault_of_rank(RANKS - index, text))
    }
}

fn fault_of_rank(rank: usize, text: &str) -> Option<BoardFault> {
    let mut squares: u32 = 0;
    for letter in text.chars() {
        squares = squares.saturating_add(match letter {
            '1'..='8' => letter.to_digit(10).unwrap_or_default(),
            '~' => 0,
            _ if "KQRBNPkqrbnp".contains(letter) => 1,
            _ => return Some(BoardFault::Letter { rank, letter }),
        });
    }
    (squares != SQUARES).then(|| BoardFault::Squares { rank, text: quoted(text), squares })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_say_what_and_where() {
        let told = |field: &str| BoardFault::find(field).map(|fault| fault.to_string());
        let told = |field: &str| told(field).unwrap_or_default();
        assert_eq!(told("4k3/8/8/8/8/8/8/4K3"), "");
        assert_eq!(told("4k3/8/8/8/8/8/8/4K3[Qn]"), "");
        assert_eq!(told("4k3/8/8/8/8/8/8/8/4K3"), "has 9 ranks, not 8");
        assert_eq!(told("hello"), "has 1 rank, not 8");
        assert_eq!(
            told("4k3/8/8/8/8/8/ppppppp/4K3"),
            "has 7 squares in rank 2, \"ppppppp\", not 8"
        );
        assert!(told("4k3/8/8/8/8/8/9/4K3").starts_with("has '9' in rank 2; pieces are"));
    }
}
