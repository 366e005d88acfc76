//! Two halves of all positions: one to tune on, and one that is never tuned on.

use clap::ValueEnum;
use serde::Serialize;
use shans::fingerprint::Fingerprint;

/// Which positions are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Half {
    /// Those on which parameters may be tuned.
    Tuning,
    /// The others, which tell whether what was tuned holds elsewhere.
    Confirming,
    /// Both halves.
    All,
}

impl Half {
    /// Whether a position, given as FEN, belongs to it.
    pub fn contains(self, fen: &str) -> bool {
        match self {
            Half::Tuning => is_for_tuning(fen),
            Half::Confirming => !is_for_tuning(fen),
            Half::All => true,
        }
    }

    /// The name in output.
    pub fn name(self) -> &'static str {
        match self {
            Half::Tuning => "the tuning half",
            Half::Confirming => "the confirming half",
            Half::All => "both halves",
        }
    }
}

/// The fields of a FEN that make a position; the counters of moves behind them do not count, so
/// that the same position of two suites is always in the same half.
const FIELDS: usize = 4;

/// The same for a position in every run and in every suite: about every second one.
fn is_for_tuning(fen: &str) -> bool {
    let mut hash = Fingerprint::new("laboratory");
    for field in fen.split_whitespace().take(FIELDS) {
        field.chars().chain([' ']).for_each(|letter| hash.add(letter as i32));
    }
    // Their parity: single bits of this hash are less well mixed.
    hash.finish().count_ones().is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const KINGS: &str = "7k/8/8/8/8/8/8/K7";

    #[test]
    fn a_position_stays_in_its_half() {
        // Another answer here would make confirming positions of those that were tuned on.
        let halves = [START, &START.replace("0 1", "7 30"), &START.replace('w', "b")];
        assert_eq!(halves.map(is_for_tuning), [true, true, false]);
    }

    #[test]
    fn the_halves_are_disjoint_and_about_equal() {
        let fens: Vec<String> =
            (0..1000).map(|rank| format!("{KINGS}{rank} {} - -", ["w", "b"][rank % 2])).collect();
        let count = |half: Half| fens.iter().filter(|fen| half.contains(fen)).count();
        assert_eq!(count(Half::All), 1000);
        assert_eq!(count(Half::Tuning) + count(Half::Confirming), 1000);
        // Three standard deviations of a fair coin.
        assert!((453..=547).contains(&count(Half::Tuning)), "{}", count(Half::Tuning));
    }
}
