//! The network with real numbers: what it says, and how its loss changes with each weight.
//!
//! Units are worked on in blocks, and positions in groups: the weights of a block are then fetched for many
//! positions at once. All sums are taken in the same order whatever the processor and however many
//! threads there are.

use std::slice::ChunksExactMut;

use multiversion::multiversion;

use super::samples::{PIECES, Sample};
use crate::random::Random;

/// Places of the viewer's own king that are told apart.
pub const PLACES: usize = 4;
/// One for each piece of either side on each square ...
pub const ON_A_BOARD: usize = 768;
/// ... for each place of the king.
pub const INPUTS: usize = PLACES * ON_A_BOARD;
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
/// The units of a block: they come in multiples of this many. With 64, training takes 1.6 times as long.
pub const BLOCK: usize = 128;
/// Positions of a group.
const TOGETHER: usize = 64;
/// Rows that are added at once: sums are fetched and put back less often.
const AT_ONCE: usize = 4;
/// Behind the inputs of a block stands the bias of the units, then a row of zeros for no piece, then come
/// the outputs: for each set of them the units of the mover's view, and of the other one. The last rows are used where weights
/// are [apart](Weights::apart): what the inputs of all places of the king have in common.
const BIAS: usize = INPUTS;
const NOTHING: usize = INPUTS + 1;
const OUTPUTS: usize = INPUTS + 2;
const COMMON: usize = OUTPUTS + VIEWS * BUCKETS;
const ROWS: usize = COMMON + ON_A_BOARD;
/// The greatest input and output weights and the greatest bias that the program can hold.
const MOST_INPUT: f32 = 127.0 / UNIT_ONE;
const MOST_BIAS: f32 = (i16::MAX as f32 - 34.0 * 128.0) / UNIT_ONE;
const MOST_OUTPUT: f32 = 127.0 / OUTPUT_ONE;

/// The bucket of a position.
pub fn bucket(sample: &Sample) -> usize {
    (sample.pieces().saturating_sub(1) / SPAN).min(BUCKETS - 1)
}

/// The row of the output weights for a bucket and a view.
fn output_row(bucket: usize, view: usize) -> usize {
    OUTPUTS + VIEWS * bucket + view
}

/// The numbers of a block.
pub const OF_BLOCK: usize = ROWS * BLOCK;

/// The greatest number that may stand in a row of a block.
pub fn most(row: usize) -> f32 {
    match row {
        BIAS => MOST_BIAS,
        0..OUTPUTS | COMMON.. => MOST_INPUT,
        _ => MOST_OUTPUT,
    }
}

/// The weights; so are what they change by, one for each.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    blocks: usize,
    /// Block by block the rows of the inputs, of the bias and of the outputs.
    numbers: Vec<f32>,
}

impl Weights {
    /// Zeros for this number of units, a multiple of [`BLOCK`].
    pub fn zeros(units: usize) -> Weights {
        let blocks = units / BLOCK;
        Weights { blocks, numbers: vec![0.0; blocks * OF_BLOCK] }
    }

    /// Weights to begin with, alike for all places of the king.
    pub fn random(units: usize, seed: u64) -> Weights {
        let mut random = Random::new(seed, 0);
        let mut weights = Weights::zeros(units);
        for (place, row) in weights.numbers.chunks_exact_mut(BLOCK).enumerate() {
            match place % ROWS {
                BIAS => row.fill(0.25),
                ON_A_BOARD..INPUTS | NOTHING | COMMON.. => {}
                _ => row.fill_with(|| random.below(1 << 24) as f32 / (1 << 24) as f32 * 0.2 - 0.1),
            }
        }
        for block in weights.numbers.chunks_exact_mut(OF_BLOCK) {
            let (first, others) = block[..INPUTS * BLOCK].split_at_mut(ON_A_BOARD * BLOCK);
            others.chunks_exact_mut(first.len()).for_each(|place| place.copy_from_slice(first));
        }
        weights
    }

    /// The same with more units: [random](Weights::random) ones, whose answers do not count yet.
    pub fn widened(&self, units: usize, seed: u64) -> Weights {
        let random = Weights::random(units, seed);
        let mut wide = Weights::zeros(units);
        for row in 0..COMMON {
            let counts = if row < OUTPUTS { 1.0 } else { 0.0 };
            let new = random.of_input(row).skip(self.units()).map(|number| counts * number);
            wide.set_input(row, self.of_input(row).chain(new));
        }
        wide
    }

    /// What the inputs of all places of the king have in common, and what each place adds to that: fitted apart, all
    /// positions teach what is common, so that fewer positions are enough for each place.
    pub fn apart(&self) -> Weights {
        let mut apart = self.clone();
        for block in apart.numbers.chunks_exact_mut(OF_BLOCK) {
            add_up_common(block);
            let (places, common) = places_and_common(block);
            common.iter_mut().for_each(|number| *number /= PLACES as f32);
            for place in places {
                place.iter_mut().zip(&*common).for_each(|(number, common)| *number -= common);
            }
        }
        apart
    }

