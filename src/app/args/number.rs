//! Counts, durations and memory sizes as arguments. Each function serves as a `value_parser`.

use std::time::Duration;

use thiserror::Error;

/// Why a text is not a number of the expected kind.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NumberError {
    /// Not a number, or its unit is unknown or missing.
    #[error("{text:?} is not a {kind}; write it as {example}")]
    Form {
        /// The argument.
        text: String,
        /// The kind of number that is expected.
        kind: &'static str,
        /// How such a number is written.
        example: &'static str,
    },
    /// Zero, less, or a number that rounds to zero.
    #[error("{0:?} must be greater than zero")]
    Zero(String),
    /// A fraction where only whole numbers make sense.
    #[error("{0:?} must be a whole number")]
    Fraction(String),
    /// A number beyond `u64`.
    #[error("{0:?} is too large")]
    TooGreat(String),
    /// A count above the greatest that makes sense.
    #[error("{text:?} is too large; the maximum is {most}")]
    AboveMost {
        /// The argument.
        text: String,
        /// The greatest count.
        most: u64,
    },
}

/// Reads a count above zero, like `100k`, `1e6` or `1,000,000`: a number, optionally followed by `k`,
/// `m` or `g` (thousand, million, billion).
///
/// # Errors
///
/// [`NumberError`] for any other text, for a count that is not whole, and beyond `u64`.
pub fn count(text: &str) -> Result<u64, NumberError> {
    let units = [("", 1), ("k", 1_000), ("m", 1_000_000), ("g", 1_000_000_000)];
    let form = Form { text, kind: "count", example: "100k, 2.5m, 1e6 or 1,000" };
    let (count, is_whole) = form.scaled(&units)?;
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

/// Reads a duration above zero, like `500ms`, `1.5s` or `1h30m`: numbers followed by `h`, `m`, `s`
/// or `ms`, the larger unit first, or a number of seconds alone. Fractions of a nanosecond are
/// dropped.
///
/// # Errors
///
/// [`NumberError`] for any other text, and beyond some 580 years.
pub fn duration(text: &str) -> Result<Duration, NumberError> {
    const SECOND: u64 = 1_000_000_000;
    let units = [("ms", SECOND / 1000), ("s", SECOND), ("m", 60 * SECOND), ("h", 3600 * SECOND)];
    let form = Form { text, kind: "duration", example: "500ms, 10s (or 10), 1.5m or 1h30m" };
    let too_great = || NumberError::TooGreat(text.to_string());
    let (mut rest, mut last, mut sum) = (text.trim(), u64::MAX, 0_u64);
    while !rest.is_empty() || sum == 0 && last == u64::MAX {
        let (number, behind) = form.decimal(rest)?;
        let end = behind.find(|letter: char| letter.is_ascii_digit() || letter == '.');
        let (unit, behind) = behind.split_at(end.unwrap_or(behind.len()));
        let is_alone = unit.is_empty() && last == u64::MAX;
        let factor = if is_alone { SECOND } else { form.factor(unit, &units)? };
        if factor >= last {
            return Err(form.error());
        }
        sum = sum.checked_add(form.times(number, factor)?.0).ok_or_else(too_great)?;
        (rest, last) = (behind, factor);
    }
    form.above_zero(sum).map(Duration::from_nanos)
}

/// Reads a memory size above zero, like `64MiB`: a number of bytes, or one followed by `KiB`,
/// `MiB`, `GiB`, `TiB` (powers of 1024) or `kB`, `MB`, `GB`, `TB` (powers of 1000). A letter
/// alone, as in `64m`, is a power of 1024. Fractions of a byte are dropped.
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
    let example = "64MiB (or 64m), 2GiB (or 2g) or 500MB";
    Ok(Form { text, kind: "memory size", example }.scaled(&units)?.0)
}

/// What is read, and how it should be written.
#[derive(Clone, Copy)]
struct Form<'a> {
    text: &'a str,
    kind: &'static str,
    example: &'static str,
}

/// Digits times a power of ten. The arithmetic is exact: no floating point is involved.
#[derive(Clone, Copy)]
struct Decimal {
    digits: u128,
    exponent: i64,
}

