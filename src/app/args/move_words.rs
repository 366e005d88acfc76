//! Moves in a text as people write them: with move numbers and annotations, so that a line of
//! this program, a book or a web page can be pasted.

use crate::loose_text::{is_space, plain};

/// Remarks on a move that are written as words: a novelty, a diagram, an editor's remark, en passant, check, mate.
const REMARKS: [&str; 10] = ["N", "TN", "D", "RR", "e.p.", "e.p", "ep", "ch", "ch.", "mate"];

/// The results of games, beside `*`, with dashes and in the letters of a keyboard.
const RESULTS: [(&str, &str); 15] = [
    ("1-0", "1-0"),
    ("0-1", "0-1"),
    ("1-O", "1-0"),
    ("O-1", "0-1"),
    ("1:0", "1-0"),
    ("0:1", "0-1"),
    ("1/2-1/2", "1/2-1/2"),
    ("1/2:1/2", "1/2-1/2"),
    ("1/2", "1/2-1/2"),
    ("0.5-0.5", "1/2-1/2"),
    ("0,5-0,5", "1/2-1/2"),
    ("0.5:0.5", "1/2-1/2"),
    (".5-.5", "1/2-1/2"),
    // One has drawn, and the other one lost, both by decision.
    ("1/2-0", "1/2-0"),
    ("0-1/2", "0-1/2"),
];

/// The words of a text, whatever white space stands between them.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|word| !word.is_empty())
}

/// The moves in arguments that may hold several each, with spaces or commas between them. Move numbers, annotations and
/// results are left out; see [`bare_move`].
pub fn move_words(arguments: &[String]) -> impl Iterator<Item = &str> {
    // A result may have a comma of its own.
    let mark = |word: &str| if result(word).is_some() { '\0' } else { ',' };
    let words = arguments.iter().flat_map(|text| words(text));
    words
        .flat_map(move |word| word.split(mark(word)).filter(|part| !part.is_empty()))
        .filter_map(bare_move)
}

/// The move in a word: without the move number in front (`12.`, `12...` or dots alone) and without
/// annotations behind (`!?`, `$4`, `+-`, `⩲`). `None` if nothing else is in it.
pub fn bare_move(word: &str) -> Option<&str> {
    if is_bare(word) {
        return Some(word);
    }
    if result(word).is_some() {
        return None;
    }
    let word = without_number(word);
    let word = word.split_once('$').map_or(word, |(word, _)| word);
    // A null move is not an annotation: to pass it over would give another game.
    let is_annotation = word.chars().all(is_mark) && plain(word) != "--";
    let is_remark = is_annotation || result(word).is_some() || REMARKS.contains(&word);
    (!is_remark).then(|| without_marks(word))
}

/// Whether a word is nothing but a move as the standard writes it, as nearly all are: a quick look.
fn is_bare(word: &str) -> bool {
    let letters = match word.as_bytes() {
        [letters @ .., b'+' | b'#'] => letters,
        letters => letters,
    };
    let is_of_move = |byte: &u8| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x' | b'K' | b'Q' | b'R' | b'B' | b'N');
    matches!(letters, [first, .., last] if !first.is_ascii_digit() && last.is_ascii_digit())
        && letters.iter().all(is_of_move)
}

/// The result of a game that the word is, as the standard writes it. `*` says that it is not over.
pub fn result(word: &str) -> Option<&'static str> {
    // No result begins with such a letter, and most words do.
    if word.starts_with(|first: char| first.is_ascii_lowercase() || first == 'N') {
        return None;
    }
    let plain = plain(word);
    let known = RESULTS.iter().find(|(written, _)| *written == plain);
    known.map(|&(_, meant)| meant).or((plain == "*" || plain == "\\*").then_some("*"))
}

/// Whether a word says that both have lost by forfeit, `0-0`. Castling may be written so, too.
pub fn is_double_forfeit(word: &str) -> bool {
    matches!(&*plain(word), "0-0" | "0:0")
}

/// The marks that judge a move, by their numbers in PGN; of two that begin alike, the longer one first.
const MARKS: [(&str, u8); 10] = [
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("!", 1),
    ("?", 2),
];

/// The number of the mark by which a text of annotations judges a move, as `!?` does: from 1 to 6.
pub fn mark_in(annotations: &str) -> Option<u8> {
    let begin = annotations.find(['!', '?', '‼', '⁇', '⁈', '⁉'])?;
    let found = MARKS.iter().find(|(mark, _)| annotations[begin..].starts_with(mark));
    found.map(|&(_, number)| number)
}

/// The mark of this number, if it judges a move.
pub fn mark_of(number: u8) -> Option<&'static str> {
    MARKS.iter().find(|&&(_, known)| known == number).map(|&(mark, _)| mark)
}

/// The sign of a glyph of this number in PGN (`$14`), if it has one: the marks that judge a move, and those of the
/// Informant.
pub fn sign_of(number: u8) -> Option<&'static str> {
    let sign = match number {
        7 | 8 => "□",
        10 | 11 => "=",
        13 => "∞",
        14 => "⩲",
        15 => "⩱",
        16 => "±",
        17 => "∓",
        18 | 20 => "+−",
        19 | 21 => "−+",
        22 | 23 => "⨀",
        26..=29 => "○",
        32..=35 => "⟳",
        36..=39 => "↑",
        40 | 41 => "→",
        44..=47 => "=∞",
        130..=135 => "⇆",
        136..=139 => "⊕",
        140 => "∆",
        141 => "∇",
        142 => "⌓",
        143 => "≤",
        145 => "RR",
        146 => "N",
        238 => "○",
        239 => "⇔",
        241 => "⊞",
        242 => "⟫",
        243 => "⟪",
        245 => "⊥",
        number => return mark_of(number),
    };
    Some(sign)
}

