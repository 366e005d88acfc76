//! What people say about the moves of a game, in comments and variations, without what programs say there; and clocks.

use std::ops::Range;

use super::tags::decoded;
use super::written::WrittenGame;
use crate::app::args::move_words::{mark_of, sign_of};

impl WrittenGame {
    /// The comments on the move that leads to a position, those before the first move where none does. `text` is that
    /// of the file. Commands of programs (`[%clk 0:01:00]`) are left out.
    pub fn comments_at(&self, place: usize, text: &[u8]) -> Vec<String> {
        let comments = match place.checked_sub(1) {
            None => &self.introduction[..],
            Some(before) => self.moves.get(before).map_or(&[][..], |mv| &mv.comments),
        };
        let said = comments.iter().filter_map(|bytes: &Range<usize>| text.get(bytes.clone()));
        said.map(words_of).filter(|words| !words.is_empty()).collect()
    }

    /// The clock of the player who made the move that leads to a position, as the file has it: `0:04:58`.
    pub fn clock_at(&self, place: usize, text: &[u8]) -> Option<String> {
        let comments = &self.moves.get(place.checked_sub(1)?)?.comments;
        let said = comments.iter().filter_map(|bytes: &Range<usize>| text.get(bytes.clone()));
        said.map(decoded).find_map(|comment| {
            let (clock, _) = comment.split_once("[%clk ")?.1.split_once(']')?;
            let is_clock = |letter: char| letter.is_ascii_digit() || ":.".contains(letter);
            let clock = clock.trim();
            (!clock.is_empty() && clock.chars().all(is_clock)).then(|| clock.to_string())
        })
    }

    /// The variations that the file has in place of the move that leads to a position, each in one line with its
    /// comments.
    pub fn variations_at(&self, place: usize, text: &[u8]) -> Vec<String> {
        let Some(mv) = place.checked_sub(1).and_then(|before| self.moves.get(before)) else {
            return Vec::new();
        };
        if mv.variations.is_empty() {
            return Vec::new();
        }
        text.get(mv.mark_at..mv.end).map_or_else(Vec::new, variations_of)
    }
}

/// What stands in parentheses, those in comments not counted.
fn variations_of(behind_move: &[u8]) -> Vec<String> {
    let text = decoded(behind_move);
    let (mut found, mut open, mut depth) = (Vec::new(), 0, 0_usize);
    let (mut at, mut inside) = (0, None);
    while let Some(letter) = text[at..].chars().next() {
        match (inside, letter) {
            (Some(end), _) if letter == end => inside = None,
            (Some(_), _) => {}
            (None, '{') => inside = Some('}'),
            (None, ';') => inside = Some('\n'),
            (None, '(') => {
                depth += 1;
                open = if depth == 1 { at + 1 } else { open };
            }
            (None, ')') if depth == 1 => {
                depth = 0;
                let variation = with_signs(&text[open..at]);
                found.push(in_one_line(&without_commands(&variation).0));
            }
            (None, ')') => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += letter.len_utf8();
    }
    found.retain(|variation: &String| !variation.is_empty());
    found
}

/// A text with signs in place of the numbers of glyphs, those in comments left alone; a mark that judges a move
/// stands at the move.
fn with_signs(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(['$', '{']) {
        let (before, behind) = rest.split_at(at);
        out.push_str(before);
        let length = match behind.strip_prefix('$') {
            None => behind.find('}').unwrap_or(behind.len()),
            Some(digits) => {
                let other = |letter: char| !letter.is_ascii_digit();
                1 + digits.find(other).unwrap_or(digits.len())
            }
        };
        let (written, behind) = behind.split_at(length);
        let number = written.strip_prefix('$').and_then(|number| number.parse().ok());
        if number.and_then(mark_of).is_some() {
            out.truncate(out.trim_end().len());
        }
        out.push_str(number.and_then(sign_of).unwrap_or(written));
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// What is said in a comment, in one line.
fn words_of(comment: &[u8]) -> String {
    in_one_line(&without_commands(inside(&decoded(comment))).0)
}

/// A comment without what it begins and ends with.
pub fn inside(comment: &str) -> &str {
    let text = comment.strip_prefix(['{', ';']).unwrap_or(comment);
    text.strip_suffix('}').unwrap_or(text)
}

/// The words of a text in one line.
pub fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text without the commands of programs, such as `[%cal Gd2d4]`, and the last of them, if it does not end.
pub fn without_commands(text: &str) -> (String, &str) {
    let (mut words, mut rest) = (String::new(), text);
    while let Some(at) = rest.find("[%") {
        let (said, command) = rest.split_at(at);
        words.push_str(said);
        let Some((_, behind)) = command.split_once(']') else { return (words, command) };
        rest = behind;
    }
    words.push_str(rest);
    (words, "")
}

#[cfg(test)]
mod tests {
    use super::super::split::written_games;
    use super::with_signs;

    #[test]
    fn people_are_told_from_programs() {
        let text = b"{An old\nopening} 1. e4 {[%clk 0:05:00]} e5 { [%eval 0.5] sch\xf6n [%cal Ga1a2] } ; oh\n(1... c5 {no}) 2. d4 {x";
        let game = written_games(text).next().expect("a game");
        let said = |place| game.comments_at(place, text).join("|");
        assert_eq!([said(0), said(1), said(2), said(3)], ["An old opening", "", "schön|oh", "x"]);
        assert_eq!(said(9), "");
        let clocks = [0, 1, 2, 9].map(|place| game.clock_at(place, text));
        assert_eq!(clocks, [None, Some("0:05:00".to_string()), None, None]);
    }

    #[test]
    fn glyphs_are_signs_and_not_numbers() {
        let told = with_signs("1... c5 $16 $146 {costs $5} 2. Nf3 $1 Nc6$255 $");
        assert_eq!(told, "1... c5 ± N {costs $5} 2. Nf3! Nc6$255 $");
    }

    #[test]
    fn variations_are_told_as_they_are_written() {
        let text = b"1. e4 {(no)} (1. d4 {good (they say) [%csl Rd4]} d5 (1... Nf6)) ; (\n(1. c4) e5 2. Nf3 {x (1. b4)";
        let game = written_games(text).next().expect("a game");
        let told = |place| game.variations_at(place, text);
        assert_eq!(told(1), ["1. d4 {good (they say) } d5 (1... Nf6)", "1. c4"]);
        assert!(
            told(0).is_empty() && told(2).is_empty() && told(3).is_empty() && told(9).is_empty()
        );
    }
}
