//! McNemar's test: whether one searcher solves more than another, or was only lucky.

use serde::Serialize;

/// How many positions were solved by which of two searchers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pairs {
    /// Positions solved by both.
    pub both: u64,
    /// Positions solved by the first alone.
    pub only_first: u64,
    /// Positions solved by the second alone.
    pub only_second: u64,
    /// Positions solved by neither.
    pub neither: u64,
}

impl Pairs {
    /// Counts positions: for each, whether the first and the second have solved it.
    pub fn count(solved: impl Iterator<Item = (bool, bool)>) -> Pairs {
        let mut pairs = Pairs::default();
        for position in solved {
            *match position {
                (true, true) => &mut pairs.both,
                (true, false) => &mut pairs.only_first,
                (false, true) => &mut pairs.only_second,
                (false, false) => &mut pairs.neither,
            } += 1;
        }
        pairs
    }

    /// McNemar's test, exact and two-sided: the probability that two equally good searchers
    /// differ at least this much. For them, each position that only one has solved is the toss of
    /// a fair coin.
    pub fn p_value(&self) -> f64 {
        let tosses = self.only_first + self.only_second;
        let fewer = self.only_first.min(self.only_second);
        // Logarithms, because 2^-tosses underflows to zero for thousands of tosses. This is the
        // largest term of the sum; each smaller one follows from the one before.
        let mut log_term = -(tosses as f64) * std::f64::consts::LN_2;
        for drawn in 1..=fewer {
            log_term += ((tosses - fewer + drawn) as f64 / drawn as f64).ln();
        }
        let (mut term, mut sum) = (1.0, 1.0);
        for heads in (1..=fewer).rev() {
            term *= heads as f64 / (tosses - heads + 1) as f64;
            sum += term;
        }
        (2.0 * sum * log_term.exp()).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p_value(only_first: u64, only_second: u64) -> f64 {
        Pairs { only_first, only_second, ..Pairs::default() }.p_value()
    }

    #[test]
    fn known_values() {
        for (first, second, expected) in [
            (0, 0, 1.0),
            (1, 0, 1.0),
            (5, 0, 0.0625),
            (10, 2, 0.038_574_218_75),
            (2, 10, 0.038_574_218_75),
            (7, 7, 1.0),
            (8, 7, 1.0),
            (25, 12, 0.047_031_027_439_516_04),
        ] {
            let found = p_value(first, second);
            assert!((found - expected).abs() < 1e-12, "{first} and {second}: {found}");
        }
    }

    #[test]
    fn thousands_of_positions_are_no_problem() {
        assert_eq!(p_value(5000, 5000), 1.0);
        let p = p_value(5200, 4800);
        // The normal approximation, corrected for continuity, gives 6.6e-5.
        assert!((6.0e-5..7.0e-5).contains(&p), "{p}");
        assert_eq!(p_value(1_000_000, 0), 0.0);
    }

    #[test]
    fn positions_are_counted_by_who_solved_them() {
        let solved = [(true, true), (true, false), (false, true), (false, true), (false, false)];
        let expected = Pairs { both: 1, only_first: 1, only_second: 2, neither: 1 };
        assert_eq!(Pairs::count(solved.into_iter()), expected);
    }
}
