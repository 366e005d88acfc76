//! The material of one side.

use shakmaty::{Board, Color};

/// How many of each kind one side has, the king aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Force {
    pub pawns: usize,
    pub knights: usize,
    pub bishops: usize,
    pub rooks: usize,
    pub queens: usize,
}

impl Force {
    pub fn of(board: &Board, color: Color) -> Force {
        let own = board.by_color(color);
        Force {
            pawns: (own & board.pawns()).count(),
            knights: (own & board.knights()).count(),
            bishops: (own & board.bishops()).count(),
            rooks: (own & board.rooks()).count(),
            queens: (own & board.queens()).count(),
        }
    }

    /// Pieces other than pawns, by the usual count: three, three, five and nine.
    pub fn pieces(self) -> usize {
        3 * (self.knights + self.bishops) + 5 * self.rooks + 9 * self.queens
    }

    /// Whether there is nothing but the king.
    pub fn is_bare(self) -> bool {
        self.pawns == 0 && self.pieces() == 0
    }
}
