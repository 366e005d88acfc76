//! The network in whole numbers, as the program computes it, and its file.

use anyhow::{Result, bail, ensure};
use shans::fingerprint::Fingerprint;

use super::FIRST_SEED;
use super::model::{BUCKETS, INPUTS, OUTPUT_ONE, SCALE, UNIT_ONE, VIEWS, Weights, bucket};
use super::samples::{PIECES, Sample};

const MAGIC: &[u8; 8] = b"shansnet";
const FORMAT: usize = 5;
/// Bytes of the sizes, and of the hash at the end.
const SIZES: usize = 4 * 4;
const HASH: usize = 8;

/// A network as the program reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whole {
    units: usize,
    /// Input by input the weights of all units, then their bias.
    inputs: Vec<i16>,
    /// Bucket by bucket those of the mover's view, then of the other one.
    outputs: Vec<i8>,
}

impl Whole {
    /// The nearest whole numbers.
    pub fn of(weights: &Weights) -> Whole {
        let inputs = (0..=INPUTS).flat_map(|input| weights.of_input(input));
        let sets = (0..BUCKETS).flat_map(|bucket| (0..VIEWS).map(move |view| (bucket, view)));
        let outputs = sets.flat_map(|(bucket, view)| weights.of_output(bucket, view));
        Whole {
            units: weights.units(),
            inputs: inputs.map(|weight| (weight * UNIT_ONE).round_ties_even() as i16).collect(),
            outputs: outputs.map(|weight| (weight * OUTPUT_ONE).round_ties_even() as i8).collect(),
        }
    }

    /// The same in real numbers, to be fitted further.
    pub fn weights(&self) -> Weights {
        let mut weights = Weights::zeros(self.units);
        for (input, row) in self.inputs.chunks_exact(self.units).enumerate() {
            weights.set_input(input, row.iter().map(|&weight| f32::from(weight) / UNIT_ONE));
        }
        for (set, row) in self.outputs.chunks_exact(self.units).enumerate() {
            let (bucket, view) = (set / VIEWS, set % VIEWS);
            weights.set_output(
                bucket,
                view,
                row.iter().map(|&weight| f32::from(weight) / OUTPUT_ONE),
            );
        }
        weights
    }

    /// The nearest whole numbers to an average; `share` is that of the other one, which was fitted further from this one and may
    /// have more units.
    pub fn mixed_with(&self, other: &Whole, share: f32) -> Result<Whole> {
        let (units, others) = (self.units, other.units);
        ensure!(units <= others, "one has {units} units, the other one {others}");
        if units < others {
            let widened = Whole::of(&self.weights().widened(others, FIRST_SEED));
            return widened.mixed_with(other, share);
        }
        let mixed = |one: f32, other: f32| (one + share * (other - one)).round_ties_even();
        let inputs = self.inputs.iter().zip(&other.inputs);
        let outputs = self.outputs.iter().zip(&other.outputs);
        Ok(Whole {
            units,
            inputs: inputs.map(|(&a, &b)| mixed(a.into(), b.into()) as i16).collect(),
            outputs: outputs.map(|(&a, &b)| mixed(a.into(), b.into()) as i8).collect(),
        })
    }

    /// The bytes of the file, and the hash they end with.
    pub fn write(&self) -> (Vec<u8>, u64) {
        let mut bytes = MAGIC.to_vec();
        for size in [FORMAT, INPUTS, self.units, BUCKETS] {
            bytes.extend((size as u32).to_le_bytes());
        }
        let (inputs, bias) = self.inputs.split_at(INPUTS * self.units);
        bytes.extend(inputs.iter().map(|&weight| weight as u8));
        bytes.extend(bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(self.outputs.iter().flat_map(|weight| weight.to_le_bytes()));
        let hash = hash_of(&bytes);
        bytes.extend(hash.to_le_bytes());
        (bytes, hash)
    }

    /// Reads a file with any number of units.
    pub fn read(bytes: &[u8]) -> Result<Whole> {
        let Some((sizes, rest)) =
            bytes.strip_prefix(MAGIC).and_then(|rest| rest.split_at_checked(SIZES))
        else {
            bail!("this is no network");
        };
        let (sizes, _) = sizes.as_chunks();
        let sizes: Vec<usize> =
            sizes.iter().map(|&size| u32::from_le_bytes(size) as usize).collect();
        let [FORMAT, INPUTS, units, BUCKETS] = sizes[..] else {
            bail!("a network of format and sizes {sizes:?}")
        };
        let bias_at = units * INPUTS;
        let outputs_at = bias_at + 2 * units;
        let length = outputs_at + units * BUCKETS * VIEWS + HASH;
        ensure!(rest.len() == length, "the network has {} bytes, not {length}", rest.len());
        let (hashed, hash) = bytes.split_at(bytes.len() - HASH);
        ensure!(hash == hash_of(hashed).to_le_bytes(), "the network is damaged: its hash is wrong");
        let inputs = rest[..bias_at].iter().map(|&weight| i16::from(weight as i8));
        let (biases, _) = rest[bias_at..outputs_at].as_chunks();
        Ok(Whole {
            units,
            inputs: inputs.chain(biases.iter().map(|&bias| i16::from_le_bytes(bias))).collect(),
            outputs: rest[outputs_at..length - HASH].iter().map(|&weight| weight as i8).collect(),
        })
    }

    /// How much more a position is worth than its tables say, for White, in centipawns.
    pub fn correction(&self, sample: &Sample) -> i32 {
        let mut inputs = [[0; 2]; PIECES];
        let count = sample.inputs(&mut inputs);
        let row = |input: usize| &self.inputs[input * self.units..][..self.units];
        let outputs = &self.outputs[bucket(sample) * VIEWS * self.units..];
        let is_white = sample.mover() > 0.0;
        let of_view = |view: usize| {
            let mut sums: Vec<i32> = row(INPUTS).iter().map(|&bias| i32::from(bias)).collect();
            for of in &inputs[..count] {
                let seen = of[if is_white { view } else { 1 - view }];
                sums.iter_mut()
                    .zip(row(usize::from(seen)))
                    .for_each(|(sum, &weight)| *sum += i32::from(weight));
            }
            let answers = sums.iter().map(|sum| sum.clamp(&0, &(UNIT_ONE as i32)).pow(2));
            let weights = &outputs[view * self.units..];
            answers
                .zip(weights)
                .map(|(answer, &weight)| i64::from(answer) * i64::from(weight))
                .sum::<i64>()
        };
        let total: i64 = (0..VIEWS).map(of_view).sum();
        let value =
            (total / UNIT_ONE as i64 * SCALE as i64 / (UNIT_ONE * OUTPUT_ONE) as i64) as i32;
        if is_white { value } else { -value }
    }

    /// What a position is worth, for White, in centipawns.
    pub fn value(&self, sample: &Sample) -> f32 {
        sample.base() + sample.counts() * self.correction(sample) as f32
    }
}

fn hash_of(bytes: &[u8]) -> u64 {
    let mut fingerprint = Fingerprint::new("");
    fingerprint.add_bytes(bytes);
    fingerprint.finish()
}

#[cfg(test)]
mod tests {
    use super::super::samples::tests::{records, samples};
    use super::*;
    use shans::chess::{Evaluation as _, Network, Tapered};

