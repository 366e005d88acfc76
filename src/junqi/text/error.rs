//! What can be wrong with the text of a position.

use thiserror::Error;

use crate::junqi::{Kind, Point, Seat};

/// Why a text is not a position. The message names the field and the point.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// A word that is not a field.
    #[error("{0:?} is not part of a position; write zones like S:7434 and fields like turn=S")]
    Word(String),
    /// A field that is given twice.
    #[error("{0} is given twice")]
    Twice(String),
    /// There is no piece at all.
    #[error("there is no piece; give the zones as S:, E:, N: and W:, or startpos")]
    Empty,
    /// A zone with another number of rows.
    #[error("{zone} has {rows} rows, not {expected}; separate them by /")]
    Rows {
        /// The zone as it is written.
        zone: char,
        /// How many there are.
        rows: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A row with another number of points.
    #[error("{zone}, row {row}: {columns} points, not {expected}; an empty point is a dot")]
    Columns {
        /// The zone as it is written.
        zone: char,
        /// The row, from 1.
        row: usize,
        /// How many points there are.
        columns: usize,
        /// How many there should be.
        expected: usize,
    },
    /// What is not a piece.
    #[error("{point}: {text:?} is not a piece; use 1 to 9, B, M, F, ?, + and [KINDS]")]
    Piece {
        /// The point.
        point: Point,
        /// What is written there.
        text: String,
    },
    /// A piece without an owner.
    #[error("{0}: whose piece is it? write s, e, n or w before the piece")]
    Owner(Point),
    /// Too many pieces.
    #[error("{seat} has {pieces} pieces; there are 25")]
    Pieces {
        /// The seat.
        seat: Seat,
        /// How many it has.
        pieces: usize,
    },
    /// Too many of a kind.
    #[error("{seat} has {pieces} pieces {letter}; there {are}", letter = .kind.letter(),
        are = if .kind.number() == 1 { "is 1".to_string() } else { format!("are {}", .kind.number()) })]
    Kind {
        /// The seat.
        seat: Seat,
        /// The kind.
        kind: Kind,
        /// How many it has.
        pieces: u8,
    },
    /// A seat without a flag.
    #[error("{0} has pieces and no flag; without its flag a seat is out and has no pieces")]
    NoFlag(Seat),
    /// A piece where it can never come to stand.
    #[error("{point}: {what} cannot stand there; {why}", what = what(*.kind), why = where_to(*.kind))]
    Misplaced {
        /// The point.
        point: Point,
        /// What stands there.
        kind: Kind,
    },
    /// A camp that is occupied at the beginning.
    #[error("{0}: the camp is occupied at the start; give plies=N for a position of a game")]
    Camp(Point),
    /// A seat without all its pieces at the beginning.
    #[error(
        "{seat} has {pieces} pieces at the start, not 25; give plies=N for a position of a game"
    )]
    Missing {
        /// The seat.
        seat: Seat,
        /// How many it has.
        pieces: usize,
    },
    /// Unknown pieces that cannot be what is left.
    #[error("{0} cannot have these pieces and have lost what lost= names")]
    Unknown(Seat),
    /// A field with a value that it cannot have.
    #[error("{field}={value:?}: {expected}")]
    Field {
        /// The field.
        field: &'static str,
        /// Its value.
        value: String,
        /// What it may be.
        expected: &'static str,
    },
    /// A seat that is out is to move.
    #[error("turn: {0} has no pieces and is out")]
    Out(Seat),
    /// The seat to move cannot.
    #[error("turn: {0} has no legal move, so it is out; take its pieces off")]
    Stuck(Seat),
}

fn what(kind: Kind) -> &'static str {
    match kind {
        Kind::Flag => "a flag",
        Kind::Mine => "a mine",
        Kind::Bomb => "a bomb",
        _ => "a piece",
    }
}

fn where_to(kind: Kind) -> &'static str {
    match kind {
        Kind::Flag => "it stands on a headquarters of its own zone, row 6, column 2 or 4",
        Kind::Mine => "mines stand in rows 5 and 6 of their own zone",
        Kind::Bomb => "at the start bombs stand behind row 1, in their own zone",
        _ => "at the start it stands in its own zone",
    }
}
