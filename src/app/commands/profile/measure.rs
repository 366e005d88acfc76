//! Numbers with intervals, and when a difference is more than chance.
//!
//! What happens in one game is not independent, so the unit is the game: the spread of a number is that of its values with one game
//! left out, each in turn (the jackknife), and never less than that of independent events. Numbers are compared as logarithms of ratios.

use serde::Serialize;

use crate::sorting::rising;

/// So many standard errors to both sides make an interval of 95 %.
const WIDTH: f64 = 1.96;
/// Half an event more on each side: a ratio without events is not infinite.
const HALF: f64 = 0.5;
/// Fewer events than these that are to be expected on one side, in a category or outside of it, or games with one, tell nothing.
const LEAST_EXPECTED: f64 = 4.0;
const LEAST_GAMES: usize = 8;
/// How often a report without anything to find may name something: once in a hundred.
pub const ALPHA: f64 = 0.01;

/// Events, and of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Count {
    /// Events.
    pub events: f64,
    /// What they could have happened in: moves, games, or seconds over moves.
    pub of: f64,
}

impl Count {
    pub fn plus(self, other: Count) -> Count {
        Count { events: self.events + other.events, of: self.of + other.of }
    }

    pub fn without(self, other: Count) -> Count {
        Count { events: self.events - other.events, of: self.of - other.of }
    }

    fn log_rate(self) -> f64 {
        ((self.events + HALF) / (self.of + HALF)).ln()
    }

    /// The variance of that, if events are independent.
    fn variance(self) -> f64 {
        1.0 / (self.events + HALF)
    }

    /// Whether enough is to be expected on both sides, if they do not differ.
    fn is_enough(self, other: Count) -> bool {
        let rate = (self.events + other.events) / (self.of + other.of);
        rate * self.of.min(other.of) >= LEAST_EXPECTED
    }
}

/// What is counted in one game: both sides, in a category and outside of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cell {
    /// The player, in the category.
    pub own: Count,
    /// The opponent there.
    pub other: Count,
    /// The player outside of it.
    pub own_rest: Count,
    /// The opponent there.
    pub other_rest: Count,
}

impl Cell {
    /// The counts of two cells, each put together with that of the other.
    fn with(self, cell: Cell, both: impl Fn(Count, Count) -> Count) -> Cell {
        Cell {
            own: both(self.own, cell.own),
            other: both(self.other, cell.other),
            own_rest: both(self.own_rest, cell.own_rest),
            other_rest: both(self.other_rest, cell.other_rest),
        }
    }
}

/// A ratio with its interval, and how surprising it is that it is not 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ratio {
    /// The ratio.
    pub ratio: f64,
    /// Between these it lies, with 95 %.
    pub low: f64,
    /// The same.
    pub high: f64,
    /// How likely a ratio so far from 1 is by chance.
    pub p: f64,
}

/// A rate with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Events in one.
    pub rate: f64,
    /// Between these it lies, with 95 %.
    pub low: f64,
    /// The same.
    pub high: f64,
}

/// How often something happens to the player.
pub fn rate(cells: &[Cell]) -> Option<Rate> {
    let own = cells.iter().filter(|cell| cell.own.of > 0.0).count();
    let sum = sum(cells);
    if sum.own.of == 0.0 {
        return None;
    }
    let rate = sum.own.events / sum.own.of;
    let spread = (own >= 2).then(|| spread(cells, |sum| sum.own.log_rate(), sum.own.variance()));
    // No more is known of a single game.
    let spread = spread.filter(|it| it.is_finite()).unwrap_or(f64::INFINITY);
    let at = |shift: f64| ((sum.own.log_rate() + shift).exp()).clamp(0.0, f64::MAX);
    Some(Rate { rate, low: at(-WIDTH * spread).min(rate), high: at(WIDTH * spread).max(rate) })
}

/// The rate of the player in a category against that outside of it, compared with the same ratio of the opponents: what is harder for
/// everybody is no weakness, and who is worse everywhere has no special one. `None` where too little has happened.
pub fn compared_with_rest(cells: &[Cell]) -> Option<Ratio> {
    let sum = sum(cells);
    let is_enough = sum.own.is_enough(sum.other) && sum.own_rest.is_enough(sum.other_rest);
    is_enough.then_some(())?;
    let counts = [sum.own, sum.own_rest, sum.other, sum.other_rest];
    ratio(cells, &counts, |sum| {
        sum.own.log_rate() - sum.own_rest.log_rate() - sum.other.log_rate()
            + sum.other_rest.log_rate()
    })
}

/// The rate of the player against that of the opponents. `None` where too little has happened.
pub fn compared_with_others(cells: &[Cell]) -> Option<Ratio> {
    let sum = sum(cells);
    sum.own.is_enough(sum.other).then_some(())?;
    ratio(cells, &[sum.own, sum.other], |sum| sum.own.log_rate() - sum.other.log_rate())
}

/// A ratio of rates of these counts.
fn ratio(cells: &[Cell], counts: &[Count], log: impl Fn(Cell) -> f64) -> Option<Ratio> {
    let has_event = |cell: &&Cell| cell.own.events + cell.other.events > 0.0;
    let games = cells.iter().filter(has_event).count();
    (games >= LEAST_GAMES).then_some(())?;
    let whole = log(sum(cells));
    let spread = spread(cells, log, counts.iter().map(|count| count.variance()).sum());
    let at = |shift: f64| (whole + shift).exp();
    let p = p_of(whole / spread, games - 1);
    Some(Ratio { ratio: at(0.0), low: at(-WIDTH * spread), high: at(WIDTH * spread), p })
}

/// What is counted in all games.
pub fn sum(cells: &[Cell]) -> Cell {
    cells.iter().fold(Cell::default(), |sum, &cell| sum.with(cell, Count::plus))
}

