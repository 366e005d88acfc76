//! Numbers of the selective search, tuned by games: simultaneous perturbation (Spall, 1992), as engines do it.
//!
//! In each pair of games one player has all numbers a step to one side, each to a side that was drawn for it, and the other
//! a step to the other side. All numbers then move towards the one that did better.

use shans::app::searchers::{self, SearcherKind};
use shans::random::Random;
use shans::search::{Parameter, PvsNumbers, PvsOptions};

/// How steps become smaller with the pairs played, and how moves of the numbers do (Spall, 1998).
const STEP_DECAY: f64 = 0.101;
const MOVE_DECAY: f64 = 0.602;
/// The share of all pairs by which the beginning is held back.
const STABILITY: f64 = 0.1;
/// At the last pair, what a pair won by a point moves a number by, in steps. 0.002 is usual with 50,000 pairs and more; with 5,000 a
/// number would hardly move.
const LAST_MOVE: f64 = 0.006;

/// A number that is tuned.
#[derive(Clone, Debug)]
pub struct Tuned {
    parameter: &'static Parameter<PvsNumbers>,
    value: f64,
    /// How far to either side it is tried, at the last pair.
    step: f64,
}

impl Tuned {
    /// Reads `NAME=VALUE/STEP`.
    pub fn read(text: &str) -> Result<Tuned, String> {
        let wanted = || format!("`{text}` is not NAME=VALUE/STEP, as in probcut=180/20");
        let (name, numbers) = text.split_once('=').ok_or_else(wanted)?;
        let (value, step) = numbers.split_once('/').ok_or_else(wanted)?;
        let number = |text: &str| text.parse::<f64>().map_err(|_| wanted());
        let (value, step) = (number(value)?, number(step)?);
        let parameter = Parameter::named(PvsNumbers::TABLE, name);
        let parameter = parameter.ok_or_else(|| format!("pvs has no number `{name}`"))?;
        if !(parameter.least..=parameter.most).contains(&value) {
            return Err(format!("{name} is from {} to {}", parameter.least, parameter.most));
        }
        if !(step.is_finite() && step > 0.0) {
            return Err(format!("the step of {name} is above 0"));
        }
        Ok(Tuned { parameter, value, step })
    }

    /// Within its bounds.
    fn within(&self, value: f64) -> f64 {
        value.clamp(self.parameter.least, self.parameter.most)
    }

    /// It as it is tried, so far from its value. A whole number is rounded up as often as the fraction says: always rounded
    /// to the nearest, it would be the same for all fractions between two numbers.
    fn tried(&self, offset: f64, random: &mut Random) -> f64 {
        let value = self.within(self.value + offset);
        if self.parameter.is_whole { (value + random.share()).floor() } else { value }
    }
}

/// All numbers that are tuned, and how far that is.
#[derive(Clone, Debug)]
pub struct Tuning {
    pub numbers: Vec<Tuned>,
    /// How many pairs of games there will be.
    pub pairs: u64,
}

/// What a pair of games tries.
#[derive(Debug)]
pub struct Trial {
    /// Both players.
    pub kinds: [SearcherKind; 2],
    /// The way of the first player from each number.
    offsets: Vec<f64>,
}

impl Tuning {
    /// What the pair with this number tries.
    pub fn trial(&self, pair: u64, random: &mut Random) -> Trial {
        let larger = (self.pairs as f64 / (pair + 1) as f64).powf(STEP_DECAY);
        let side = |random: &mut Random| if random.below(2) == 0 { -1.0 } else { 1.0 };
        let offsets: Vec<f64> =
            self.numbers.iter().map(|it| it.step * larger * side(random)).collect();
        let mut kind = |way: f64| {
            let mut options = PvsOptions::default();
            for (it, offset) in self.numbers.iter().zip(&offsets) {
                let tried = it.tried(way * offset, random);
                it.parameter.set(&mut options.numbers, tried);
                it.parameter.set(&mut options.numbers_in_games, tried);
            }
            searchers::pvs_with(options)
        };
        Trial { kinds: [kind(1.0), kind(-1.0)], offsets }
    }

    /// Takes in what came of a trial: by how many points the first player was ahead in both games, from -2 to 2.
    pub fn learn(&mut self, pair: u64, trial: &Trial, ahead: f64) {
        let held_back = STABILITY * self.pairs as f64;
        let share = |pair: f64| (held_back + pair).powf(-MOVE_DECAY);
        let larger = share(pair as f64 + 1.0) / share(self.pairs as f64);
        for (number, offset) in self.numbers.iter_mut().zip(&trial.offsets) {
            let moved = LAST_MOVE * larger * number.step * ahead * offset.signum();
            number.value = number.within(number.value + moved);
        }
    }

    /// The numbers as they are read: to go on from there.
    pub fn text(&self) -> String {
        let text = |it: &Tuned| format!("{}={:.4}/{}", it.parameter.word(), it.value, it.step);
        self.numbers.iter().map(text).collect::<Vec<_>>().join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuning(text: &str) -> Tuning {
        let numbers = text.split(',').map(|it| Tuned::read(it).unwrap_or_else(|e| panic!("{e}")));
        Tuning { numbers: numbers.collect(), pairs: 2_000 }
    }

    #[test]
    fn numbers_are_those_of_the_search_within_their_bounds() {
        assert_eq!(
            tuning("probcut=180/20,reduction=0.7/0.1").text(),
            "probcut=180.0000/20,reduction=0.7000/0.1"
        );
        for text in
            ["probcut", "probcut=180", "probcut=x/2", "probcut=180/0", "probcut=-1/5", "what=1/1"]
        {
            assert!(Tuned::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_whole_number_is_tried_at_its_mean() {
        let mut random = Random::new(1);
        let number = &tuning("reverse-depth=3/1").numbers[0];
        let sum: f64 = (0..10_000).map(|_| number.tried(0.25, &mut random)).sum();
        assert!((sum / 10_000.0 - 3.25).abs() < 0.02);
    }

    /// A player whose strength falls with the distance from the best numbers, in pairs that chance decides for the most part.
    #[test]
    fn numbers_go_to_where_more_is_won() {
        let mut tuning = tuning("probcut=180/20,history-ply=12000/1000,reduction=0.7/0.1");
        let (best, mut random) = ([140.0, 14_000.0, 0.9], Random::new(7));
        for pair in 0..tuning.pairs {
            let trial = tuning.trial(pair, &mut random);
            let distance = |way: f64| -> f64 {
                let each = tuning.numbers.iter().zip(&trial.offsets).zip(best);
                each.map(|((it, offset), best)| {
                    ((it.value + way * offset - best) / it.step).powi(2)
                })
                .sum()
            };
            let is_won = random.share() < 0.5 + (distance(-1.0) - distance(1.0)) / 40.0;
            tuning.learn(pair, &trial, if is_won { 1.0 } else { -1.0 });
        }
        for (number, best) in tuning.numbers.iter().zip(best) {
            assert!((number.value - best).abs() < 1.2 * number.step, "{}", tuning.text());
        }
    }
}
