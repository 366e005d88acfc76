//! Whether one searcher solves more than another, or was only lucky.

use serde::Serialize;

/// Two searchers on the same positions: how many were solved by whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pairs {
    /// Solved by both.
    pub both: u64,
    /// By the first alone.
    pub only_first: u64,
    /// By the second alone.
    pub only_second: u64,
    /// By none.
    pub neither: u64,
}

impl Pairs {
    /// Counts positions, each solved or not by the first and by the second.
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

    /// McNemar's test, exact and two-sided: how probable it is that equally good searchers
    /// differ at least as much, which is that many tosses of a coin for the positions that one
    /// alone has solved.
    pub fn p_value(&self) -> f64 {
        let tosses = self.only_first + self.only_second;
        let fewer = self.only_first.min(self.only_second);
        // From the middle outwards, by logarithms: 2^-tosses is zero where there are thousands.
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
