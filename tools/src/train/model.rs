//! The network with real numbers: what it says, and how its loss changes with each weight.
//!
//! Units are worked on in blocks, and positions in groups: the weights of a block then stay in
//! the fastest memory. All sums are taken in the same order whatever the processor and however many
//! threads there are.

use multiversion::multiversion;

use super::samples::{PIECES, Sample};
use crate::random::Random;

/// One for each piece of either side on each square.
pub const INPUTS: usize = 768;
/// Sets of output weights, by the number of pieces.
pub const BUCKETS: usize = 8;
/// Pieces that a bucket spans.
const SPAN: usize = 4;
/// What stands for one in the sum of a unit, and in an output weight, once they are whole numbers.
pub const UNIT_ONE: f32 = 255.0;
pub const OUTPUT_ONE: f32 = 64.0;
/// Centipawns of an output of one.
pub const SCALE: f32 = 400.0;
/// Units come in multiples of this many ...
pub const LANES: usize = 32;
/// ... and blocks have this many, where that is a divisor.
const BLOCK: usize = 64;
/// Positions of a group.
const TOGETHER: usize = 64;
/// Rows that are added at once: sums are fetched and put back less often.
const AT_ONCE: usize = 4;
/// Behind the inputs of a block stands the bias of the units, then a row of zeros for no piece, then come
/// the outputs.
const BIAS: usize = INPUTS;
const NOTHING: usize = INPUTS + 1;
const OUTPUTS: usize = INPUTS + 2;
const ROWS: usize = OUTPUTS + BUCKETS;
/// The greatest input and output weights that the program can hold.
const MOST_INPUT: f32 = (i16::MAX / 34) as f32 / UNIT_ONE;
const MOST_OUTPUT: f32 = 127.0 / OUTPUT_ONE;

/// The bucket of a position.
pub fn bucket(sample: &Sample) -> usize {
    (sample.pieces().saturating_sub(1) / SPAN).min(BUCKETS - 1)
}

/// How numbers are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The units of a block: the length of a row.
    pub lanes: usize,
    blocks: usize,
}

impl Shape {
    /// The greatest number that may stand in a row.
    pub fn most(self, row: usize) -> f32 {
        match row % ROWS {
            _ if row >= self.blocks * ROWS => f32::INFINITY,
            0..OUTPUTS => MOST_INPUT,
            _ => MOST_OUTPUT,
        }
    }
}

/// The weights; so are what they change by, one for each.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    shape: Shape,
    /// Block by block the rows of the inputs, of the bias and of the outputs. Behind them stands
    /// what the right to move is worth, for each bucket.
    ///
    /// That is fitted beside the network, and left out of it: what is good in one side's view is as bad
    /// in the other's, so a correction does not depend on whose turn it is.
    numbers: Vec<f32>,
}

impl Weights {
    /// Zeros for this number of units, a multiple of [`LANES`].
    pub fn zeros(units: usize) -> Weights {
        let lanes = if units.is_multiple_of(BLOCK) { BLOCK } else { LANES };
        let blocks = units / lanes;
        let numbers = vec![0.0; blocks * ROWS * lanes + BUCKETS];
        Weights { shape: Shape { lanes, blocks }, numbers }
    }

    /// Weights to begin with.
    pub fn random(units: usize, seed: u64) -> Weights {
        let mut random = Random::new(seed, 0);
        let mut weights = Weights::zeros(units);
        for (place, row) in weights.numbers.chunks_exact_mut(weights.shape.lanes).enumerate() {
            match place % ROWS {
                BIAS => row.fill(0.25),
                NOTHING => {}
                _ => row.fill_with(|| random.below(1 << 24) as f32 / (1 << 24) as f32 * 0.2 - 0.1),
            }
        }
        weights
    }

    /// Makes all of them zero.
    pub fn clear(&mut self) {
        self.numbers.fill(0.0);
    }

    /// Hidden units for each side's view.
    pub fn units(&self) -> usize {
        self.shape.blocks * self.shape.lanes
    }

