//! Text as people and other programs write it: letters that stand for others, and what is to be read as white space.

use std::borrow::Cow;

/// Whether a letter only stands between words. Pages and word processors have their own kinds of white space, some
/// of it without width, and some old programs end a file with Ctrl-Z.
pub(crate) fn is_space(letter: char) -> bool {
    letter.is_whitespace()
        || matches!(
            letter,
            '\0' | '\u{1a}' | '\u{200b}'
                ..='\u{200f}' | '\u{202a}'
                ..='\u{202e}' | '\u{2060}'
                ..='\u{2069}' | '\u{feff}'
        )
}

/// A move or a result in the letters of a keyboard: dashes, figurines and double marks are replaced.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '\u{ad}' | '﹣' | '－' => {
                out.push('-')
            }
            '♔' | '♚' => out.push('K'),
            '♕' | '♛' => out.push('Q'),
            '♖' | '♜' => out.push('R'),
            '♗' | '♝' => out.push('B'),
            '♘' | '♞' => out.push('N'),
            // A pawn has no letter; behind a figurine may stand how it is to be drawn.
            '♙' | '♟' | '\u{fe0e}' | '\u{fe0f}' => {}
            '×' | '✕' | '✖' => out.push('x'),
            '‼' => out.push_str("!!"),
            '⁇' => out.push_str("??"),
            '⁈' => out.push_str("?!"),
            '⁉' => out.push_str("!?"),
            '½' => out.push_str("1/2"),
            // Letters that look like those of castling.
            'О' | 'о' | 'Ο' | 'ο' => out.push('O'),
            // Letters that look like those of files.
            'а' => out.push('a'),
            'с' => out.push('c'),
            'е' => out.push('e'),
            letter if is_space(letter) => {}
            letter => out.push(letter),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_other_programs_are_replaced() {
        for (text, expected) in [
            ("0–0−0", "0-0-0"),
            ("♘f3‼", "Nf3!!"),
            ("♟️e4", "e4"),
            ("½–½", "1/2-1/2"),
            ("e×d5", "exd5"),
            ("e4\u{200b}", "e4"),
            ("е4", "e4"),
            ("асе", "ace"),
            ("é", "é"),
        ] {
            assert_eq!(plain(text), expected, "{text}");
        }
        assert!(is_space('\u{1a}') && is_space('\u{feff}') && is_space(' ') && !is_space('e'));
    }
}
