//! The board as people see it.

use super::point::Point;
use super::position::{Piece, Position};

/// Rows and columns of the grid.
const WIDTH: u8 = 17;

impl Position {
    /// The board in several lines: the seat and what a piece is, `?` for a kind that is not known;
    /// points are `.`, camps `o` and headquarters `^`.
    pub fn drawing(&self) -> String {
        let point_at = |x, y| Point::all().find(|point| point.grid() == (x, y));
        let cell = |x, y| point_at(x, y).map_or(String::new(), |point| self.point_text(point));
        let row = |y| {
            let cells = (0..WIDTH).map(|x| format!("{:<2}", cell(x, y)));
            cells.collect::<Vec<_>>().join(" ").trim_end().to_string()
        };
        (0..WIDTH).map(row).collect::<Vec<_>>().join("\n")
    }

    fn point_text(&self, point: Point) -> String {
        let kind = |piece: Piece| piece.kind().map_or('?', |kind| kind.letter());
        match self.piece(point) {
            Some(piece) => format!("{}{}", piece.seat.letter().to_ascii_lowercase(), kind(piece)),
            None if point.is_camp() => "o".to_string(),
            None if point.is_headquarters() => "^".to_string(),
            None => ".".to_string(),
        }
    }
}
