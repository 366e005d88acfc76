//! What can be wrong with a line of EPD.

use thiserror::Error;

use super::super::fen::FenError;
use crate::game::MoveTextError;

/// Why a line of EPD cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EpdError {
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] FenError),
    /// An operand does not name one legal move.
    #[error("{opcode} names {text}, which {why} here")]
    Move {
        /// The opcode.
        opcode: String,
        /// The move as written.
        text: String,
        /// What is wrong with it.
        why: MoveTextError,
    },
    /// An opcode lacks its operand.
    #[error("{opcode} needs a move or a number after it")]
    NoOperand {
        /// The opcode.
        opcode: String,
    },
    /// An operand is not a number of moves.
    #[error("{opcode} has {text} where a number of moves other than 0 must be")]
    Number {
        /// The opcode.
        opcode: String,
        /// The operand as written.
        text: String,
    },
    /// An operation of a perft suite is not a depth and a count.
    #[error("{text} must be a depth from 1 to 100 and the count of move sequences that long")]
    Count {
        /// Both as written.
        text: String,
    },
    /// Something other than operations follows the position.
    #[error(
        "{text} behind the position is not an EPD operation; write, for example, bm Nf3; or id \
         \"one\";"
    )]
    OtherText {
        /// The text.
        text: String,
    },
    /// A carriage return within the line.
    #[error("a carriage return within the line; lines must end with a line feed, or with both")]
    CarriageReturn,
    /// A quotation does not end.
    #[error("the quotation {text} has no end; close it with \"")]
    OpenQuote {
        /// The rest of the line from the quotation mark on.
        text: String,
    },
}
