//! How well values fit the labels of positions that nothing was fitted on.

use serde::Serialize;

use super::model::{Scales, sigmoid};
use super::samples::Sample;

/// What the right to move may be worth, in centipawns.
const TEMPOS: std::ops::RangeInclusive<i32> = -20..=120;
const TEMPO_STEP: usize = 4;
/// By how many positions the scale of values is found, and among which scales.
const FOR_SCALE: usize = 400_000;
const SCALES: std::ops::RangeInclusive<u16> = 60..=600;
const SCALE_STEP: usize = 5;

/// How well values fit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// The mean square error in expected score.
    pub loss: f64,
    /// The correlation of ranks.
    pub spearman: f64,
    /// What was added for the side to move, in centipawns: what fits best.
    pub tempo_added: i32,
}

/// How well values for White fit.
pub fn fit(values: &[f32], samples: &[Sample], scales: Scales) -> Fit {
    let with = |tempo: i32| {
        let tempo = tempo as f32;
        let added =
            samples.iter().zip(values).map(|(sample, value)| value + tempo * sample.mover());
        added.collect::<Vec<_>>()
    };
    let best = TEMPOS
        .step_by(TEMPO_STEP)
        .map(|tempo| (loss(&with(tempo), samples, scales), tempo))
        .min_by(|a, b| a.0.total_cmp(&b.0));
    let (loss, tempo_added) = best.unwrap_or_default();
    let as_mover = |values: Vec<f32>| {
        values.iter().zip(samples).map(|(value, sample)| value * sample.mover()).collect::<Vec<_>>()
    };
    let labels = as_mover(samples.iter().map(Sample::label).collect());
    let spearman = correlation(&ranks(&as_mover(with(tempo_added))), &ranks(&labels));
    let round = |number: f64, places: i32| {
        let one = 10_f64.powi(places);
        (number * one).round() / one
    };
    Fit { loss: round(loss, 6), spearman: round(spearman, 4), tempo_added }
}

/// The mean square error in expected score.
pub fn loss(values: &[f32], samples: &[Sample], scales: Scales) -> f64 {
    let total: f64 = values
        .iter()
        .zip(samples)
        .map(|(value, sample)| {
            let off = sigmoid(value / scales.value) - sigmoid(sample.label() / scales.label);
            f64::from(off * off)
        })
        .sum();
    total / samples.len().max(1) as f64
}

/// What makes the tables fit the labels best: so corrected values keep the scale of the tables.
pub fn value_scale(samples: &[Sample], label: f32) -> f32 {
    let sample = &samples[..samples.len().min(FOR_SCALE)];
    let values: Vec<f32> = sample.iter().map(Sample::base).collect();
    let best = SCALES
        .step_by(SCALE_STEP)
        .map(f32::from)
        .map(|value| (loss(&values, sample, Scales { label, value }), value))
        .min_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or(label, |(_, value)| value)
}

/// Ranks from 0 on; equal numbers share the mean of theirs.
fn ranks(numbers: &[f32]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_unstable_by(|&a, &b| numbers[a].total_cmp(&numbers[b]));
    let mut ranks = vec![0.0; numbers.len()];
    let mut before = 0;
    for equal in order.chunk_by(|&a, &b| numbers[a] == numbers[b]) {
        let rank = before as f64 + (equal.len() - 1) as f64 / 2.0;
        equal.iter().for_each(|&place| ranks[place] = rank);
        before += equal.len();
    }
    ranks
}

/// Pearson's.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len().max(1) as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let product = |a: &[f64], mean_a: f64, b: &[f64], mean_b: f64| {
        a.iter().zip(b).map(|(a, b)| (a - mean_a) * (b - mean_b)).sum::<f64>()
    };
    let spread = product(a, mean_a, a, mean_a) * product(b, mean_b, b, mean_b);
    if spread > 0.0 { product(a, mean_a, b, mean_b) / spread.sqrt() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::super::samples::tests::samples;
    use super::*;

    #[test]
    fn equal_numbers_share_a_rank() {
        assert_eq!(ranks(&[5.0, 1.0, 5.0, 7.0]), [1.5, 0.0, 1.5, 3.0]);
    }

    #[test]
    fn order_correlates() {
        assert_eq!(correlation(&[1.0, 2.0, 3.0], &[10.0, 20.0, 30.0]), 1.0);
        assert_eq!(correlation(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]), -1.0);
        assert_eq!(correlation(&[1.0, 1.0], &[3.0, 2.0]), 0.0);
    }

    #[test]
    fn labels_fit_themselves() -> anyhow::Result<()> {
        let samples = samples(300)?;
        let scales = Scales { label: 200.0, value: 200.0 };
        let less = |sample: &Sample| sample.label() - 40.0 * sample.mover();
        let values: Vec<f32> = samples.iter().map(less).collect();
        let expected = Fit { loss: 0.0, spearman: 1.0, tempo_added: 40 };
        assert_eq!(fit(&values, &samples, scales), expected);
        Ok(())
    }
}
