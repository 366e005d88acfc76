//! The weights, and the value that follows from them.

use shakmaty::{Color, Piece, Square};

use super::accumulator::{Accumulator, UNITS};

/// One for each piece of either side on each square.
pub(super) const INPUTS: usize = 2 * 6 * 64;
/// Sets of output weights: which one counts depends on the phase of the game.
pub(super) const BUCKETS: usize = 4;
/// Points of the phase that a bucket spans; the last one has those above, too.
const PHASES: i32 = 6;

/// The sum that makes a unit answer with one, its most.
pub(super) const UNIT_ONE: i16 = 255;
/// What stands for one in an output weight.
const OUTPUT_ONE: i32 = 64;
/// Centipawns of an output of one.
const SCALE: i32 = 400;

/// The weights of a network. [`Network::embedded`] is the one of this program.
#[derive(Clone, Debug)]
pub struct Network {
    pub(super) inputs: Vec<[i16; UNITS]>,
    pub(super) unit_bias: [i16; UNITS],
    pub(super) outputs: Vec<[i16; UNITS]>,
    pub(super) hash: u64,
}

impl Network {
    /// How much more a position is worth than its tables say, for White, in centipawns, no matter who is
    /// to move. `phase` is that of the game, from 0 on.
    pub fn correction(&self, sums: &Accumulator, phase: i32) -> i32 {
        let bucket = (phase / PHASES).clamp(0, BUCKETS as i32 - 1);
        let weights = &self.outputs[bucket as usize];
        // What is good in White's view is as bad in Black's, so exchanging the sides changes the
        // sign, and nothing else.
        let sum = answer(&sums.white, weights) - answer(&sums.black, weights);
        sum / i32::from(UNIT_ONE) * SCALE / (i32::from(UNIT_ONE) * OUTPUT_ONE)
    }

    /// A hash of all weights.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Bytes that the weights take.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.inputs[..]) + size_of_val(&self.outputs[..])) as u64
    }

    /// The sums of an empty board.
    pub fn empty_board(&self) -> Accumulator {
        Accumulator { white: self.unit_bias, black: self.unit_bias }
    }

    /// Puts a piece on a square.
    pub fn add(&self, sums: &mut Accumulator, square: Square, piece: Piece) {
        let [white, black] =
            [Color::White, Color::Black].map(|viewer| self.input(viewer, square, piece));
        sums.add(white, black);
    }

    /// Takes a piece off a square.
    pub fn remove(&self, sums: &mut Accumulator, square: Square, piece: Piece) {
        let [white, black] =
            [Color::White, Color::Black].map(|viewer| self.input(viewer, square, piece));
        sums.remove(white, black);
    }

    /// The weights of a piece on a square, as `viewer` sees it: the own pieces first, and the own
    /// side of the board below.
    fn input(&self, viewer: Color, square: Square, piece: Piece) -> &[i16; UNITS] {
        let square = viewer.fold_wb(square, square.flip_vertical());
        let side = if piece.color == viewer { 0 } else { 6 };
        &self.inputs[(side + piece.role as usize - 1) * 64 + square as usize]
    }
}

/// The answers of the units, times their weights. A unit answers with the square of its sum, as a
/// share of [`UNIT_ONE`], from nothing to one.
fn answer(sums: &[i16; UNITS], weights: &[i16; UNITS]) -> i32 {
    let mut total = 0;
    for (&sum, &weight) in sums.iter().zip(weights) {
        let share = sum.clamp(0, UNIT_ONE);
        // An output weight takes 8 bits, so this product fits into 16: compilers have one
        // instruction for many such products and their sum.
        total += i32::from(share.wrapping_mul(weight)) * i32::from(share);
    }
    total
}