    /// How the numbers are laid out.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// All numbers, row by row; the last row may be shorter.
    pub fn numbers(&self) -> &[f32] {
        &self.numbers
    }

    /// All numbers, row by row.
    pub fn numbers_mut(&mut self) -> &mut [f32] {
        &mut self.numbers
    }

    /// The weights of an input for all units; [`INPUTS`] stands for their bias.
    pub fn of_input(&self, input: usize) -> impl Iterator<Item = f32> {
        (0..self.shape.blocks).flat_map(move |block| self.row(block, input).iter().copied())
    }

    /// The weights of all units for a bucket.
    pub fn of_output(&self, bucket: usize) -> impl Iterator<Item = f32> {
        self.of_input(OUTPUTS + bucket)
    }

    /// Sets the weights of an input for all units, as [`Weights::of_input`] gives them.
    pub fn set_input(&mut self, input: usize, mut weights: impl Iterator<Item = f32>) {
        for block in 0..self.shape.blocks {
            let row = self.row_mut(block, input).iter_mut();
            row.zip(&mut weights).for_each(|(number, weight)| *number = weight);
        }
    }

    /// Sets the weights of all units for a bucket.
    pub fn set_output(&mut self, bucket: usize, weights: impl Iterator<Item = f32>) {
        self.set_input(OUTPUTS + bucket, weights);
    }

    #[inline(always)]
    fn row(&self, block: usize, row: usize) -> &[f32] {
        &self.numbers[(block * ROWS + row) * self.shape.lanes..][..self.shape.lanes]
    }

    #[inline(always)]
    fn row_mut(&mut self, block: usize, row: usize) -> &mut [f32] {
        &mut self.numbers[(block * ROWS + row) * self.shape.lanes..][..self.shape.lanes]
    }

    fn tempo_place(&self, bucket: usize) -> usize {
        self.shape.blocks * ROWS * self.shape.lanes + bucket
    }
}

/// What one point of a value and of a label is worth.
#[derive(Clone, Copy, Debug)]
pub struct Scales {
    /// Centipawns of a label that make 73 % of a win.
    pub label: f32,
    /// The same for a value.
    pub value: f32,
}

/// The chance to win that belongs to a number.
#[inline(always)]
pub fn sigmoid(number: f32) -> f32 {
    1.0 / (1.0 + (-number).exp())
}

/// A group of positions on their way through the network.
struct Group {
    inputs: [[[u16; 2]; PIECES]; TOGETHER],
    counts: [usize; TOGETHER],
    /// What the units add up, of each block and position, as White and then as Black sees it.
    sums: Vec<f32>,
    outputs: [f32; TOGETHER],
    /// How the loss changes with the output.
    slopes: [f32; TOGETHER],
}

impl Group {
    fn new(weights: &Weights) -> Group {
        Group {
            inputs: [[[0; 2]; PIECES]; TOGETHER],
            counts: [0; TOGETHER],
            sums: vec![0.0; 2 * weights.units() * TOGETHER],
            outputs: [0.0; TOGETHER],
            slopes: [0.0; TOGETHER],
        }
    }
}

/// The sum of the losses of these positions. What it changes by with each weight is added to
/// `gradient`.
#[multiversion(targets("x86_64+avx2", "aarch64+neon"))]
pub fn add_gradient(
    weights: &Weights,
    samples: &[Sample],
    picked: &[u32],
    scales: Scales,
    gradient: &mut Weights,
) -> f64 {
    let mut group = Group::new(weights);
    let mut total = 0.0;
    for picked in picked.chunks(TOGETHER) {
        let samples = |place: usize| &samples[picked[place] as usize];
        forward(weights, picked.len(), samples, &mut group);
        for place in 0..picked.len() {
            let sample = samples(place);
            let value = value(weights, sample, group.outputs[place]);
            let won = sigmoid(value / scales.value);
            let off = won - sigmoid(sample.label() / scales.label);
            total += f64::from(off * off);
            let slope = 2.0 * off * won * (1.0 - won) / scales.value * sample.counts() * SCALE;
            group.slopes[place] = slope;
            gradient.numbers[weights.tempo_place(bucket(sample))] += slope * sample.mover();
        }
        backward(weights, picked.len(), samples, &mut group, gradient);
    }
    total
}

