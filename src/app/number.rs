//! Counts, durations and memory sizes as arguments. Each function serves as a `value_parser`.

use std::time::Duration;

use thiserror::Error;

/// Why a text is not a number of the expected kind.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NumberError {
    /// Not a number, or its unit is unknown or missing.
    #[error("{text:?} is no {kind}; write it like {example}")]
    Form {
        /// The argument.
        text: String,
        /// The kind of number that is expected.
        kind: &'static str,
        /// How such a number is written.
        example: &'static str,
    },
    /// Zero, or a number that rounds to zero.
    #[error("{0:?} is zero; give more")]
    Zero(String),
    /// Below zero.
    #[error("{0:?} is negative; give a number above zero")]
    Negative(String),
    /// A fraction where only whole numbers make sense.
    #[error("{0:?} is no whole number; leave out the fraction")]
    Fraction(String),
    /// A number beyond `u64`.
    #[error("{0:?} is too great; give less")]
    TooGreat(String),
    /// A count above the greatest that makes sense.
    #[error("{text:?} is too great; give at most {most}")]
    AboveMost {
        /// The argument.
        text: String,
        /// The greatest count.
        most: u64,
    },
}

/// Reads a count above zero, like `100k` or `2.5m`: a number, optionally followed by `k`, `m` or
/// `g` (thousand, million, billion).
///
/// # Errors
///
/// [`NumberError`] for any other text, for a count that is not whole, and beyond `u64`.
pub fn count(text: &str) -> Result<u64, NumberError> {
    let units = [("", 1), ("k", 1_000), ("m", 1_000_000), ("g", 1_000_000_000)];
    let (count, is_whole) = scaled(text, "count", "100k, 2.5m or 1000", &units)?;
    if is_whole { Ok(count) } else { Err(NumberError::Fraction(text.to_string())) }
}

/// Reads counts as [`count`] does, from 1 to `most`.
pub fn count_to<N>(most: N) -> impl Fn(&str) -> Result<N, NumberError> + Clone
where
    N: Copy + PartialOrd + Into<u64> + TryFrom<u64>,
{
    move |text| {
        let small = N::try_from(count(text)?).ok().filter(|number| *number <= most);
        small.ok_or_else(|| NumberError::AboveMost { text: text.to_string(), most: most.into() })
    }
}

/// Reads a duration above zero, like `500ms` or `1.5s`: a number followed by `ms`, `s`, `m` or
/// `h`. Fractions of a nanosecond are cut off.
///
/// # Errors
///
/// [`NumberError`] for any other text, without a unit, and beyond some 580 years.
pub fn duration(text: &str) -> Result<Duration, NumberError> {
    const SECOND: u64 = 1_000_000_000;
    let units = [("ms", SECOND / 1000), ("s", SECOND), ("m", 60 * SECOND), ("h", 3600 * SECOND)];
    let (nanoseconds, _) = scaled(text, "duration", "500ms, 10s, 1.5m or 2h", &units)?;
    Ok(Duration::from_nanos(nanoseconds))
}

/// Reads a memory size above zero, like `64MiB`: a number of bytes, or one followed by `KiB`,
/// `MiB`, `GiB`, `TiB` (powers of 1024) or `kB`, `MB`, `GB`, `TB` (powers of 1000). A letter
/// alone, as in `64m`, is a power of 1024. Fractions of a byte are cut off.
///
/// # Errors
///
/// [`NumberError`] for any other text, and beyond `u64`.
pub fn memory(text: &str) -> Result<u64, NumberError> {
    let units = [
        ("", 1),
        ("b", 1),
        ("k", 1 << 10),
        ("m", 1 << 20),
        ("g", 1 << 30),
        ("t", 1 << 40),
        ("kib", 1 << 10),
        ("mib", 1 << 20),
        ("gib", 1 << 30),
        ("tib", 1 << 40),
        ("kb", 1_000),
        ("mb", 1_000_000),
        ("gb", 1_000_000_000),
        ("tb", 1_000_000_000_000),
    ];
    let (bytes, _) = scaled(text, "memory size", "64MiB (or 64m), 2GiB (or 2g) or 500MB", &units)?;
    Ok(bytes)
}

