//! Text from elsewhere, made harmless for a terminal.

use std::path::Path;

/// The text with everything escaped that a terminal would obey instead of showing it. Whatever was not made by this program goes
/// through here on its way to one.
pub fn printable(text: &str) -> String {
    escaped(text, |letter| letter.escape_debug().to_string())
}

/// The same JSON, with such letters written as JSON has them: those that have to be are escaped already.
pub fn printable_json(json: &str) -> String {
    escaped(json, |letter| format!("\\u{:04x}", u32::from(letter)))
}

fn escaped(text: &str, escape: impl Fn(char) -> String) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_obeyed(letter) {
            shown.push_str(&escape(letter));
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

/// A control character, old or new (C0, DEL, C1), the end of a line or of a paragraph, or a mark that changes the direction of writing.
fn is_obeyed(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(letter, '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        assert_eq!(printable("WAC.001 \"é\" \\ ж"), "WAC.001 \"é\" \\ ж");
        assert_eq!(printable("a\u{1b}[2Jb\n\u{9b}c\u{202e}d"), "a\\u{1b}[2Jb\\n\\u{9b}c\\u{202e}d");
        let marks = ['\u{61c}', '\u{200e}', '\u{200f}'].into_iter();
        let marks = marks.chain('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}');
        for letter in marks.chain('\0'..' ').chain('\u{7f}'..'\u{a0}') {
            let shown = printable(&letter.to_string());
            assert!(shown.starts_with('\\') && shown.is_ascii(), "{letter:?}");
        }
    }

    #[test]
    fn json_means_the_same() -> serde_json::Result<()> {
        let text = "a\u{1b}[2J\u{9b}\u{7f} \u{202e}\u{61c} ж \\ \"";
        let json = printable_json(&serde_json::to_string(text)?);
        assert!(!json.contains(is_obeyed), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json)?, text);
        Ok(())
    }
}
