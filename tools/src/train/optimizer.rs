//! How weights follow the gradient: AdamW (Loshchilov and Hutter, <https://arxiv.org/abs/1711.05101>),
//! with a rate that first grows and then falls.

use std::f32::consts::PI;
use std::thread;

use super::model::{BLOCK, OF_BLOCK, Weights, add_up_common, most};

/// How much of the old averages stays at each step.
const KEPT: f32 = 0.9;
const KEPT_SQUARES: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// The share of the steps in which the rate grows.
const GROWS: f32 = 0.1;
/// The first rate is this share of the greatest.
const FIRST: f32 = 0.04;

/// What is known of the gradients so far.
pub struct Optimizer {
    averages: Weights,
    squares: Weights,
    rate: f32,
    decay: f32,
    steps: u32,
    step: u32,
}

/// What one step needs.
#[derive(Clone, Copy)]
struct Step {
    rate: f32,
    decay: f32,
    average: f32,
    square: f32,
}

impl Optimizer {
    /// For this number of steps in all; `rate` is the greatest.
    pub fn new(units: usize, rate: f32, decay: f32, steps: u32) -> Optimizer {
        let zeros = Weights::zeros(units);
        Optimizer { averages: zeros.clone(), squares: zeros, rate, decay, steps, step: 0 }
    }

    /// Takes a step with weights that are [apart](Weights::apart). The gradient is the sum of these parts, in this order, times `share`.
    pub fn step(&mut self, weights: &mut Weights, parts: &[Weights], share: f32, threads: usize) {
        let rate = self.rate * rate_at(self.step as f32 / self.steps as f32);
        self.step += 1;
        let step = Step {
            rate,
            decay: 1.0 - rate * self.decay,
            average: 1.0 / (1.0 - KEPT.powi(self.step as i32)),
            square: 1.0 / (1.0 - KEPT_SQUARES.powi(self.step as i32)),
        };
        let blocks = weights.numbers().len() / OF_BLOCK;
        let of_thread = blocks.div_ceil(threads) * OF_BLOCK;
        let weights = weights.numbers_mut().chunks_mut(of_thread);
        let averages = self.averages.numbers_mut().chunks_mut(of_thread);
        let squares = self.squares.numbers_mut().chunks_mut(of_thread);
        thread::scope(|scope| {
            for (part, known) in weights.zip(averages.zip(squares)).enumerate() {
                scope.spawn(move || {
                    let (weights, (averages, squares)) = known;
                    let known = averages.chunks_mut(OF_BLOCK).zip(squares.chunks_mut(OF_BLOCK));
                    let blocks = weights.chunks_mut(OF_BLOCK).zip(known);
                    for (place, (weights, (averages, squares))) in blocks.enumerate() {
                        let begin = part * of_thread + place * OF_BLOCK;
                        let mut gradient = sum_of(parts, begin, share);
                        add_up_common(&mut gradient);
                        step.change(weights, &gradient, averages, squares);
                    }
                });
            }
        });
    }
}

/// The gradient of the block that begins here.
fn sum_of(parts: &[Weights], begin: usize, share: f32) -> Vec<f32> {
    let mut sums = vec![0.0; OF_BLOCK];
    for part in parts {
        for (sum, number) in sums.iter_mut().zip(&part.numbers()[begin..]) {
            *sum += number;
        }
    }
    sums.iter_mut().for_each(|sum| *sum *= share);
    sums
}

impl Step {
    /// Changes the weights of a block.
    fn change(
        self,
        weights: &mut [f32],
        gradient: &[f32],
        averages: &mut [f32],
        squares: &mut [f32],
    ) {
        let known = averages.iter_mut().zip(squares);
        let numbers = weights.iter_mut().zip(gradient).zip(known);
        for (place, ((weight, slope), (average, square))) in numbers.enumerate() {
            *average = KEPT * *average + (1.0 - KEPT) * slope;
            *square = KEPT_SQUARES * *square + (1.0 - KEPT_SQUARES) * slope * slope;
            let by = *average * self.average / ((*square * self.square).sqrt() + EPSILON);
            let most = most(place / BLOCK);
            *weight = (*weight * self.decay - self.rate * by).clamp(-most, most);
        }
    }
}

/// The rate as a share of the greatest, when this share of the steps is done.
fn rate_at(done: f32) -> f32 {
    let between = |from: f32, to: f32, share: f32| {
        from + (to - from) * (1.0 - (PI * share.clamp(0.0, 1.0)).cos()) / 2.0
    };
    if done < GROWS {
        between(FIRST, 1.0, done / GROWS)
    } else {
        between(1.0, 0.0, (done - GROWS) / (1.0 - GROWS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_grows_and_falls() {
        let close =
            |done, expected: f32| assert!((rate_at(done) - expected).abs() < 1e-5, "{done}");
        close(0.0, FIRST);
        close(GROWS, 1.0);
        close(0.55, 0.5);
        close(1.0, 0.0);
    }

    /// The first step is as long as the rate, whatever the gradient; nothing leaves its range.
    #[test]
    fn a_step_goes_down_and_stays_in_range() {
        let mut weights = Weights::zeros(128);
        let mut gradient = Weights::zeros(128);
        gradient.numbers_mut()[3] = 4.0;
        gradient.numbers_mut()[40] = -1e-3;
        for threads in [1, 3] {
            let mut weights = weights.clone();
            Optimizer::new(128, 0.5, 0.0, 10).step(&mut weights, &[gradient.clone()], 0.5, threads);
            assert!((weights.numbers()[3] + 0.5 * FIRST).abs() < 1e-5);
            assert!((weights.numbers()[40] - 0.5 * FIRST).abs() < 1e-5);
            assert_eq!(weights.numbers()[41], 0.0);
        }
        gradient.numbers_mut().fill(1.0);
        let mut optimizer = Optimizer::new(128, 100.0, 0.0, 10);
        for _ in 0..3 {
            optimizer.step(&mut weights, &[gradient.clone()], 1.0, 2);
        }
        let mut numbers = weights.numbers().iter().enumerate();
        assert!(numbers.all(|(place, number)| number.abs() <= most(place % OF_BLOCK / BLOCK)));
    }

    #[test]
    fn parts_are_added_and_weights_decay() {
        let decayed = |parts: &[Weights]| {
            let mut weights = Weights::zeros(128);
            weights.numbers_mut()[5] = 0.25;
            Optimizer::new(128, 0.5, 1.0, 10).step(&mut weights, parts, 1.0, 1);
            weights.numbers()[5]
        };
        let mut some = Weights::zeros(128);
        some.numbers_mut()[5] = 1.0;
        let mut other = some.clone();
        let step = 0.5 * FIRST;
        let kept = 0.25 * (1.0 - step);
        assert!((decayed(&[some.clone(), other.clone()]) - (kept - step)).abs() < 1e-6);
        other.numbers_mut()[5] = -1.0;
        assert!((decayed(&[some, other]) - kept).abs() < 1e-6);
    }
}