    /// Makes `whole` what these weights are together that were taken [apart](Weights::apart).
    pub fn put_together(&self, whole: &mut Weights) {
        whole.numbers.copy_from_slice(&self.numbers);
        for block in whole.numbers.chunks_exact_mut(OF_BLOCK) {
            let (places, common) = places_and_common(block);
            for place in places {
                for (number, common) in place.iter_mut().zip(&*common) {
                    *number = (*number + common).clamp(-MOST_INPUT, MOST_INPUT);
                }
            }
        }
    }

    /// Makes all of them zero.
    pub fn clear(&mut self) {
        self.numbers.fill(0.0);
    }

    /// Hidden units for each side's view.
    pub fn units(&self) -> usize {
        self.blocks * BLOCK
    }

    /// All numbers, row by row.
    pub fn numbers(&self) -> &[f32] {
        &self.numbers
    }

    /// All numbers, row by row.
    pub fn numbers_mut(&mut self) -> &mut [f32] {
        &mut self.numbers
    }

    /// The weights of an input for all units; [`INPUTS`] stands for their bias.
    pub fn of_input(&self, input: usize) -> impl Iterator<Item = f32> {
        (0..self.blocks).flat_map(move |block| self.row(block, input).iter().copied())
    }

    /// The weights of all units for a bucket and a view.
    pub fn of_output(&self, bucket: usize, view: usize) -> impl Iterator<Item = f32> {
        self.of_input(output_row(bucket, view))
    }

    /// Sets the weights of an input for all units, as [`Weights::of_input`] gives them.
    pub fn set_input(&mut self, input: usize, mut weights: impl Iterator<Item = f32>) {
        for block in 0..self.blocks {
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
        &self.numbers[(block * ROWS + row) * BLOCK..][..BLOCK]
    }

    #[inline(always)]
    fn row_mut(&mut self, block: usize, row: usize) -> &mut [f32] {
        &mut self.numbers[(block * ROWS + row) * BLOCK..][..BLOCK]
    }
}

/// Adds up in a block what belongs to what its inputs have in common.
pub fn add_up_common(block: &mut [f32]) {
    let (places, common) = places_and_common(block);
    common.fill(0.0);
    places.for_each(|place| add(common, place));
}

/// In a block the inputs of each place of the king, and what they have in common.
fn places_and_common(block: &mut [f32]) -> (ChunksExactMut<'_, f32>, &mut [f32]) {
    let (places, common) = block.split_at_mut(COMMON * BLOCK);
    (places[..INPUTS * BLOCK].chunks_exact_mut(ON_A_BOARD * BLOCK), common)
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
    let mut sums = group.sums.chunks_exact_mut(BLOCK);
    for block in 0..weights.blocks {
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
    let mut sums = group.sums.chunks_exact_mut(BLOCK);
    for block in 0..weights.blocks {
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

    /// More units change no value, nor does it to take weights apart and to put them together.
    #[test]
    fn the_same_is_said_with_more_units_and_apart() -> Result<()> {
        let samples = samples(100)?;
        let mut weights = Weights::random(128, 5);
        let row: Vec<f32> = weights.of_input(ON_A_BOARD + 12).map(|weight| weight / 2.0).collect();
        weights.set_input(ON_A_BOARD + 12, row.into_iter());
        let expected = values(&weights, &samples);
        let close = |other: &Weights| {
            let found = values(other, &samples);
            found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-2)
        };
        assert!(close(&weights.widened(256, 1)));
        let apart = weights.apart();
        assert!(!close(&apart));
        let mut whole = Weights::zeros(128);
        apart.put_together(&mut whole);
        assert!(close(&whole));
        // Where all places weigh the same, none adds anything to what they have in common.
        let alike = Weights::random(128, 5).apart();
        assert!((0..INPUTS).all(|input| alike.of_input(input).all(|number| number == 0.0)));
        Ok(())
    }

    /// Each weight is changed a little.
    #[test]
    fn the_gradient_tells_how_the_loss_changes() -> Result<()> {
        let samples = samples(150)?;
        let picked: Vec<u32> = (0..samples.len() as u32).collect();
        let weights = Weights::random(256, 5);
        let mut gradient = Weights::zeros(256);
        let total = add_gradient(&weights, &samples, &picked, SCALES, &mut gradient);
        assert!((total - loss(&weights, &samples)).abs() < 1e-6);
        let place = |block: usize, row: usize, lane: usize| (block * ROWS + row) * BLOCK + lane;
        // Pawns, kings (in the middle of the first rank, as most are) and the bias; outputs of either block and view.
        for place in [
            place(0, ON_A_BOARD + 8, 3),
            place(0, ON_A_BOARD + 5 * 64 + 4, 7),
            place(1, ON_A_BOARD + 11 * 64 + 60, 31),
            place(0, BIAS, 0),
            place(1, BIAS, 127),
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
