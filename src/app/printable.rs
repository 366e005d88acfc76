//! Text from elsewhere, made harmless for a terminal.

use std::path::Path;

/// The text with everything escaped that a terminal would obey instead of showing it: control
/// characters, and the marks that change the direction of writing.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() || is_direction(letter) {
            shown.extend(letter.escape_debug());
        } else {
            shown.push(letter);
        }
    }
    shown
}

/// The name of a file, made harmless.
pub fn printable_path(path: &Path) -> String {
    printable(&path.to_string_lossy())
}

fn is_direction(letter: char) -> bool {
    matches!(letter, '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        assert_eq!(printable("WAC.001 \"é\" \\ ж"), "WAC.001 \"é\" \\ ж");
        assert_eq!(printable("a\u{1b}[2Jb\n\u{9b}c\u{202e}d"), "a\\u{1b}[2Jb\\n\\u{9b}c\\u{202e}d");
    }
}
