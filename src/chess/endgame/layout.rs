//! How the positions of an ending are numbered, and the distance to mate of each.

use shakmaty::{Bitboard, Role, Square};

/// The pieces of an ending in which one side, the weak one, has a bare king. The other side is
/// White here, and has one or two pieces beside its king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The first of two pieces.
    pub first: Option<Role>,
    /// The last piece, or the only one. A set of its squares is one number, so that 64 positions
    /// are dealt with at a time.
    pub last: Role,
}

/// The positions that differ only in the square of the last piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The bare king.
    pub weak: Square,
    /// The other king.
    pub strong: Square,
    /// The first of two pieces.
    pub first: Option<Square>,
}

/// A mirroring of the board that leads from a row to the one that stands for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mirror {
    files: bool,
    ranks: bool,
    /// Afterwards, files and ranks change places.
    diagonal: bool,
}

impl Mirror {
    /// Where a square goes.
    pub fn square(self, square: Square) -> Square {
        let square = if self.files { square.flip_horizontal() } else { square };
        let square = if self.ranks { square.flip_vertical() } else { square };
        if self.diagonal { square.flip_diagonal() } else { square }
    }

    /// Where squares come from.
    pub fn back(self, set: Bitboard) -> Bitboard {
        let set = if self.diagonal { set.flip_diagonal() } else { set };
        let set = if self.ranks { set.flip_vertical() } else { set };
        if self.files { set.flip_horizontal() } else { set }
    }
}

impl Row {
    /// The squares of all pieces but the last.
    pub fn occupied(&self) -> Bitboard {
        let kings = Bitboard::from(self.weak) | Bitboard::from(self.strong);
        self.first.map_or(kings, |first| kings.with(first))
    }
}

/// Where mirroring puts the bare king, if there is no pawn: the triangle a1-d1-d4, by ranks.
const TRIANGLE: [Square; 10] = [
    Square::A1,
    Square::B1,
    Square::C1,
    Square::D1,
    Square::B2,
    Square::C2,
    Square::D2,
    Square::C3,
    Square::D3,
    Square::D4,
];
/// What the number of a square of the triangle exceeds its file by, for each rank.
const BY_RANK: [usize; 4] = [0, 3, 5, 6];

impl Layout {
    /// The number of rows. By mirroring, the bare king stands on one of the files a to d, and in
    /// the triangle a1-d1-d4 where there is no pawn.
    pub fn rows(self) -> usize {
        let weak_squares = if self.has_pawn() { 32 } else { TRIANGLE.len() };
        weak_squares * 64 * self.first_squares()
    }

    fn has_pawn(self) -> bool {
        self.last == Role::Pawn
    }

    fn first_squares(self) -> usize {
        if self.first.is_some() { 64 } else { 1 }
    }

    /// The row of a number below [`Layout::rows`].
    pub fn row(self, number: usize) -> Row {
        let first = self.first.map(|_| square(number % 64));
        let kings = number / self.first_squares();
        let weak = kings / 64;
        let weak = if self.has_pawn() { square(weak / 4 * 8 + weak % 4) } else { TRIANGLE[weak] };
        Row { weak, strong: square(kings % 64), first }
    }

    /// The number of a row whose bare king stands where mirroring puts it.
    pub fn number(self, row: Row) -> usize {
        let (file, rank) = (row.weak.file() as usize, row.weak.rank() as usize);
        let weak = if self.has_pawn() { rank * 4 + file } else { BY_RANK[rank % 4] + file };
        let first = row.first.map_or(0, |first| first as usize);
        (weak * 64 + row.strong as usize) * self.first_squares() + first
    }

    /// The mirroring for a square of the bare king.
    pub fn mirror(self, weak: Square) -> Mirror {
        let (file, rank) = (weak.file() as usize, weak.rank() as usize);
        Mirror {
            files: file >= 4,
            ranks: !self.has_pawn() && rank >= 4,
            diagonal: !self.has_pawn() && rank.min(7 - rank) > file.min(7 - file),
        }
    }

    /// The number of the row that stands for this one, and the mirroring that leads to it.
    pub fn find(self, row: Row) -> (usize, Mirror) {
        let mirror = self.mirror(row.weak);
        let number = self.number(Row {
            weak: mirror.square(row.weak),
            strong: mirror.square(row.strong),
            first: row.first.map(|first| mirror.square(first)),
        });
        (number, mirror)
    }
}

fn square(index: usize) -> Square {
    // The remainder is below 64.
    Square::new((index % 64) as u32)
}

/// Stands for a distance where there is no mate.
const NO_MATE: u8 = u8::MAX;

/// Who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mover {
    /// The side with the pieces.
    Strong,
    /// The side with the bare king.
    Weak,
}

/// The distance to mate, in plies, of every position of an ending: the strong side mates as fast
/// as it can, the weak side holds out as long as it can. Positions without a distance are drawn,
/// or cannot be.
#[derive(Clone)]
pub(super) struct Table {
    layout: Layout,
    /// By the side to move, the row, and the square of the last piece.
    plies: [Vec<u8>; 2],
}

impl Table {
    /// A table without any mate.
    pub fn new(layout: Layout) -> Table {
        let plies = vec![NO_MATE; layout.rows() * 64];
        Table { layout, plies: [plies.clone(), plies] }
    }

    /// Bytes taken.
    pub fn bytes(&self) -> u64 {
        self.plies.iter().map(|plies| plies.len() as u64).sum()
    }

    /// Notes a distance, in a row by its number.
    pub fn set(&mut self, mover: Mover, row: usize, last: Square, plies: u8) {
        self.plies[mover as usize][row * 64 + last as usize] = plies;
    }

    /// The plies until mate; `None` if it cannot be forced. The row may be any, mirrored or
    /// not.
    pub fn plies(&self, mover: Mover, row: Row, last: Square) -> Option<u8> {
        let (number, mirror) = self.layout.find(row);
        let plies = self.plies[mover as usize][number * 64 + mirror.square(last) as usize];
        (plies != NO_MATE).then_some(plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_number() {
        for layout in [
            Layout { first: None, last: Role::Rook },
            Layout { first: None, last: Role::Pawn },
            Layout { first: Some(Role::Knight), last: Role::Bishop },
        ] {
            for number in 0..layout.rows() {
                let row = layout.row(number);
                let (found, mirror) = layout.find(row);
                assert_eq!((found, mirror.square(row.weak)), (number, row.weak));
            }
        }
    }

    #[test]
    fn mirrored_rows_are_one() {
        let layout = Layout { first: None, last: Role::Rook };
        let row = Row { weak: Square::G6, strong: Square::E5, first: None };
        let (number, mirror) = layout.find(row);
        let expected = Row { weak: Square::C2, strong: Square::D4, first: None };
        assert_eq!(layout.row(number), expected);
        assert_eq!(mirror.square(Square::H5), Square::D1);
        for square in Square::ALL {
            let there = Bitboard::from(mirror.square(square));
            assert_eq!(mirror.back(there), Bitboard::from(square));
        }
        let pawn = Layout { first: None, last: Role::Pawn };
        assert_eq!(pawn.row(pawn.find(row).0).weak, Square::B6);
    }
}