impl Form<'_> {
    fn error(&self) -> NumberError {
        let Form { text, kind, example } = *self;
        NumberError::Form { text: text.to_string(), kind, example }
    }

    fn too_great(&self) -> NumberError {
        NumberError::TooGreat(self.text.to_string())
    }

    /// One number with its unit, rounded down, and whether it was whole. It is above zero.
    fn scaled(&self, units: &[(&str, u64)]) -> Result<(u64, bool), NumberError> {
        let (number, unit) = self.decimal(self.text.trim())?;
        let (number, is_whole) = self.times(number, self.factor(unit, units)?)?;
        Ok((self.above_zero(number)?, is_whole))
    }

    /// The number at the beginning of a text, and what is behind it.
    fn decimal<'t>(&self, text: &'t str) -> Result<(Decimal, &'t str), NumberError> {
        if text.starts_with('-') {
            return Err(NumberError::Zero(self.text.to_string()));
        }
        let end = |text: &str, more: &str| {
            let is_part = |letter: char| letter.is_ascii_digit() || more.contains(letter);
            text.find(|letter| !is_part(letter)).unwrap_or(text.len())
        };
        let (number, mut rest) = text.split_at(end(text, ".,"));
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let whole = ungrouped(whole).ok_or_else(|| self.error())?;
        if fraction.contains(['.', ',']) || (whole.is_empty() && fraction.is_empty()) {
            return Err(self.error());
        }
        let mut exponent = 0;
        if let Some(power) = rest.strip_prefix(['e', 'E']) {
            let sign = usize::from(power.starts_with(['+', '-']));
            let (digits, behind) = power.split_at(sign + end(&power[sign..], ""));
            if digits.len() > sign {
                // One that is greater makes no difference.
                let most = if digits.starts_with('-') { -10_000 } else { 10_000 };
                exponent = digits.parse().unwrap_or(most).clamp(-10_000, 10_000);
                rest = behind;
            }
        }
        let fraction = fraction.trim_end_matches('0');
        let digits = format!("{whole}{fraction}");
        let digits = match digits.trim_start_matches('0') {
            "" => 0,
            significant => significant.parse().map_err(|_| self.too_great())?,
        };
        Ok((Decimal { digits, exponent: exponent - fraction.len() as i64 }, rest))
    }

    fn factor(&self, unit: &str, units: &[(&str, u64)]) -> Result<u64, NumberError> {
        let unit = unit.trim().to_ascii_lowercase();
        let known = units.iter().find(|(name, _)| *name == unit);
        known.map(|&(_, factor)| factor).ok_or_else(|| self.error())
    }

    /// The number times a factor, rounded down, and whether it was whole.
    fn times(&self, number: Decimal, factor: u64) -> Result<(u64, bool), NumberError> {
        let Decimal { digits, exponent } = number;
        if digits == 0 {
            return Ok((0, true));
        }
        let power = u32::try_from(exponent.unsigned_abs()).unwrap_or(u32::MAX);
        let power = 10_u128.checked_pow(power);
        let product = digits.checked_mul(u128::from(factor)).ok_or_else(|| self.too_great())?;
        let (number, is_whole) = match (power, exponent < 0) {
            (Some(power), true) => (Some(product / power), product % power == 0),
            (None, true) => (Some(0), false),
            (power, false) => (power.and_then(|power| product.checked_mul(power)), true),
        };
        let number = number.and_then(|number| u64::try_from(number).ok());
        Ok((number.ok_or_else(|| self.too_great())?, is_whole))
    }

    fn above_zero(&self, number: u64) -> Result<u64, NumberError> {
        if number == 0 { Err(NumberError::Zero(self.text.to_string())) } else { Ok(number) }
    }
}

