//! Quotes input in error messages.

/// The maximum number of characters quoted.
const LONGEST: usize = 120;

/// The text in quotation marks, on one line: control characters are escaped, and a long text is
/// cut off.
pub(super) fn quoted(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{:?}...", &text[..cut]),
        None => format!("{text:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_stay_on_one_short_line() {
        assert_eq!(quoted("a\nb"), "\"a\\nb\"");
        assert!(quoted(&"ж".repeat(1000)).chars().count() < 130);
    }
}
