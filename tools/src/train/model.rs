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
/// Views of a board: the mover's, then the other one.
pub const VIEWS: usize = 2;
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
/// the outputs: for each set of them the units of the mover's view, and of the other one.
const BIAS: usize = INPUTS;
const NOTHING: usize = INPUTS + 1;
const OUTPUTS: usize = INPUTS + 2;
const ROWS: usize = OUTPUTS + VIEWS * BUCKETS;
/// The greatest input and output weights that the program can hold.
const MOST_INPUT: f32 = (i16::MAX / 34) as f32 / UNIT_ONE;
const MOST_OUTPUT: f32 = 127.0 / OUTPUT_ONE;

/// The bucket of a position.
pub fn bucket(sample: &Sample) -> usize {
    (sample.pieces().saturating_sub(1) / SPAN).min(BUCKETS - 1)
}

/// The row of the output weights for a bucket and a view.
fn output_row(bucket: usize, view: usize) -> usize {
    OUTPUTS + VIEWS * bucket + view
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
            0..OUTPUTS => MOST_INPUT,
            _ => MOST_OUTPUT,
        }
    }
}

/// The weights; so are what they change by, one for each.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    shape: Shape,
    /// Block by block the rows of the inputs, of the bias and of the outputs.
    numbers: Vec<f32>,
}

impl Weights {
    /// Zeros for this number of units, a multiple of [`LANES`].
    pub fn zeros(units: usize) -> Weights {
        let lanes = if units.is_multiple_of(BLOCK) { BLOCK } else { LANES };
        let blocks = units / lanes;
        let numbers = vec![0.0; blocks * ROWS * lanes];
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

    /// The weights of all units for a bucket and a view.
    pub fn of_output(&self, bucket: usize, view: usize) -> impl Iterator<Item = f32> {
        self.of_input(output_row(bucket, view))
    }

    /// Sets the weights of an input for all units, as [`Weights::of_input`] gives them.
    pub fn set_input(&mut self, input: usize, mut weights: impl Iterator<Item = f32>) {
        for block in 0..self.shape.blocks {
            let row = self.row_mut(block, input).iter_mut();
            row.zip(&mut weights).for_each(|(number, weight)| *number = weight);
        }
    }

    /// Sets the weights of all units for a bucket and a view.
    pub fn set_output(&mut self, bucket: usize, view: usize, weights: impl Iterator<Item = f32>) {
        self.set_input(output_row(bucket, view), weights);
    }

    #[inline(always)]
    fn row(&self, block: usize, row: usize) -> &[f32] {
        &self.numbers[(block * ROWS + row) * self.shape.lanes..][..self.shape.lanes]
    }

    #[inline(always)]
    fn row_mut(&mut self, block: usize, row: usize) -> &mut [f32] {
        &mut self.numbers[(block * ROWS + row) * self.shape.lanes..][..self.shape.lanes]
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
    inputs: [[[u16; VIEWS]; PIECES]; TOGETHER],
    counts: [usize; TOGETHER],
    /// What the units add up, of each block and position, as the mover and then as the other side sees it.
    sums: Vec<f32>,
    outputs: [f32; TOGETHER],
    /// How the loss changes with the output.
    slopes: [f32; TOGETHER],
}

impl Group {
    fn new(weights: &Weights) -> Group {
        Group {
            inputs: [[[0; VIEWS]; PIECES]; TOGETHER],
            counts: [0; TOGETHER],
            sums: vec![0.0; VIEWS * weights.units() * TOGETHER],
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
            let value = value(sample, group.outputs[place]);
            let won = sigmoid(value / scales.value);
            let off = won - sigmoid(sample.label() / scales.label);
            total += f64::from(off * off);
            let slope = 2.0 * off * won * (1.0 - won) / scales.value * sample.counts() * SCALE;
            group.slopes[place] = slope * sample.mover();
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
        found.extend(outputs.map(|(sample, output)| value(sample, output)));
    }
    found
}

#[inline(always)]
fn value(sample: &Sample, output: f32) -> f32 {
    sample.base() + sample.counts() * SCALE * sample.mover() * output
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
        *inputs = [[NOTHING as u16; VIEWS]; PIECES];
        group.counts[place] = samples(place).inputs(inputs);
        if samples(place).mover() < 0.0 {
            inputs[..group.counts[place]].iter_mut().for_each(|views| views.swap(0, 1));
        }
        group.outputs[place] = 0.0;
    }
    let mut sums = group.sums.chunks_exact_mut(weights.shape.lanes);
    for block in 0..weights.shape.blocks {
        for place in 0..count {
            let (inputs, _) = group.inputs[place].as_chunks::<AT_ONCE>();
            let inputs = &inputs[..group.counts[place].div_ceil(AT_ONCE)];
            for view in 0..VIEWS {
                let Some(sums) = sums.next() else { return };
                sums.copy_from_slice(weights.row(block, BIAS));
                for inputs in inputs {
                    add_rows(sums, inputs.map(|of| weights.row(block, usize::from(of[view]))));
                }
                let outputs = weights.row(block, output_row(bucket(samples(place)), view));
                group.outputs[place] += answer(sums, outputs);
            }
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
    let mut sums = group.sums.chunks_exact_mut(weights.shape.lanes);
    for block in 0..weights.shape.blocks {
        for place in 0..count {
            let inputs = &group.inputs[place][..group.counts[place]];
            for view in 0..VIEWS {
                let Some(sums) = sums.next() else { return };
                let output = output_row(bucket(samples(place)), view);
                let changes = gradient.row_mut(block, output);
                back_to_sums(sums, weights.row(block, output), changes, group.slopes[place]);
                add(gradient.row_mut(block, BIAS), sums);
                for of in inputs {
                    add(gradient.row_mut(block, usize::from(of[view])), sums);
                }
            }
        }
    }
}

/// Makes the sums of units of a view into how the loss changes with them, and adds how it changes with the
/// output weights.
#[inline(always)]
fn back_to_sums(sums: &mut [f32], outputs: &[f32], changes: &mut [f32], slope: f32) {
    for (sum, (output, change)) in sums.iter_mut().zip(outputs.iter().zip(changes)) {
        let share = sum.clamp(0.0, 1.0);
        *change += slope * share * share;
        *sum = if share == *sum { 2.0 * slope * output * share } else { 0.0 };
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

/// The answers of the units of a block for a view, times their weights. A unit answers with the square of its sum, from nothing to one.
#[inline(always)]
fn answer(sums: &[f32], outputs: &[f32]) -> f32 {
    let mut totals = [0.0; 8];
    let ((sums, _), (outputs, _)) = (sums.as_chunks::<8>(), outputs.as_chunks::<8>());
    for (sums, outputs) in sums.iter().zip(outputs) {
        for lane in 0..8 {
            let share = sums[lane].clamp(0.0, 1.0);
            totals[lane] += outputs[lane] * (share * share);
        }
    }
    let [a, b, c, d, e, f, g, h] = totals;
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
        let place = |block: usize, row: usize, lane: usize| (block * ROWS + row) * BLOCK + lane;
        // Pawns, kings and the bias; outputs of either block and view.
        for place in [
            place(0, 8, 3),
            place(0, 5 * 64 + 4, 7),
            place(1, 11 * 64 + 60, 31),
            place(0, BIAS, 0),
            place(1, BIAS, 63),
            place(0, output_row(3, 0), 2),
            place(1, output_row(3, 1), 40),
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
}