/// Digits without the commas between groups of three; `None` if they stand elsewhere.
fn ungrouped(digits: &str) -> Option<String> {
    let Some((first, rest)) = digits.split_once(',') else { return Some(digits.to_string()) };
    let is_first = (1..=3).contains(&first.len()) && !first.starts_with('0');
    let is_grouped = is_first && rest.split(',').all(|group| group.len() == 3);
    is_grouped.then(|| digits.replace(',', ""))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
            ("1e6", 1_000_000),
            ("2.5E+3", 2500),
            ("25e-1k", 2500),
            ("1,000,000", 1_000_000),
            ("12,000.5k", 12_000_500),
        ] {
            assert_eq!(count(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn durations_have_units_or_are_seconds() {
        for (text, milliseconds) in [
            ("1.5s", 1500),
            ("500ms", 500),
            ("2m", 120_000),
            (".25h", 900_000),
            ("10", 10_000),
            ("0.5", 500),
            ("1h30m", 5_400_000),
            ("1H 30M 5s", 5_405_000),
            ("1m0.5s", 60_500),
            ("0h2s", 2000),
            ("1e3s", 1_000_000),
        ] {
            assert_eq!(duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "s", "1h30", "30m1h", "1m1m", "1d", "1:30", "1h-5m", "10s5", "1,5s"] {
            assert!(duration(text).is_err(), "{text}");
        }
        assert_eq!(duration("0h0m"), Err(NumberError::Zero("0h0m".into())));
        assert_eq!(duration("99999999999h"), Err(NumberError::TooGreat("99999999999h".into())));
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
            let told = format!("{text:?} is too large; the maximum is 100");
            assert_eq!(depth(text).map_err(|error| error.to_string()), Err(told));
        }
        assert!(matches!(depth("0"), Err(NumberError::Zero(_))));
    }

    #[test]
    fn faults_are_named() {
        use NumberError::{Fraction, TooGreat, Zero};
        for text in [
            "", "k", ".", "1.2.3", "x", "1x", "1kk", "+1", "١", "0x10", "1,5k", "1,00", ",100",
            "0,100", "1,0000", "1,000,", "1e", "e5", "1e+", "1e5.5", "NaN", "inf", "1 000",
        ] {
            assert!(matches!(count(text), Err(NumberError::Form { .. })), "{text}");
        }
        assert_eq!(count("0"), Err(Zero("0".into())));
        assert_eq!(memory("0.0001"), Err(Zero("0.0001".into())));
        assert_eq!(count("-5"), Err(Zero("-5".into())));
        assert_eq!(count("1.5"), Err(Fraction("1.5".into())));
        assert_eq!(count("99999999999g"), Err(TooGreat("99999999999g".into())));
        assert_eq!(count(&"9".repeat(99)), Err(TooGreat("9".repeat(99))));
        for text in ["1e400", "1e99999999999999999999", "1e20", "18446744073709551616"] {
            assert_eq!(count(text), Err(TooGreat(text.into())));
        }
        assert_eq!(count("1e-400"), Err(Zero("1e-400".into())));
        assert_eq!(count("15e-1"), Err(Fraction("15e-1".into())));
        assert!(count(&format!("0.{}1", "0".repeat(99))).is_err());
    }

    proptest! {
        #[test]
        fn no_text_panics(text in r"[-+0-9.,eEkmgshMiB \PC]{0,24}") {
            let _ = (count(&text), duration(&text), memory(&text));
        }

        #[test]
        fn a_number_is_read_however_it_is_written(number in 1..=u64::MAX, power in 0..25_u32) {
            prop_assert_eq!(count(&number.to_string()), Ok(number));
            let mut grouped = number.to_string();
            for place in (1..grouped.len()).rev().filter(|place| (grouped.len() - place) % 3 == 0).collect::<Vec<_>>() {
                grouped.insert(place, ',');
            }
            prop_assert_eq!(count(&grouped), Ok(number));
            prop_assert_eq!(memory(&grouped), Ok(number));
            let written = format!("{number}e{power}");
            let product = 10_u64.checked_pow(power).and_then(|power| power.checked_mul(number));
            prop_assert_eq!(count(&written).ok(), product);
            let written = format!("{number}e-{power}");
            let is_whole = 10_u64.checked_pow(power).is_some_and(|power| number % power == 0);
            prop_assert_eq!(count(&written).is_ok(), is_whole);
        }

        #[test]
        fn parts_of_a_duration_add_up(h in 0..500_u64, m in 0..500_u64, s in 0..500_u64, ms in 1..500_u64) {
            let sum = ((h * 60 + m) * 60 + s) * 1000 + ms;
            let written = format!("{h}h{m}m{s}s{ms}ms");
            prop_assert_eq!(duration(&written), Ok(Duration::from_millis(sum)));
        }
    }
}
