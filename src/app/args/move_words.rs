//! Moves in a text as people write them: with move numbers and annotations, so that a line of
//! this program, a book or a web page can be pasted.

/// The moves in arguments that may hold several each. Move numbers, annotations and results are
/// left out; see [`bare_move`].
pub fn move_words(arguments: &[String]) -> impl Iterator<Item = &str> {
    arguments.iter().flat_map(|words| words.split_whitespace()).filter_map(bare_move)
}

/// The move in a word: without the move number in front (`12.`, `12...` or dots alone) and without
/// annotations behind (`!?`, `$4`, `+-`). `None` if nothing else is in it.
pub fn bare_move(word: &str) -> Option<&str> {
    let word = without_number(word);
    let word = word.split_once('$').map_or(word, |(word, _)| word);
    // A null move is not an annotation: to pass it over would give another game.
    let is_annotation = word != "--" && word.chars().all(is_mark);
    let is_remark = is_annotation || is_result(word) || matches!(word, "e.p." | "ep");
    (!is_remark).then(|| word.trim_end_matches(['!', '?']))
}

/// Whether the word is the result of a game. `*` says that it is not over.
pub fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "1/2" | "½-½" | "½" | "*")
}

fn without_number(word: &str) -> &str {
    let is_dot = |letter| matches!(letter, '.' | '…');
    let behind = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    // `0-0` and `1-0` begin with a digit, and with no number.
    if behind.is_empty() || behind.starts_with(is_dot) {
        behind.trim_start_matches(is_dot)
    } else {
        word
    }
}

/// What annotations without a move consist of: `!?`, `+-`, `=`, `±`.
fn is_mark(letter: char) -> bool {
    matches!(letter, '!' | '?' | '+' | '-' | '/' | '=' | '#' | '±' | '∓' | '⩲' | '⩱' | '∞' | '□')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> String {
        move_words(&[text.to_string()]).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn numbers_and_annotations_are_left_out() {
        for (text, expected) in [
            ("1. e4 e5 2. Nf3 Nc6", "e4 e5 Nf3 Nc6"),
            ("1.e4 e5 2.Nf3", "e4 e5 Nf3"),
            ("1... Be7 2. Rc7 ...", "Be7 Rc7"),
            ("1...Be7 …Nd5 ...Nxd5", "Be7 Nd5 Nxd5"),
            ("12 e4! e5?! $6 13.Nf3$1 +- ± Nc6 =", "e4 e5 Nf3 Nc6"),
            ("exd6 e.p. Qh4# 0-1", "exd6 Qh4#"),
            ("5.O-O 0-0-0 6. 0-0 1-0 *", "O-O 0-0-0 0-0"),
            ("e2e4 e7e8q Ng1-f3 e8=Q+", "e2e4 e7e8q Ng1-f3 e8=Q+"),
        ] {
            assert_eq!(moves(text), expected, "{text}");
        }
    }

    #[test]
    fn what_may_be_a_move_is_kept() {
        for text in ["--", "hello", "é", "Z0", "e9"] {
            assert_eq!(bare_move(text), Some(text));
        }
        assert_eq!(moves(""), "");
    }
}
