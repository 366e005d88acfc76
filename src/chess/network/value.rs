//! The value that follows from the weights.

use std::cell::RefCell;
use std::sync::Arc;

use multiversion::multiversion;
use shakmaty::{Board, Color};
use thread_local::ThreadLocal;

use super::sums::{BUCKETS, LANES, Sums, VIEWS, Weights};

/// Pieces that a bucket spans.
const SPAN: usize = 4;

/// The sum that makes a unit answer with one, its most.
const UNIT_ONE: i16 = 255;
/// What stands for one in an output weight.
const OUTPUT_ONE: i64 = 64;
/// Centipawns of an output of one.
const SCALE: i64 = 400;

/// A network. [`Network::embedded`] is the one of this program.
///
/// Clones share the weights.
#[derive(Debug)]
pub struct Network {
    weights: Arc<Weights>,
    /// Of each thread.
    sums: ThreadLocal<RefCell<Sums>>,
}

impl Clone for Network {
    fn clone(&self) -> Network {
        Network { weights: Arc::clone(&self.weights), sums: ThreadLocal::new() }
    }
}

impl From<Weights> for Network {
    fn from(weights: Weights) -> Network {
        Network { weights: Arc::new(weights), sums: ThreadLocal::new() }
    }
}

impl Network {
    /// How much more a board is worth than its tables say where this side is to move, for White, in centipawns.
    pub fn correction(&self, board: &Board, mover: Color) -> i32 {
        let sums = self.sums.get_or(|| RefCell::new(Sums::new(&self.weights)));
        let for_mover = correction(&self.weights, &mut sums.borrow_mut(), board, mover);
        mover.fold_wb(for_mover, -for_mover)
    }

    /// Hidden units for each side's view.
    pub fn units(&self) -> usize {
        self.weights.units
    }

    /// A hash of all weights.
    pub fn hash(&self) -> u64 {
        self.weights.hash
    }

    /// Bytes that the weights take.
    pub fn bytes(&self) -> u64 {
        let Weights { inputs, unit_bias, outputs, .. } = &*self.weights;
        size_of_val(&inputs[..]) as u64
            + size_of_val(&unit_bias[..]) as u64
            + size_of_val(&outputs[..]) as u64
    }
}

#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx2+bmi1+bmi2+popcnt+lzcnt",
    "x86_64+avx2+bmi1+bmi2+popcnt+lzcnt",
    "aarch64+neon"
))]
fn correction(weights: &Weights, sums: &mut Sums, board: &Board, mover: Color) -> i32 {
    let bucket = (board.occupied().count().saturating_sub(1) / SPAN).min(BUCKETS - 1);
    let outputs = &weights.outputs[bucket * VIEWS * weights.units..][..VIEWS * weights.units];
    let (of_own, of_other) = outputs.split_at(weights.units);
    let [white, black] = sums.of(weights, board);
    let (own, other) = mover.fold_wb((white, black), (black, white));
    let sum = answers(own, of_own) + answers(other, of_other);
    let one = i64::from(UNIT_ONE);
    (sum / one * SCALE / (one * OUTPUT_ONE)) as i32
}

/// The answers of the units in a view, times their weights. A unit answers with the square of its sum, as a share of [`UNIT_ONE`],
/// from nothing to one.
#[inline(always)]
fn answers(sums: &[i16], weights: &[i16]) -> i64 {
    let mut all = 0;
    let ((sums, _), (weights, _)) = (sums.as_chunks::<LANES>(), weights.as_chunks::<LANES>());
    for (sums, weights) in sums.iter().zip(weights) {
        // One plain sum: any other order of these additions takes twice the instructions. The greatest of a block fits into 32 bits.
        let mut total = 0_i32;
        for lane in 0..LANES {
            let share = sums[lane].clamp(0, UNIT_ONE);
            // An output weight takes 8 bits, so this product fits into 16.
            total += i32::from(share.wrapping_mul(weights[lane])) * i32::from(share);
        }
        all += i64::from(total);
    }
    all
}
