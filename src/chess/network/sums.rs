//! What goes into the hidden units: the weights of all pieces on the board, added up.

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

use super::weights::{LANES, Weights};

/// How many boards are remembered. With the one before the last, moves that are tried in turn are each
/// compared with the position they start from, not with each other. More were no faster.
const REMEMBERED: usize = 2;

/// The sums of some boards that were evaluated last.
#[derive(Debug)]
pub(super) struct Sums {
    boards: [Seen; REMEMBERED],
    /// How often something was evaluated.
    now: u64,
}

impl Sums {
    pub(super) fn new(weights: &Weights) -> Sums {
        Sums { boards: std::array::from_fn(|_| Seen::empty(weights)), now: 0 }
    }

    /// What each unit adds up on this board, as White sees it and as Black does.
    #[inline(always)]
    pub(super) fn of(&mut self, weights: &Weights, board: &Board) -> &[Vec<i16>; 2] {
        self.now += 1;
        let (from, distance) = self.nearest(board);
        self.boards[from].used = self.now;
        if distance == 0 {
            return &self.boards[from].sums;
        }
        let to = self.oldest();
        if let Ok([from, to]) = self.boards.get_disjoint_mut([from, to]) {
            from.go_on(weights, board, to);
            to.used = self.now;
        }
        &self.boards[to].sums
    }

    /// The place of the board with the fewest differences, and their number.
    #[inline(always)]
    fn nearest(&self, board: &Board) -> (usize, usize) {
        let mut nearest = (0, usize::MAX);
        for (place, seen) in self.boards.iter().enumerate() {
            let distance = differences(&seen.board, board).count();
            if distance < nearest.1 {
                nearest = (place, distance);
            }
        }
        nearest
    }

    /// The place of the board that was of no use for longest.
    #[inline(always)]
    fn oldest(&self) -> usize {
        let mut oldest = 0;
        for place in 1..REMEMBERED {
            if self.boards[place].used < self.boards[oldest].used {
                oldest = place;
            }
        }
        oldest
    }
}

/// The squares on which boards differ.
#[inline(always)]
fn differences(one: &Board, other: &Board) -> Bitboard {
    let mut squares = (one.white() ^ other.white()) | (one.black() ^ other.black());
    for role in Role::ALL {
        squares |= one.by_role(role) ^ other.by_role(role);
    }
    squares
}

/// How a side sees the board: its own pieces first, its own side of the board below, its king on the
/// right half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct View {
    color: Color,
    /// What is exchanged of the number of a square.
    exchanged: usize,
}

impl View {
    #[inline(always)]
    fn new(color: Color, board: &Board) -> View {
        let is_left = board.king_of(color).is_some_and(|king| u32::from(king) & 4 == 0);
        View { color, exchanged: color.fold_wb(0, 56) ^ if is_left { 7 } else { 0 } }
    }

    #[inline(always)]
    fn input(self, square: Square, piece: Option<Piece>) -> Option<usize> {
        let Piece { color, role } = piece?;
        let side = if color == self.color { 0 } else { 6 };
        Some((side + role as usize - 1) * 64 + (square as usize ^ self.exchanged))
    }
}

/// A board, and the sums of its units for either side.
#[derive(Debug)]
struct Seen {
    board: Board,
    sums: [Vec<i16>; 2],
    /// When it was last of use.
    used: u64,
}

impl Seen {
    fn empty(weights: &Weights) -> Seen {
        let sums = [weights.unit_bias.clone(), weights.unit_bias.clone()];
        Seen { board: Board::empty(), sums, used: 0 }
    }

    /// Makes `next` the sums of this board.
    #[inline(always)]
    fn go_on(&self, weights: &Weights, board: &Board, next: &mut Seen) {
        let squares = differences(&self.board, board);
        let is_far = squares.count() > board.occupied().count();
        for (side, color) in [Color::White, Color::Black].into_iter().enumerate() {
            let (view, sums) = (View::new(color, board), &mut next.sums[side]);
            if is_far || view != View::new(color, &self.board) {
                // Another game, or the king has come to the other half of the board.
                let all = Changes::new(&Board::empty(), board, board.occupied(), view);
                all.apply(weights, &weights.unit_bias, sums);
            } else {
                let changes = Changes::new(&self.board, board, squares, view);
                changes.apply(weights, &self.sums[side], sums);
            }
        }
        next.board.clone_from(board);
    }
}

/// The inputs that come and go from one board to another.
struct Changes {
    added: Inputs,
    removed: Inputs,
}

impl Changes {
    /// Those of these squares.
    #[inline(always)]
    fn new(from: &Board, to: &Board, squares: Bitboard, view: View) -> Changes {
        let mut changes = Changes { added: Inputs::NONE, removed: Inputs::NONE };
        for square in squares {
            changes.added.push(view.input(square, to.piece_at(square)));
            changes.removed.push(view.input(square, from.piece_at(square)));
        }
        changes
    }

    /// Makes `to` what `from` becomes. No sum of a possible board leaves its range (`Network::read`), and the
    /// order in which boards were seen never matters.
    #[inline(always)]
    fn apply(&self, weights: &Weights, from: &[i16], to: &mut [i16]) {
        let ((from, _), (to, _)) = (from.as_chunks::<LANES>(), to.as_chunks_mut::<LANES>());
        for (place, (from, to)) in from.iter().zip(to).enumerate() {
            let mut sums = *from;
            for &input in &self.added.numbers[..self.added.count] {
                let row = weights.lanes(input.into(), place);
                for lane in 0..LANES {
                    sums[lane] = sums[lane].wrapping_add(row[lane]);
                }
            }
            for &input in &self.removed.numbers[..self.removed.count] {
                let row = weights.lanes(input.into(), place);
                for lane in 0..LANES {
                    sums[lane] = sums[lane].wrapping_sub(row[lane]);
                }
            }
            *to = sums;
        }
    }
}

/// Inputs; as many as there are squares at most.
struct Inputs {
    numbers: [u16; 64],
    count: usize,
}

impl Inputs {
    const NONE: Inputs = Inputs { numbers: [0; 64], count: 0 };

    #[inline(always)]
    fn push(&mut self, input: Option<usize>) {
        if let Some(input) = input {
            self.numbers[self.count] = input as u16;
            self.count += 1;
        }
    }
}