/// The standard error of a number of all games, which has at least this variance.
fn spread(cells: &[Cell], number: impl Fn(Cell) -> f64, least: f64) -> f64 {
    let all = sum(cells);
    let left_out = cells.iter().map(|&cell| number(all.with(cell, Count::without)));
    let left_out: Vec<f64> = left_out.collect();
    let count = cells.len() as f64;
    let mean = left_out.iter().sum::<f64>() / count;
    let variance: f64 = left_out.iter().map(|it| (it - mean).powi(2)).sum();
    (variance * (count - 1.0) / count).max(least).sqrt()
}

/// How likely it is by chance to be so many standard errors away, on both sides, with so many degrees of freedom: Student's
/// distribution, brought to the normal one by Wallace's formula, which is right to two digits.
fn p_of(errors: f64, freedom: usize) -> f64 {
    let df = freedom as f64;
    if !errors.is_finite() {
        return if errors.is_nan() { 1.0 } else { 0.0 };
    }
    let normal =
        (8.0 * df + 1.0) / (8.0 * df + 3.0) * (df * (1.0 + errors * errors / df).ln()).sqrt();
    2.0 * upper_tail(normal)
}

/// How likely a normal number is above this one, 0 or more: by Abramowitz and Stegun, 26.2.17, right to 7.5e-8, and beyond what that
/// tells by the first terms of its expansion.
fn upper_tail(z: f64) -> f64 {
    let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if z > 4.5 {
        let inverse = 1.0 / (z * z);
        return density / z * (1.0 - inverse + 3.0 * inverse * inverse);
    }
    let t = 1.0 / (1.0 + 0.231_641_9 * z);
    let parts = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    density * parts.iter().rev().fold(0.0, |all, part| (all + part) * t)
}

/// Which of so many questions have an answer that is more than chance, by Holm's procedure: that one of those without anything to
/// find is among them has a chance of [`ALPHA`] at most.
pub fn beyond_chance(ps: &[Option<f64>]) -> Vec<bool> {
    let mut order: Vec<(f64, usize)> =
        ps.iter().enumerate().filter_map(|(at, p)| Some(((*p)?, at))).collect();
    order.sort_by_cached_key(|&(p, at)| (rising(p), at));
    let mut beyond = vec![false; ps.len()];
    let count = order.len();
    for (rank, (p, at)) in order.into_iter().enumerate() {
        if p > ALPHA / (count - rank) as f64 {
            break;
        }
        beyond[at] = true;
    }
    beyond
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn tails_are_those_of_tables() {
        for (z, p) in [(0.0, 0.5), (1.0, 0.158_655), (1.96, 0.024_998), (3.0, 0.001_350)] {
            assert!((upper_tail(z) - p).abs() < 1e-6, "{z}");
        }
        assert!((upper_tail(5.0) / 2.866_5e-7 - 1.0).abs() < 1e-3);
        // Student's, 10 degrees of freedom: 2.228 has 5 %.
        assert!((p_of(2.228, 10) - 0.05).abs() < 0.001 && p_of(f64::NAN, 5) == 1.0);
    }

    #[test]
    fn the_most_surprising_ones_are_told_as_far_as_holm_allows() {
        let told = beyond_chance(&[Some(0.004), None, Some(0.0001), Some(0.02)]);
        assert_eq!(told, [true, false, true, false]);
        assert_eq!(beyond_chance(&[Some(0.009), Some(0.5)]), [false, false]);
    }

    /// Games in which both sides err at these rates in and outside of a category.
    fn cells(seed: u64, games: usize, rates: [f64; 4]) -> Vec<Cell> {
        let mut random = Random::new(seed);
        let mut count = |rate: f64| {
            let events =
                (0..10).filter(|_| random.below(1_000) < (1_000.0 * rate) as usize).count();
            Count { events: events as f64, of: 10.0 }
        };
        let cell = |_| Cell {
            own: count(rates[0]),
            own_rest: count(rates[1]),
            other: count(rates[2]),
            other_rest: count(rates[3]),
        };
        (0..games).map(cell).collect()
    }

    #[test]
    fn what_is_there_is_found_and_what_is_not_is_not() {
        let there = compared_with_rest(&cells(1, 300, [0.12, 0.04, 0.06, 0.04])).expect("enough");
        assert!(there.p < 1e-4 && there.low > 1.3 && there.ratio > 1.6, "{there:?}");
        // Harder for both, and worse everywhere: neither is a weakness.
        let found = (0..200)
            .filter_map(|seed| compared_with_rest(&cells(seed, 60, [0.18, 0.06, 0.09, 0.03])));
        let ps: Vec<f64> = found.map(|ratio| ratio.p).collect();
        let rare = ps.iter().filter(|p| **p < 0.05).count();
        assert!(ps.len() == 200 && (1..=18).contains(&rare), "{rare}");
        assert!(
            compared_with_others(&cells(3, 300, [0.1, 0.0, 0.05, 0.0]))
                .is_some_and(|it| it.p < 1e-4)
        );
        assert!(compared_with_others(&cells(3, 5, [0.1, 0.0, 0.05, 0.0])).is_none(), "too few");
    }

    #[test]
    fn a_rate_lies_in_its_interval() {
        let told = rate(&cells(7, 100, [0.05, 0.1, 0.05, 0.1])).expect("a rate");
        assert!(told.low < 0.05 && told.high > 0.05 && told.low < told.rate, "{told:?}");
        let one = rate(&cells(7, 1, [0.5, 0.1, 0.05, 0.1])).expect("a rate");
        assert!(one.high > 1e9, "nothing is known of a single game");
        assert!(rate(&[]).is_none());
    }
}
