//! The weights, and what goes into the hidden units: those of all pieces on the board, added up.

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

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
pub fn differences(one: &Board, other: &Board) -> Bitboard {
    let mut squares = (one.white() ^ other.white()) | (one.black() ^ other.black());
    for role in Role::ALL {
        squares |= one.by_role(role) ^ other.by_role(role);
    }
    squares
}

/// How a side sees the board: its own pieces first, its own side of the board below, its king on the
/// right half. What a piece is worth depends on where that king stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct View {
    color: Color,
    /// What is exchanged of the number of a square.
    exchanged: usize,
    /// Where the inputs begin that belong to the place of the king.
    first: usize,
}

impl View {
    #[inline(always)]
    fn new(color: Color, board: &Board) -> View {
        let king = board.king_of(color).map_or(0, |king| king as usize);
        let exchanged = color.fold_wb(0, 56) ^ if king & 4 == 0 { 7 } else { 0 };
        View { color, exchanged, first: ON_A_BOARD * place_of_king(king ^ exchanged) }
    }

    #[inline(always)]
    fn input(self, placed: Placed) -> usize {
        let side = if placed.color == self.color { 0 } else { 6 };
        let on_board =
            (side + placed.role as usize - 1) * 64 + (placed.square as usize ^ self.exchanged);
        self.first + on_board
    }
}

/// A piece on its square.
#[derive(Clone, Copy)]
struct Placed {
    color: Color,
    role: Role,
    square: Square,
}

/// Which set of inputs belongs to a king on this square (0 to 63), as its own side sees the board and with the king on
/// the right half: castled, in the middle of the first rank, on the second one, or beyond.
#[inline(always)]
pub fn place_of_king(square: usize) -> usize {
    match square {
        6 | 7 => 0,
        0..8 => 1,
        8..16 => 2,
        _ => 3,
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
        let changes = Changes::new(&self.board, board);
        let is_far = changes.count() > board.occupied().count();
        for (side, color) in [Color::White, Color::Black].into_iter().enumerate() {
            let (view, sums) = (View::new(color, board), &mut next.sums[side]);
            if is_far || view != View::new(color, &self.board) {
                // Another game, or the king has come to another place or the other half of the board.
                let all = Changes::new(&Board::empty(), board);
                all.apply(weights, view, &weights.unit_bias, sums);
            } else {
                changes.apply(weights, view, &self.sums[side], sums);
            }
        }
        next.board.clone_from(board);
    }
}

/// The pieces that come and go from one board to another.
struct Changes {
    added: Pieces,
    removed: Pieces,
}

impl Changes {
    /// Those from one board to another.
    #[inline(always)]
    fn new(from: &Board, to: &Board) -> Changes {
        let mut changes = Changes { added: Pieces::NONE, removed: Pieces::NONE };
        for color in Color::ALL {
            for role in Role::ALL {
                let before = from.by_piece(Piece { color, role });
                let after = to.by_piece(Piece { color, role });
                changes.added.push(color, role, after & !before);
                changes.removed.push(color, role, before & !after);
            }
        }
        changes
    }

    #[inline(always)]
    fn count(&self) -> usize {
        self.added.count + self.removed.count
    }

    /// Makes `to` what `from` becomes in this view. No sum of a possible board leaves its range (`Network::read`), and the
    /// order in which boards were seen never matters.
    #[inline(always)]
    fn apply(&self, weights: &Weights, view: View, from: &[i16], to: &mut [i16]) {
        // Where the rows of their weights begin.
        let mut rows = [0; 64];
        let (added, removed) = (self.added.placed(), self.removed.placed());
        for (row, &placed) in rows.iter_mut().zip(added.iter().chain(removed)) {
            *row = view.input(placed) * weights.units / LANES;
        }
        let (added, removed) = rows[..self.count()].split_at(added.len());
        let ((from, _), (to, _)) = (from.as_chunks::<LANES>(), to.as_chunks_mut::<LANES>());
        for (block, (from, to)) in from.iter().zip(to).enumerate() {
            let mut sums = *from;
            for &row in added {
                let weights = &weights.inputs[row + block];
                for lane in 0..LANES {
                    sums[lane] = sums[lane].wrapping_add(i16::from(weights[lane]));
                }
            }
            for &row in removed {
                let weights = &weights.inputs[row + block];
                for lane in 0..LANES {
                    sums[lane] = sums[lane].wrapping_sub(i16::from(weights[lane]));
                }
            }
            *to = sums;
        }
    }
}

/// Pieces on their squares; as many as there are squares at most.
struct Pieces {
    placed: [Placed; 64],
    count: usize,
}

impl Pieces {
    const NONE: Pieces = Pieces {
        placed: [Placed { color: Color::White, role: Role::Pawn, square: Square::A1 }; 64],
        count: 0,
    };

    #[inline(always)]
    fn placed(&self) -> &[Placed] {
        &self.placed[..self.count]
    }

    #[inline(always)]
    fn push(&mut self, color: Color, role: Role, squares: Bitboard) {
        for square in squares {
            self.placed[self.count] = Placed { color, role, square };
            self.count += 1;
        }
    }
}

/// Places of the viewer's own king that are told apart.
pub(super) const PLACES: usize = 4;
/// One for each piece of either side on each square ...
pub(super) const ON_A_BOARD: usize = 2 * 6 * 64;
/// ... for each place of the king.
pub(super) const INPUTS: usize = PLACES * ON_A_BOARD;
/// Sets of output weights: which one counts depends on the number of pieces.
pub(super) const BUCKETS: usize = 8;
/// Views of a board: the mover's, then the other one.
pub(super) const VIEWS: usize = 2;
/// The size of a block of units. With 32, a search takes 7 % more instructions.
pub(super) const LANES: usize = 128;

/// The numbers of a file.
#[derive(Debug)]
pub(super) struct Weights {
    /// Hidden units for each side's view.
    pub(super) units: usize,
    /// Input by input the weights of all units, in blocks. In 8 bits they leave more of a near cache to everything else.
    pub(super) inputs: Vec<[i8; LANES]>,
    pub(super) unit_bias: Vec<i16>,
    /// Bucket by bucket the weights of all units of the mover's view, then those of the other one.
    pub(super) outputs: Vec<i16>,
    pub(super) hash: u64,
}
