//! The syntax of EPD, lines of a FEN and operations, and what can be wrong with one.

use thiserror::Error;

use super::super::fen::FenError;
use super::super::quote::quoted;
use super::written::as_epd;
use crate::game::MoveTextError;
use crate::loose_text::is_space;

/// The first line of the puzzles of lichess.org: what stands in each column.
const HEAD_OF_PUZZLES: &str = "PuzzleId,";

/// The lines of a text with their numbers, counted from 1, without blank lines and comments.
pub(in crate::chess) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.trim_start_matches('\u{feff}');
    let numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let says_nothing =
        |line: &str| line.is_empty() || line.starts_with('#') || line.starts_with(HEAD_OF_PUZZLES);
    numbered.filter(move |(_, line)| !says_nothing(line))
}

/// An opcode and all its operands as one text.
pub(in crate::chess) struct Operation {
    pub opcode: String,
    pub operand: String,
    /// Whether a `;` stands behind it.
    is_ended: bool,
}

/// What programs write before the moves that are played from a position. No standard has it.
pub(in crate::chess) const MOVES: &str = "moves";

/// Refuses what looks like an operation but is other text behind a FEN: `FEN hello e4` has the
/// form of an operation whose `;` is missing. Only opcodes that are known may lack it.
pub(in crate::chess) fn refuse_other_text(operations: &[Operation]) -> Result<(), EpdError> {
    let is_operation = |Operation { opcode, is_ended, .. }: &Operation| {
        opcode.starts_with(|first: char| first.is_ascii_alphabetic())
            && (*is_ended || opcode == MOVES || is_known(opcode))
    };
    match operations.iter().find(|operation| !is_operation(operation)) {
        None => Ok(()),
        Some(Operation { opcode, operand, .. }) => {
            let text = quoted(format!("{opcode} {operand}").trim_end());
            Err(EpdError::OtherText { text })
        }
    }
}

/// Whether the standard defines the opcode, or suites of move counts use it (`D3`).
fn is_known(opcode: &str) -> bool {
    let digits = opcode.strip_prefix(['c', 'v', 'D']).unwrap_or_default();
    let is_numbered = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    OPCODES.contains(&opcode) || is_numbered
}

/// The opcodes of the standard, except the numbered ones.
const OPCODES: [&str; 26] = [
    "acd",
    "acn",
    "acs",
    "am",
    "bm",
    "ce",
    "dm",
    "draw_accept",
    "draw_claim",
    "draw_offer",
    "draw_reject",
    "eco",
    "fmvn",
    "hmvc",
    "id",
    "nic",
    "noop",
    "pm",
    "ptp",
    "pv",
    "rc",
    "resign",
    "sm",
    "tcgs",
    "tcri",
    "tcsi",
];

/// Splits a line into a FEN and the operations after it.
pub(in crate::chess) fn split(line: &str) -> Result<(String, Vec<Operation>), EpdError> {
    if line.contains('\r') {
        return Err(EpdError::CarriageReturn);
    }
    let line = as_epd(line)?;
    let (mut fen, rest) = fen_fields(&line);
    let mut operations = operations(rest)?;
    // The standard gives the clocks in opcodes of their own.
    let clock = |name: &str| {
        let found = operations.iter().find(|operation| operation.opcode == name);
        found.map(|operation| operation.operand.as_str())
    };
    let (halfmoves, number) = (clock("hmvc"), clock("fmvn"));
    let is_given = halfmoves.is_some() || number.is_some();
    if is_given && fen.split(' ').count() == 4 {
        fen = format!("{fen} {} {}", halfmoves.unwrap_or("0"), number.unwrap_or("1"));
    }
    operations.retain(|operation| !matches!(operation.opcode.as_str(), "hmvc" | "fmvn"));
    Ok((fen, operations))
}

/// Splits off the four fields of the position, and the two clocks as far as they are given.
fn fen_fields(line: &str) -> (String, &str) {
    let mut fields: Vec<&str> = Vec::new();
    let mut rest = line.trim_start_matches(is_space);
    while fields.len() < 6 && fields != ["startpos"] {
        let end = rest.find(|letter: char| is_space(letter) || letter == ';');
        let (field, behind) = rest.split_at(end.unwrap_or(rest.len()));
        let is_clock = field == "-" || field.bytes().all(|byte| byte.is_ascii_digit());
        if field.is_empty() || (fields.len() >= 4 && !is_clock) {
            break;
        }
        fields.push(field);
        rest = behind.trim_start_matches(is_space);
    }
    (fields.join(" "), rest)
}

fn operations(text: &str) -> Result<Vec<Operation>, EpdError> {
    let mut operations = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = operation_end(rest)?;
        let (operation, behind) = rest.split_at(end);
        let is_ended = behind.starts_with(';');
        rest = behind.strip_prefix(';').unwrap_or(behind);
        let operation = operation.trim();
        let (opcode, operand) =
            operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        if !opcode.is_empty() {
            let operand = unquoted(operand.trim()).to_string();
            operations.push(Operation { opcode: opcode.to_string(), operand, is_ended });
        }
    }
    Ok(operations)
}

/// The index of the next `;` outside quotation marks, or the length of the text. A quotation mark
/// inside a word does not begin a quotation.
fn operation_end(text: &str) -> Result<usize, EpdError> {
    let mut quote_start = None;
    let mut at_word_start = true;
    for (index, letter) in text.char_indices() {
        match (letter, quote_start) {
            ('"', Some(_)) => quote_start = None,
            ('"', None) if at_word_start => quote_start = Some(index),
            (';', None) => return Ok(index),
            _ => {}
        }
        at_word_start = letter.is_whitespace();
    }
    match quote_start {
        Some(start) => Err(EpdError::OpenQuote { text: quoted(&text[start..]) }),
        None => Ok(text.len()),
    }
}

/// The operand without quotation marks around the whole of it.
fn unquoted(operand: &str) -> &str {
    let inner = operand.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    inner.filter(|text| !text.contains('"')).unwrap_or(operand)
}

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