    #[test]
    fn a_file_is_read_as_it_was_written_and_refused_otherwise() -> Result<()> {
        for units in [128, 256] {
            let whole = Whole::of(&Weights::random(units, 4));
            let (bytes, _) = whole.write();
            assert_eq!(Whole::read(&bytes)?, whole);
            for place in [0, 9, 100, bytes.len() - 1] {
                let mut damaged = bytes.clone();
                damaged[place] ^= 1;
                assert!(Whole::read(&damaged).is_err(), "byte {place}");
            }
            assert!(Whole::read(&bytes[..bytes.len() - 1]).is_err());
            assert!(Whole::read(&bytes[..12]).is_err());
        }
        Ok(())
    }

    #[test]
    fn an_average_lies_between() -> Result<()> {
        let [one, other] = [4, 5].map(|seed| Whole::of(&Weights::random(128, seed)));
        assert_eq!(one.mixed_with(&other, 0.0)?, one);
        assert_eq!(one.mixed_with(&other, 1.0)?, other);
        let third = one.mixed_with(&other, 0.25)?;
        let (a, b) = (f32::from(one.inputs[7]), f32::from(other.inputs[7]));
        assert_eq!(f32::from(third.inputs[7]), (a + (b - a) / 4.0).round_ties_even());
        assert_ne!(third.outputs, one.outputs);
        let wide = Whole::of(&one.weights().widened(256, FIRST_SEED));
        assert_eq!(one.mixed_with(&wide, 0.5)?, wide);
        assert!(wide.mixed_with(&one, 0.5).is_err());
        Ok(())
    }

    #[test]
    fn fitting_goes_on_from_the_same_numbers() {
        for units in [128, 384] {
            let whole = Whole::of(&Weights::random(units, 4));
            assert_eq!(Whole::of(&whole.weights()), whole);
        }
    }

    /// The program reads the file, and computes the same from it.
    #[test]
    fn the_program_computes_the_same() -> Result<()> {
        [128, 256, 512].into_iter().try_for_each(computes_the_same)
    }

    fn computes_the_same(units: usize) -> Result<()> {
        let whole = Whole::of(&Weights::random(units, 4));
        let (bytes, hash) = whole.write();
        let network = Network::read(&bytes)?;
        assert_eq!(network.hash(), hash);
        let program = Tapered::new(Some(network), None);
        let mut corrections = Vec::new();
        for (record, sample) in records(300)?.iter().zip(samples(300)?) {
            let chess = record.chess()?;
            let state = program.start(&chess);
            let value = program.value(&state, &chess);
            let correction = whole.correction(&sample);
            assert_eq!(value, program.value_corrected_by(&state, &chess, correction));
            corrections.push(correction);
        }
        corrections.dedup();
        assert!(corrections.len() > 100);
        Ok(())
    }

    #[test]
    fn whole_numbers_say_what_real_ones_say() -> Result<()> {
        let whole = Whole::of(&Weights::random(128, 4));
        let weights = whole.weights();
        let samples = samples(200)?;
        for (sample, value) in samples.iter().zip(super::super::model::values(&weights, &samples)) {
            assert!((value - whole.value(sample)).abs() < 2.0, "{value} {}", whole.value(sample));
        }
        Ok(())
    }
}