/// The number times its unit, rounded down, and whether it was whole. It is above zero. The
/// arithmetic is exact: no floating point is involved.
fn scaled(
    text: &str,
    kind: &'static str,
    example: &'static str,
    units: &[(&str, u64)],
) -> Result<(u64, bool), NumberError> {
    let form = || NumberError::Form { text: text.to_string(), kind, example };
    let too_great = || NumberError::TooGreat(text.to_string());
    let number = text.trim();
    if number.starts_with('-') {
        return Err(NumberError::Negative(text.to_string()));
    }
    let digits_end = number.find(|letter: char| !letter.is_ascii_digit() && letter != '.');
    let (number, unit) = number.split_at(digits_end.unwrap_or(number.len()));
    let unit = unit.trim_start().to_ascii_lowercase();
    let &(_, factor) = units.iter().find(|(name, _)| *name == unit).ok_or_else(form)?;
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if fraction.contains('.') || (whole.is_empty() && fraction.is_empty()) {
        return Err(form());
    }
    let digits = format!("{whole}{}", fraction.trim_end_matches('0'));
    let decimals = digits.len() - whole.len();
    let digits: u128 = match digits.trim_start_matches('0') {
        "" => return Err(NumberError::Zero(text.to_string())),
        significant => significant.parse().map_err(|_| too_great())?,
    };
    let product = digits.checked_mul(u128::from(factor)).ok_or_else(too_great)?;
    let divisor = u32::try_from(decimals).ok().and_then(|exponent| 10u128.checked_pow(exponent));
    let divisor = divisor.ok_or_else(form)?;
    let is_whole = product % divisor == 0;
    match u64::try_from(product / divisor) {
        Ok(0) => Err(NumberError::Zero(text.to_string())),
        Ok(number) => Ok((number, is_whole)),
        Err(_) => Err(too_great()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_take_suffixes() {
        for (text, expected) in [
            ("1", 1),
            ("100k", 100_000),
            ("1m", 1_000_000),
            ("2.5m", 2_500_000),
            ("1.5G", 1_500_000_000),
            ("007", 7),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(count(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn durations_need_a_unit() {
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration(".25h"), Ok(Duration::from_secs(900)));
        assert!(matches!(duration("10"), Err(NumberError::Form { .. })));
    }

    #[test]
    fn memory_sizes_are_binary_or_decimal() {
        assert_eq!(memory("64MiB"), Ok(64 << 20));
        assert_eq!(memory("2 GiB"), Ok(2 << 30));
        assert_eq!(memory("1.5GB"), Ok(1_500_000_000));
        assert_eq!(memory("4096"), Ok(4096));
        assert_eq!((memory("8m"), memory("9G")), (Ok(8 << 20), Ok(9 << 30)));
        assert_eq!(memory("0.3KiB"), Ok(307));
    }

    #[test]
    fn counts_may_have_a_limit() {
        let depth = count_to(100_u8);
        assert_eq!((depth("7"), depth("0.1k")), (Ok(7), Ok(100)));
        for text in ["101", "1k", "9g"] {
            let told = format!("{text:?} is too great; give at most 100");
            assert_eq!(depth(text).map_err(|error| error.to_string()), Err(told));
        }
        assert!(matches!(depth("0"), Err(NumberError::Zero(_))));
    }

    #[test]
    fn faults_are_named() {
        use NumberError::{Fraction, Negative, TooGreat, Zero};
        for text in ["", "k", ".", "1.2.3", "x", "1x", "1kk", "+1", "1e5", "١", "0x10", "1,5k"] {
            assert!(matches!(count(text), Err(NumberError::Form { .. })), "{text}");
        }
        assert_eq!(count("0"), Err(Zero("0".into())));
        assert_eq!(memory("0.0001"), Err(Zero("0.0001".into())));
        assert_eq!(count("-5"), Err(Negative("-5".into())));
        assert_eq!(count("1.5"), Err(Fraction("1.5".into())));
        assert_eq!(count("99999999999g"), Err(TooGreat("99999999999g".into())));
        assert_eq!(count(&"9".repeat(99)), Err(TooGreat("9".repeat(99))));
        assert!(count(&format!("0.{}1", "0".repeat(99))).is_err());
    }
}
