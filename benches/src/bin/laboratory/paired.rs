//! A set against the first one, position by position.

use serde::Serialize;
use shans::app::experiments::compare::{Comparison, Pairs, SearcherAnswer};
use shans::app::games::CommandLineGame;

/// The first set, which the others are compared with.
pub const FIRST: usize = 0;

/// How a set differs from the first one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Against {
    /// Positions that this one alone has solved.
    pub gained: u64,
    /// Positions that the first alone has solved.
    pub lost: u64,
    /// McNemar's test of both.
    pub p_value: f64,
    /// What it is ahead in points; `None` where no position gives any.
    pub points: Option<PointsAhead>,
}

/// A difference in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PointsAhead {
    /// Points of this set less those of the first.
    pub ahead: i64,
    /// How often sets that are equally good would differ at least as much: [`sign_flip_p`].
    pub p_value: f64,
}

impl Against {
    /// Compares a set with the first one over all positions that were searched.
    pub fn first<G: CommandLineGame>(comparison: &Comparison<G>, set: usize) -> Against {
        let pairs: Pairs = comparison.pairs(FIRST, set);
        let differences: Vec<i64> = answers(comparison, set).filter_map(points_ahead).collect();
        let points = (!differences.is_empty()).then(|| PointsAhead {
            ahead: differences.iter().sum(),
            p_value: sign_flip_p(&differences),
        });
        Against {
            gained: pairs.only_second,
            lost: pairs.only_first,
            p_value: pairs.p_value(),
            points,
        }
    }
}

/// The answers of the first set and of this one to each position.
fn answers<G: CommandLineGame>(
    comparison: &Comparison<G>,
    set: usize,
) -> impl Iterator<Item = (&SearcherAnswer, &SearcherAnswer)> {
    comparison.results().filter_map(move |(_, answers)| Some((answers.first()?, answers.get(set)?)))
}

fn points_ahead((first, this): (&SearcherAnswer, &SearcherAnswer)) -> Option<i64> {
    Some(i64::from(this.points?) - i64::from(first.points?))
}

/// The names of positions that a set has solved and the first has not, and of those that only the
/// first has.
pub fn flips<G: CommandLineGame>(
    comparison: &Comparison<G>,
    set: usize,
) -> (Vec<String>, Vec<String>) {
    let (mut gained, mut lost) = (Vec::new(), Vec::new());
    for (position, answers) in comparison.results() {
        let is_solved = |set: usize| answers.get(set).is_some_and(|answer| answer.solved);
        let name = || {
            let place = || format!("{}:{}", position.suite, position.line);
            position.id.clone().unwrap_or_else(place)
        };
        match (is_solved(FIRST), is_solved(set)) {
            (false, true) => gained.push(name()),
            (true, false) => lost.push(name()),
            _ => {}
        }
    }
    (gained, lost)
}

/// Differences are rounded so that their sizes sum up to about this at most: it bounds the work.
const MOST_STEPS: u64 = 1 << 20;

/// Fisher's randomisation test of paired differences, exact and two-sided: the probability that
/// the sum is at least as far from zero if each difference has either sign with equal chances, as
/// it has where both sides are equally good.
pub fn sign_flip_p(differences: &[i64]) -> f64 {
    let sizes: u64 = differences.iter().map(|difference| difference.unsigned_abs()).sum();
    let unit = sizes.div_ceil(MOST_STEPS).max(1) as f64;
    let steps: Vec<i64> =
        differences.iter().map(|&difference| (difference as f64 / unit).round() as i64).collect();
    let far = steps.iter().sum::<i64>().unsigned_abs();
    let steps = steps.iter().map(|step| step.unsigned_abs() as usize).filter(|&step| step > 0);
    // The chance of each sum of the positive differences, one difference after the other.
    let mut chances = vec![1.0_f64];
    for step in steps {
        let before = chances.len();
        chances.resize(before + step, 0.0);
        for sum in (0..chances.len()).rev() {
            let with = sum.checked_sub(step).map_or(0.0, |rest| chances[rest]);
            chances[sum] = (chances[sum] + with) / 2.0;
        }
    }
    let total = chances.len() as u64 - 1;
    let is_far = |positive: usize| (2 * positive as u64).abs_diff(total) >= far;
    let p: f64 = (0..chances.len()).filter(|&sum| is_far(sum)).map(|sum| chances[sum]).sum();
    p.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sizes_are_tosses_of_a_coin() {
        for (gained, lost) in [(0, 0), (1, 0), (5, 0), (10, 2), (2, 10), (7, 7), (25, 12)] {
            let differences = [vec![3; gained], vec![-3; lost], vec![0; 4]].concat();
            let coin =
                Pairs { only_first: gained as u64, only_second: lost as u64, ..Pairs::default() };
            let found = sign_flip_p(&differences);
            assert!((found - coin.p_value()).abs() < 1e-12, "{gained} and {lost}: {found}");
        }
    }

    #[test]
    fn great_differences_count_more() {
        // The eight ways to sign 1, 2 and 10 give 13, 11, 9, 7 and the same below zero.
        assert_eq!(sign_flip_p(&[10, 1, -2]), 0.75);
        assert_eq!(sign_flip_p(&[10, 1, 2]), 0.25);
        assert_eq!(sign_flip_p(&[-10, -1, -2]), 0.25);
        assert_eq!(sign_flip_p(&[10, -1, -2]), 1.0);
    }

    #[test]
    fn points_may_be_as_great_as_a_file_says() {
        let most = i64::from(u32::MAX);
        assert_eq!(sign_flip_p(&[most; 3]), 0.25);
        assert_eq!(sign_flip_p(&[most, most, -most, 0]), 1.0);
        assert!(sign_flip_p(&vec![100; 3000]) < 1e-100);
    }
}
