//! What games say about the difference of two players, as `benches/match/elo.py` works it out.
//!
//! Two games with one opening and colours exchanged are one observation: their results hang together,
//! and to count them one by one would overstate how sure the result is.

use std::fmt;

/// Standard errors on either side of a 95 % interval.
const Z: f64 = 1.959_964;
/// How often a sequential test may be wrong, either way.
const WRONG: f64 = 0.05;

/// The Elo difference that belongs to a score between 0 and 1.
fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

/// The score between 0 and 1 that belongs to an Elo difference.
fn score(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

/// A sequential test between two Elo differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    pub low: f64,
    pub high: f64,
}

impl Sprt {
    /// The likelihood ratio from which on `high` is accepted, and below whose negative `low` is.
    pub fn bound() -> f64 {
        ((1.0 - WRONG) / WRONG).ln()
    }
}

/// Pairs of games, and single games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Pairs by the points of the first player: 0, 1/2, 1, 3/2, 2.
    pairs: [u32; 5],
    /// Games by the same: lost, drawn, won.
    games: [u32; 3],
}

impl Tally {
    /// Takes in both games of a pair, by the half points of the first player.
    pub fn add(&mut self, games: [u8; 2]) {
        self.pairs[usize::from(games[0] + games[1])] += 1;
        games.iter().for_each(|&points| self.games[usize::from(points)] += 1);
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> u32 {
        self.pairs.iter().sum()
    }

    /// The mean over pairs of what is told of the score of each, between 0 and 1.
    fn mean_of(&self, told: impl Fn(f64) -> f64) -> f64 {
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        let sum: f64 = self
            .pairs
            .iter()
            .zip(scores)
            .map(|(&count, score)| f64::from(count) * told(score))
            .sum();
        sum / f64::from(self.pairs().max(1))
    }

    fn mean(&self) -> f64 {
        self.mean_of(|score| score)
    }

    fn variance(&self) -> f64 {
        let mean = self.mean();
        self.mean_of(|score| (score - mean).powi(2))
    }

    /// The Elo difference, and the ends of its 95 % interval.
    pub fn elo(&self) -> [f64; 3] {
        let error = Z * (self.variance() / f64::from(self.pairs().max(1))).sqrt();
        [0.0, -error, error].map(|error| elo(self.mean() + error))
    }

    /// The logarithm of how much better `high` explains the pairs than `low`; 0 as long as all pairs ended
    /// alike.
    pub fn likelihood_ratio(&self, sprt: Sprt) -> f64 {
        let variance = self.variance();
        if variance == 0.0 {
            return 0.0;
        }
        let [low, high] = [sprt.low, sprt.high].map(score);
        f64::from(self.pairs()) * (high - low) * (2.0 * self.mean() - low - high) / (2.0 * variance)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lost, drawn, won] = self.games;
        let [elo, low, high] = self.elo();
        let (games, score) = (lost + drawn + won, 100.0 * self.mean());
        writeln!(f, "games {games}  +{won} ={drawn} -{lost}  score {score:.1} %")?;
        writeln!(f, "elo {elo:+.1}  95 % from {low:+.1} to {high:+.1}")?;
        write!(f, "pairs with 0, 1/2, 1, 3/2, 2 points: {:?}", self.pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: [u32; 5]) -> Tally {
        let mut tally = Tally::default();
        for (count, games) in pairs.into_iter().zip([[0, 0], [0, 1], [1, 1], [1, 2], [2, 2]]) {
            (0..count).for_each(|_| tally.add(games));
        }
        tally
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.05, "{found}, not {expected}");
    }

    /// The same numbers as `elo.py` gives.
    #[test]
    fn pairs_tell_a_difference() {
        let tally = tally([10, 20, 40, 50, 30]);
        assert_eq!(tally.pairs(), 150);
        let expected = [82.59, 49.51, 117.21];
        expected.into_iter().zip(tally.elo()).for_each(|(expected, found)| close(found, expected));
        close(tally.likelihood_ratio(Sprt { low: 0.0, high: 10.0 }), 2.873);
        let told = tally.to_string();
        assert!(told.starts_with("games 300  +110 =150 -40  score 61.7 %\n"), "{told}");
    }

    #[test]
    fn few_pairs_tell_nothing_certain() {
        assert!(Tally::default().elo().iter().all(|elo| elo.is_infinite() || elo.is_nan()));
        assert_eq!(tally([0, 0, 3, 0, 0]).elo(), [0.0; 3]);
        assert_eq!(tally([0, 0, 0, 0, 5]).elo(), [f64::INFINITY; 3]);
        assert_eq!(tally([0, 0, 0, 0, 5]).likelihood_ratio(Sprt { low: 0.0, high: 5.0 }), 0.0);
    }
}
