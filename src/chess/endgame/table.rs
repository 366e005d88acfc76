//! Distances to mate in one ending.

use shakmaty::Square;

use super::layout::{Layout, Row};

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
