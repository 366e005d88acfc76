//! Zones: what stands on the points.

use super::error::PositionError;
use crate::junqi::unknown::hidden_kinds;
use crate::junqi::{Kind, Kinds, Piece, Point, Position, Seat};

/// A part of the board that is written in rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Zone {
    Of(Seat),
    Centre,
}

impl Zone {
    pub(super) const ALL: [Zone; 5] = [
        Zone::Of(Seat::South),
        Zone::Of(Seat::East),
        Zone::Of(Seat::North),
        Zone::Of(Seat::West),
        Zone::Centre,
    ];

    pub(super) fn letter(self) -> char {
        match self {
            Zone::Of(seat) => seat.letter(),
            Zone::Centre => 'C',
        }
    }

    fn size(self) -> (u8, u8) {
        match self {
            Zone::Of(_) => (Point::ROWS, Point::COLUMNS),
            Zone::Centre => (3, 3),
        }
    }

    fn point(self, row: u8, column: u8) -> Option<Point> {
        match self {
            Zone::Of(seat) => Point::in_zone(seat, row, column),
            Zone::Centre => Point::in_centre(row, column),
        }
    }

    fn owner(self) -> Option<Seat> {
        match self {
            Zone::Of(seat) => Some(seat),
            Zone::Centre => None,
        }
    }

    /// The zone as text; `None` if nothing stands in it.
    pub(super) fn write(self, position: &Position) -> Option<String> {
        let (rows, columns) = self.size();
        let mut text = format!("{}:", self.letter());
        let mut is_empty = true;
        for row in 1..=rows {
            if row > 1 {
                text.push('/');
            }
            for point in (1..=columns).filter_map(|column| self.point(row, column)) {
                let piece = position.piece(point);
                is_empty &= piece.is_none();
                text += &piece.map_or(".".to_string(), |piece| self.piece_text(point, piece));
            }
        }
        (!is_empty).then_some(text)
    }

    fn piece_text(self, point: Point, piece: Piece) -> String {
        let mut text = String::new();
        if self.owner() != Some(piece.seat) {
            text.push(piece.seat.letter().to_ascii_lowercase());
        }
        match piece.kind() {
            Some(kind) => text.push(kind.letter()),
            None if piece.kinds == hidden_kinds(piece.seat, point) => text.push('?'),
            None if piece.kinds == Kinds::MOVING => text.push('+'),
            None => {
                text.push('[');
                text.extend(piece.kinds.iter().map(Kind::letter));
                text.push(']');
            }
        }
        text
    }

    /// The pieces that a text of this zone names.
    pub(super) fn read(self, text: &str) -> Result<Vec<(Point, Piece)>, PositionError> {
        let zone = self.letter();
        let (rows, columns) = self.size();
        let lines: Vec<&str> = text.split('/').collect();
        if lines.len() != usize::from(rows) {
            let (rows, expected) = (lines.len(), usize::from(rows));
            return Err(PositionError::Rows { zone, rows, expected });
        }
        let mut pieces = Vec::new();
        for (row, line) in (1..).zip(lines) {
            let cells = cells(line);
            if cells.len() != usize::from(columns) {
                let (columns, expected) = (cells.len(), usize::from(columns));
                let row = usize::from(row);
                return Err(PositionError::Columns { zone, row, columns, expected });
            }
            for (column, cell) in (1..).zip(cells) {
                let Some(point) = self.point(row, column).filter(|_| cell != ".") else { continue };
                pieces.push((point, self.read_piece(point, cell)?));
            }
        }
        Ok(pieces)
    }

    fn read_piece(self, point: Point, text: &str) -> Result<Piece, PositionError> {
        let mut letters = text.chars();
        let owner = letters.next().and_then(Seat::by_letter);
        let unit = if owner.is_some() { letters.as_str() } else { text };
        let seat = owner.or(self.owner()).ok_or(PositionError::Owner(point))?;
        let kinds = read_kinds(unit, hidden_kinds(seat, point));
        let kinds = kinds.filter(|kinds| !kinds.is_empty());
        let bad = || PositionError::Piece { point, text: text.to_string() };
        Ok(Piece { seat, kinds: kinds.ok_or_else(bad)? })
    }
}

/// What a piece may be that is written like this, `hidden` if that is not said.
fn read_kinds(unit: &str, hidden: Kinds) -> Option<Kinds> {
    match unit {
        "?" => return Some(hidden),
        "+" => return Some(Kinds::MOVING),
        _ => {}
    }
    let listed = unit.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    match listed {
        Some(kinds) => kinds.chars().map(Kind::by_letter).collect(),
        None => {
            let mut letters = unit.chars();
            let kind = letters.next().and_then(Kind::by_letter)?;
            letters.next().is_none().then_some(Kinds::only(kind))
        }
    }
}

/// The texts of the points of a row: a letter each, with its owner before it, or a list in brackets.
fn cells(row: &str) -> Vec<&str> {
    let mut cells = Vec::new();
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let owner = if Seat::by_letter(first).is_some() { first.len_utf8() } else { 0 };
        let unit = &rest[owner..];
        let length = match unit.chars().next() {
            Some('[') => unit.find(']').map_or(unit.len(), |end| end + 1),
            Some(letter) => letter.len_utf8(),
            None => 0,
        };
        let (cell, behind) = rest.split_at(owner + length);
        cells.push(cell);
        rest = behind;
    }
    cells
}