/// What positions are worth to White, in centipawns.
#[multiversion(targets("x86_64+avx2", "aarch64+neon"))]
pub fn values(weights: &Weights, samples: &[Sample]) -> Vec<f32> {
    let mut group = Group::new(weights);
    let mut found = Vec::with_capacity(samples.len());
    for samples in samples.chunks(TOGETHER) {
        forward(weights, samples.len(), |place| &samples[place], &mut group);
        let outputs = samples.iter().zip(group.outputs);
        found.extend(outputs.map(|(sample, output)| value(weights, sample, output)));
    }
    found
}

#[inline(always)]
fn value(weights: &Weights, sample: &Sample, output: f32) -> f32 {
    let output = output + sample.mover() * weights.numbers[weights.tempo_place(bucket(sample))];
    sample.base() + sample.counts() * SCALE * output
}

/// What the network says of each position of a group.
#[inline(always)]
fn forward<'a>(
    weights: &Weights,
    count: usize,
    samples: impl Fn(usize) -> &'a Sample,
    group: &mut Group,
) {
    for place in 0..count {
        let inputs = &mut group.inputs[place];
        *inputs = [[NOTHING as u16; 2]; PIECES];
        group.counts[place] = samples(place).inputs(inputs);
        group.outputs[place] = 0.0;
    }
    let mut sums = group.sums.chunks_exact_mut(2 * weights.shape.lanes);
    for block in 0..weights.shape.blocks {
        for place in 0..count {
            let Some(sums) = sums.next() else { return };
            let (white, black) = sums.split_at_mut(weights.shape.lanes);
            white.copy_from_slice(weights.row(block, BIAS));
            black.copy_from_slice(weights.row(block, BIAS));
            let (inputs, _) = group.inputs[place].as_chunks();
            for inputs in &inputs[..group.counts[place].div_ceil(AT_ONCE)] {
                add_rows(white, inputs.map(|[own, _]| weights.row(block, usize::from(own))));
                add_rows(black, inputs.map(|[_, other]| weights.row(block, usize::from(other))));
            }
            let outputs = weights.row(block, OUTPUTS + bucket(samples(place)));
            group.outputs[place] += answer(white, black, outputs);
        }
    }
}

#[inline(always)]
fn backward<'a>(
    weights: &Weights,
    count: usize,
    samples: impl Fn(usize) -> &'a Sample,
    group: &mut Group,
    gradient: &mut Weights,
) {
    let mut sums = group.sums.chunks_exact_mut(2 * weights.shape.lanes);
    for block in 0..weights.shape.blocks {
        for place in 0..count {
            let Some(sums) = sums.next() else { return };
            let (white, black) = sums.split_at_mut(weights.shape.lanes);
            let (slope, output) = (group.slopes[place], OUTPUTS + bucket(samples(place)));
            let changes = gradient.row_mut(block, output);
            back_to_sums(white, black, weights.row(block, output), changes, slope);
            add(gradient.row_mut(block, BIAS), white);
            add(gradient.row_mut(block, BIAS), black);
            for &[own, other] in &group.inputs[place][..group.counts[place]] {
                add(gradient.row_mut(block, usize::from(own)), white);
                add(gradient.row_mut(block, usize::from(other)), black);
            }
        }
    }
}

/// Makes the sums of units into how the loss changes with them, and adds how it changes with the
/// output weights.
#[inline(always)]
fn back_to_sums(
    white: &mut [f32],
    black: &mut [f32],
    outputs: &[f32],
    changes: &mut [f32],
    slope: f32,
) {
    let weights = outputs.iter().zip(changes);
    for ((white, black), (output, change)) in white.iter_mut().zip(black).zip(weights) {
        let (own, other) = (white.clamp(0.0, 1.0), black.clamp(0.0, 1.0));
        *change += slope * (own * own - other * other);
        let each = 2.0 * slope * output;
        *white = if own == *white { each * own } else { 0.0 };
        *black = if other == *black { -each * other } else { 0.0 };
    }
}

