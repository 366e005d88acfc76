//! The 129 points of the board and their names.

use std::fmt;

use super::rules::Seat;

/// A point of the board: 30 in the zone of each seat, and 9 in the centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

/// Where a point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the zone of a seat.
    Zone {
        /// Whose zone.
        seat: Seat,
        /// From 1, next to the centre, to 6.
        row: u8,
        /// From 1 to 5, from the owner's left to the right.
        column: u8,
    },
    /// In the centre: row from 1, next to North, to 3; column from 1, next to West, to 3.
    Centre {
        /// The row.
        row: u8,
        /// The column.
        column: u8,
    },
}

impl Point {
    /// How many there are.
    pub const COUNT: usize = 129;
    /// How many a zone has.
    pub const ZONE: usize = 30;
    /// Rows of a zone.
    pub const ROWS: u8 = 6;
    /// Columns of a zone.
    pub const COLUMNS: u8 = 5;

    /// The point with this number.
    pub(super) const fn from_number(number: u8) -> Point {
        Point(number)
    }

    /// Its number.
    pub(super) const fn number(self) -> u8 {
        self.0
    }

    /// The point with this index; `None` from [`Point::COUNT`] on.
    pub fn from_index(index: usize) -> Option<Point> {
        u8::try_from(index).ok().filter(|_| index < Point::COUNT).map(Point)
    }

    /// All points, in the order of their indices.
    pub fn all() -> impl Iterator<Item = Point> {
        (0..Point::COUNT as u8).map(Point)
    }

    /// The points of a zone, row by row from the front, each from the owner's left.
    pub fn zone(seat: Seat) -> impl Iterator<Item = Point> {
        let first = (seat.index() * Point::ZONE) as u8;
        (first..first + Point::ZONE as u8).map(Point)
    }

    /// A point of a zone; `None` if there is no such row or column.
    pub fn in_zone(seat: Seat, row: u8, column: u8) -> Option<Point> {
        let is_there = (1..=Point::ROWS).contains(&row) && (1..=Point::COLUMNS).contains(&column);
        let first = (seat.index() * Point::ZONE) as u8;
        is_there.then(|| Point(first + Point::COLUMNS * (row - 1) + column - 1))
    }

    /// A point of the centre; `None` if there is no such row or column.
    pub fn in_centre(row: u8, column: u8) -> Option<Point> {
        let is_there = (1..=3).contains(&row) && (1..=3).contains(&column);
        is_there.then(|| Point(4 * Point::ZONE as u8 + 3 * (row - 1) + column - 1))
    }

    /// Its number, below [`Point::COUNT`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Where it lies.
    pub fn place(self) -> Place {
        let (zone, within) = (self.index() / Point::ZONE, self.0 % Point::ZONE as u8);
        match Seat::ALL.get(zone) {
            Some(&seat) => Place::Zone {
                seat,
                row: within / Point::COLUMNS + 1,
                column: within % Point::COLUMNS + 1,
            },
            None => Place::Centre { row: within / 3 + 1, column: within % 3 + 1 },
        }
    }

    /// Its place in a drawing: from the left and from the top, 0 to 16.
    pub const fn grid(self) -> (u8, u8) {
        let within = self.0 % Point::ZONE as u8;
        let (row, column) = (within / Point::COLUMNS + 1, within % Point::COLUMNS + 1);
        match self.0 / Point::ZONE as u8 {
            0 => (5 + column, 10 + row),
            1 => (10 + row, 11 - column),
            2 => (11 - column, 6 - row),
            3 => (6 - row, 5 + column),
            _ => (6 + 2 * (within % 3), 6 + 2 * (within / 3)),
        }
    }

    /// Whether it is one of the nine in the centre.
    pub const fn is_central(self) -> bool {
        self.0 >= 4 * Point::ZONE as u8
    }

    /// Whether it is a camp: a piece there cannot be attacked.
    pub const fn is_camp(self) -> bool {
        !self.is_central() && matches!(self.0 % Point::ZONE as u8, 6 | 8 | 12 | 16 | 18)
    }

    /// Whether it is a headquarters, which no piece ever leaves.
    pub const fn is_headquarters(self) -> bool {
        !self.is_central() && matches!(self.0 % Point::ZONE as u8, 26 | 28)
    }

    /// Whether it lies on the rails: rows 1 and 5, the sides between them, and the centre.
    pub const fn is_rail(self) -> bool {
        let within = self.0 % Point::ZONE as u8;
        let is_side = within < 25 && matches!(within % Point::COLUMNS, 0 | 4);
        self.is_central() || is_side || matches!(within, 0..5 | 20..25)
    }

    /// The point with this name, in small letters or capitals.
    pub fn by_name(name: &str) -> Option<Point> {
        let mut letters = name.chars();
        let zone = letters.next()?;
        let mut digit = || letters.next()?.to_digit(10).map(|digit| digit as u8);
        let (row, column) = (digit()?, digit()?);
        match (letters.next(), Seat::by_letter(zone)) {
            (Some(_), _) => None,
            (None, Some(seat)) => Point::in_zone(seat, row, column),
            (None, None) if zone.eq_ignore_ascii_case(&'C') => Point::in_centre(row, column),
            (None, None) => None,
        }
    }
}

/// The letter of the zone (`C` for the centre), the row and the column: `S15`.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place() {
            Place::Zone { seat, row, column } => write!(f, "{}{row}{column}", seat.letter()),
            Place::Centre { row, column } => write!(f, "C{row}{column}"),
        }
    }
}

/// A set of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PointSet([u64; 3]);

impl PointSet {
    /// Adds a point; whether it is new.
    pub fn insert(&mut self, point: Point) -> bool {
        let (word, bit) = (&mut self.0[point.index() / 64], 1 << (point.index() % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Whether the point is in it.
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 == 1
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The points in the order of their indices.
    pub fn iter(&self) -> impl Iterator<Item = Point> {
        self.0.into_iter().enumerate().flat_map(|(place, mut word)| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros();
                word &= word.wrapping_sub(1);
                (bit < 64).then_some(Point((place as u32 * 64 + bit) as u8))
            })
        })
    }
}
