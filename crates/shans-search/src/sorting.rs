//! Sorting by numbers with a fraction, through keys that are whole.
//!
//! Lists here are sorted by `sort_by_cached_key`: the standard library has one sort for each type of key then. By
//! `sort_by` it has one for each list, 6 KB each.

use std::cmp::Reverse;

/// A whole number for this one, in the order of [`f64::total_cmp`].
pub fn rising(number: impl Into<f64>) -> i64 {
    let bits = number.into().to_bits().cast_signed();
    // The larger a negative number is, the smaller are its bits.
    bits ^ ((bits >> 63).cast_unsigned() >> 1).cast_signed()
}

/// The same for lists that begin with the largest one.
pub fn falling(number: impl Into<f64>) -> Reverse<i64> {
    Reverse(rising(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_in_the_order_of_the_standard_library() {
        let numbers = [
            f64::NEG_INFINITY,
            -7.5,
            -1e-300,
            -0.0,
            0.0,
            1e-300,
            0.25,
            7.5,
            f64::INFINITY,
            f64::NAN,
        ];
        for one in numbers {
            for other in numbers {
                assert_eq!(rising(one).cmp(&rising(other)), one.total_cmp(&other), "{one} {other}");
                assert_eq!(falling(one).cmp(&falling(other)), other.total_cmp(&one));
            }
        }
    }
}