/// The sign in the annotations of a move besides the mark that judges it: `⩲`, or `N` for a novelty.
pub fn sign_in(annotations: &str) -> Option<&str> {
    let sign = annotations.trim_matches(|letter| "!?‼⁇⁉⁈,".contains(letter));
    let is_sign = !sign.is_empty() && (sign.chars().all(is_mark) || matches!(sign, "N" | "TN"));
    is_sign.then_some(sign)
}

/// Whether the word is the number of a game's first move, or has it in front.
pub fn begins_with_number_one(word: &str) -> bool {
    let behind = word.strip_prefix('1').unwrap_or(word);
    let behind_dot = behind.strip_prefix('.').unwrap_or(behind);
    let is_number =
        behind.len() < word.len() && (behind.is_empty() || behind_dot.len() < behind.len());
    // Three dots come before a move of Black.
    is_number && !behind_dot.starts_with(['.', '…'])
}

/// Whether the word may be a move, and is no remark: it names a square, castling, or a move that is passed.
pub fn may_be_move(word: &str) -> bool {
    let plain = plain(word);
    let mut letters = plain.chars().filter(|letter| !matches!(letter, '-' | '+' | '#' | '!' | '?'));
    plain.contains(|letter: char| letter.is_ascii_digit())
        || plain == "--"
        || letters.all(|letter| matches!(letter, 'O' | 'o'))
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

/// A move without the annotations behind it. Those of check and mate belong to it.
fn without_marks(word: &str) -> &str {
    let bare = word.trim_end_matches(|letter| is_mark(letter) || letter == ',');
    if bare.is_empty() {
        // A null move.
        return word.trim_end_matches(['!', '?']);
    }
    let marks = &word[bare.len()..];
    let check = if marks.starts_with("++") { "++" } else { marks.get(..1).unwrap_or_default() };
    let behind = &marks[check.len()..];
    let is_check = match check {
        "#" | "++" => true,
        // `+-` and `+=` say who is better.
        "+" => !behind.starts_with(['-', '/', '=', '−', '–']),
        _ => false,
    };
    if is_check { &word[..bare.len() + check.len()] } else { bare }
}

/// What annotations without a move consist of: `!?`, `+-`, `=`, `±`.
fn is_mark(letter: char) -> bool {
    const ASCII: [char; 7] = ['!', '?', '+', '-', '/', '=', '#'];
    const DASHES: [char; 4] = ['–', '—', '−', '‐'];
    const DOUBLE: [char; 4] = ['‼', '⁇', '⁈', '⁉'];
    // Those of the Informant and of ChessBase.
    const GLYPHS: [char; 32] = [
        '±', '∓', '⩲', '⩱', '∞', '□', '■', '⇆', '⇄', '⇔', '⟳', '↻', '↑', '→', '↔', '⟶', '⊕', '⨁',
        '⨀', '⊙', '○', '●', '⌓', '≤', '≥', '△', '∆', 'Δ', '▽', '∇', '⊞', '⟪',
    ];
    ASCII.contains(&letter)
        || DASHES.contains(&letter)
        || DOUBLE.contains(&letter)
        || GLYPHS.contains(&letter)
        || matches!(letter, '⟫' | '⊥' | '⯹' | '∥' | '≠' | '⊗' | '\u{fe0e}' | '\u{fe0f}')
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
            ("Nf3 N Bb5⩲ D a6‼ RR Ba4+- b5-+ Bb3+/-", "Nf3 Bb5 a6 Ba4 b5 Bb3"),
            ("Qh5+!? Ke7++ e4+= Nf3+, ♘f3⁈", "Qh5+ Ke7++ e4 Nf3+ ♘f3"),
            ("4.0–0 1–0 ½–½ 0.5-0.5 1:0 —", "0–0"),
            ("e4,e5, Nf3,Nc6 0,5-0,5", "e4 e5 Nf3 Nc6"),
            ("e4\u{200b}e5\u{2060} Nf3", "e4 e5 Nf3"),
        ] {
            assert_eq!(moves(text), expected, "{text}");
        }
    }

    #[test]
    fn what_may_be_a_move_is_kept() {
        for text in ["--", "––", "hello", "é", "Z0", "e9"] {
            assert_eq!(bare_move(text), Some(text));
        }
        assert_eq!(moves(""), "");
        for text in ["e4", "O-O", "0-0-0", "o-o", "--", "Z0", "S15-E11", "0–0"] {
            assert!(may_be_move(text), "{text}");
        }
        for text in ["time", "Black", "resigns.", "é"] {
            assert!(!may_be_move(text), "{text}");
        }
    }

    #[test]
    fn results_and_first_numbers_are_known() {
        for (text, expected) in
            [("1–0", Some("1-0")), ("½", Some("1/2-1/2")), ("*", Some("*")), ("0-0", None)]
        {
            assert_eq!(result(text), expected, "{text}");
        }
        for text in ["1", "1.", "1.e4"] {
            assert!(begins_with_number_one(text), "{text}");
        }
        for text in ["1...", "1...e5", "1…", "11.", "1-0", "2.", "e4", ""] {
            assert!(!begins_with_number_one(text), "{text}");
        }
        assert_eq!(["‼", "+!?", "⩲", "!!"].map(mark_in), [Some(3), Some(5), None, Some(3)]);
        assert_eq!([3, 5, 14].map(mark_of), [Some("!!"), Some("!?"), None]);
        assert_eq!([3, 14, 146, 9].map(sign_of), [Some("!!"), Some("⩲"), Some("N"), None]);
        let signs = ["!", "!⩲", "N", "+-", "D", "", "e.p."].map(sign_in);
        assert_eq!(signs, [None, Some("⩲"), Some("N"), Some("+-"), None, None, None]);
    }
}