#[inline(always)]
fn add(sums: &mut [f32], row: &[f32]) {
    for (sum, number) in sums.iter_mut().zip(row) {
        *sum += number;
    }
}

#[inline(always)]
fn add_rows(sums: &mut [f32], [a, b, c, d]: [&[f32]; AT_ONCE]) {
    for ((sum, (a, b)), (c, d)) in sums.iter_mut().zip(a.iter().zip(b)).zip(c.iter().zip(d)) {
        *sum += (a + b) + (c + d);
    }
}

/// The answers of the units of a block, White's less Black's, times their weights. A unit answers
/// with the square of its sum, from nothing to one.
#[inline(always)]
fn answer(white: &[f32], black: &[f32], outputs: &[f32]) -> f32 {
    let mut sums = [0.0; 8];
    let ((white, _), (black, _), (outputs, _)) =
        (white.as_chunks::<8>(), black.as_chunks::<8>(), outputs.as_chunks::<8>());
    for ((white, black), outputs) in white.iter().zip(black).zip(outputs) {
        for lane in 0..8 {
            let (own, other) = (white[lane].clamp(0.0, 1.0), black[lane].clamp(0.0, 1.0));
            sums[lane] += outputs[lane] * (own * own - other * other);
        }
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}

#[cfg(test)]
mod tests {
    use super::super::samples::tests::samples;
    use super::*;
    use anyhow::Result;

    const SCALES: Scales = Scales { label: 200.0, value: 215.0 };

    /// The loss of all, from what they are worth.
    fn loss(weights: &Weights, samples: &[Sample]) -> f64 {
        let values = values(weights, samples);
        let each = values.iter().zip(samples).map(|(value, sample)| {
            sigmoid(value / SCALES.value) - sigmoid(sample.label() / SCALES.label)
        });
        each.map(|off| f64::from(off * off)).sum()
    }

    /// Each weight is changed a little.
    #[test]
    fn the_gradient_tells_how_the_loss_changes() -> Result<()> {
        let samples = samples(150)?;
        let picked: Vec<u32> = (0..samples.len() as u32).collect();
        let weights = Weights::random(128, 5);
        let mut gradient = Weights::zeros(128);
        let total = add_gradient(&weights, &samples, &picked, SCALES, &mut gradient);
        assert!((total - loss(&weights, &samples)).abs() < 1e-6);
        let last = weights.numbers.len() - 1;
        let place = |block: usize, row: usize, lane: usize| (block * ROWS + row) * BLOCK + lane;
        // Pawns, kings and the bias; outputs of either block, and the right to move.
        for place in [
            place(0, 8, 3),
            place(0, 5 * 64 + 4, 7),
            place(1, 11 * 64 + 60, 31),
            place(0, BIAS, 0),
            place(1, BIAS, 63),
            place(0, OUTPUTS + 3, 2),
            place(1, OUTPUTS + 3, 40),
            last,
        ] {
            let with = |change: f32| {
                let mut weights = weights.clone();
                weights.numbers[place] += change;
                loss(&weights, &samples)
            };
            let found = (with(1e-3) - with(-1e-3)) / 2e-3;
            let told = f64::from(gradient.numbers[place]);
            assert!((found - told).abs() < 2e-3 * found.abs().max(0.05), "{place}: {found} {told}");
        }
        Ok(())
    }

    #[test]
    fn exchanging_the_sides_changes_the_sign() {
        let weights = Weights::random(32, 2);
        let [white, black, outputs] = [3, 4, OUTPUTS].map(|row| weights.row(0, row));
        assert_eq!(answer(white, black, outputs), -answer(black, white, outputs));
    }
}
