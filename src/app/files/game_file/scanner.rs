//! The parts of a game file with their places, comments and variations included. Nothing is changed or
//! left out, so that a file can be written again as it was.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use memchr::{memchr2, memchr2_iter, memchr3_iter};

use super::tags::{self, LOOKS_AHEAD, begins_section, decoded, ends_line, line_end, line_length};
use crate::loose_text::is_space;

/// A part of a game file.
#[derive(Clone, Debug, PartialEq)]
pub enum Part<'t> {
    /// `[Name "value"]`.
    Tag(String, String),
    /// `[Name value]`, which is a tag where tags stand, and a remark elsewhere.
    UnquotedTag(String, String),
    /// A comment in braces, or behind a semicolon to the end of its line.
    Comment,
    /// A variation begins.
    Begin,
    /// It ends.
    Close,
    /// `$2`.
    Nag,
    /// `<...>`, which the standard reserves for later.
    Reserved,
    /// Whatever else stands between white space: moves, their numbers, results.
    Word(Cow<'t, str>),
}

/// A place in a file, both numbers from 1 on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextPlace {
    /// The line.
    pub line: u64,
    /// The byte in it.
    pub column: u64,
}

impl fmt::Display for TextPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A part, and where it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<'t> {
    /// What it is.
    pub part: Part<'t>,
    /// Its bytes.
    pub bytes: Range<usize>,
    /// Where it begins.
    pub place: TextPlace,
    /// Whether a blank line stands between it and the part before it.
    pub follows_blank_line: bool,
}

/// Reads a file part by part.
#[derive(Debug)]
pub struct Scanner<'t> {
    text: &'t [u8],
    /// How many bytes were read.
    pub(super) at: usize,
    line: u64,
    line_start: usize,
    /// Where a comment began that has no end, if one did since this was taken last.
    pub(super) open_comment: Option<TextPlace>,
}

impl<'t> Scanner<'t> {
    /// Begins at the beginning.
    pub fn new(text: &'t [u8]) -> Scanner<'t> {
        let at = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Scanner { text, at, line: 1, line_start: at, open_comment: None }
    }

    fn place(&self) -> TextPlace {
        TextPlace { line: self.line, column: (self.at - self.line_start) as u64 + 1 }
    }

    /// Advances by some bytes, and counts lines.
    fn go_on(&mut self, bytes: usize) {
        let end = (self.at + bytes).min(self.text.len());
        for found in memchr2_iter(b'\n', b'\r', &self.text[self.at..end]) {
            let at = self.at + found;
            // Where lines end with a carriage return alone, that is their end.
            let is_lone_return = self.text[at] == b'\r' && self.text.get(at + 1) != Some(&b'\n');
            if self.text[at] == b'\n' || is_lone_return {
                self.line += 1;
                self.line_start = at + 1;
            }
        }
        self.at = end;
    }

    /// How far it is to the first byte of which this holds, or to the end.
    fn up_to(&self, ends: impl Fn(u8) -> bool) -> usize {
        let rest = &self.text[self.at..];
        rest.iter().position(|&byte| ends(byte)).unwrap_or(rest.len())
    }

    fn skip_space(&mut self) {
        loop {
            while let length @ 1.. = space(&self.text[self.at..]) {
                match self.text[self.at] {
                    b' ' => self.at += 1,
                    _ => self.go_on(length),
                }
            }
            // The standard lets other programs hide their data in such lines.
            if self.at != self.line_start || self.text.get(self.at) != Some(&b'%') {
                return;
            }
            self.go_on(self.up_to(ends_line));
        }
    }

    fn comment(&mut self, place: TextPlace) -> Part<'t> {
        let length = comment_length(&self.text[self.at..]);
        if self.text[self.at..][..length].last() != Some(&b'}') {
            self.open_comment = self.open_comment.or(Some(place));
        }
        self.go_on(length);
        Part::Comment
    }

    fn word(&mut self) -> Part<'t> {
        let rest = &self.text[self.at..];
        let ends = |at: &usize| match rest[*at] {
            // Nearly all of them.
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'+' => false,
            b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'$' => {
                !is_in_promotion(&rest[..*at], &rest[*at..])
            }
            b'<' => reserved(&rest[*at..]).is_some(),
            _ => space(&rest[*at..]) > 0,
        };
        let length = (1..rest.len()).find(ends).unwrap_or(rest.len());
        // No word goes over the end of a line.
        self.at += length;
        Part::Word(decoded(&rest[..length]))
    }

    /// A tag. What is not written like one is left out up to the next `]` of its line.
    fn tag(&mut self) -> Option<Part<'t>> {
        if let Some(tag) = tags::read(&self.text[self.at + 1..]) {
            self.go_on(tag.length + 1);
            if tag.length >= LOOKS_AHEAD {
                // It was cut: the rest of its line is not moves.
                self.go_on(line_length(&self.text[self.at..]));
            }
            let part = if tag.is_quoted { Part::Tag } else { Part::UnquotedTag };
            return Some(part(tag.name, tag.value));
        }
        let bad = self.up_to(|byte| byte == b']' || ends_line(byte));
        self.go_on(bad.max(1));
        None
    }
}

/// How long the text between `<` and `>` is with which a line goes on. Other text with such signs judges a move: `<=`.
fn reserved(text: &[u8]) -> Option<usize> {
    let line = &text[1..line_length(text).max(1)];
    let end = line.iter().position(|&byte| b"<>{}".contains(&byte))?;
    let is_reserved = line[end] == b'>' && !line.starts_with(b"=") && !line.starts_with(b"-");
    is_reserved.then_some(end + 2)
}

/// Whether a bracket is that of a promotion, `g8(Q)`, where this comes before it and behind it.
fn is_in_promotion(before: &[u8], rest: &[u8]) -> bool {
    let is_piece = |letter: &u8| b"QRBN".contains(&letter.to_ascii_uppercase());
    match rest {
        [b'(', piece, b')', ..] if is_piece(piece) => {
            matches!(before, [.., b'1' | b'8'] | [.., b'1' | b'8', b'='])
        }
        [b')', ..] => matches!(before, [.., b'(', piece] if is_piece(piece)),
        _ => false,
    }
}

/// How long a comment is, its braces included. Where it has no end it ends before the tags of the next game, or with
/// the text: a brace that closes another comment does not close it.
fn comment_length(text: &[u8]) -> usize {
    let mut line = 0;
    for end in memchr3_iter(b'}', b'\n', b'\r', text) {
        if text[end] == b'}' {
            return end + 1;
        }
        if end < line {
            // The second half of the end of a line.
            continue;
        }
        let next = end + line_end(&text[end..]);
        let is_blank = || text[line..end].iter().all(u8::is_ascii_whitespace);
        if line > 0 && begins_section(&text[next..]) && is_blank() {
            // What begins another comment first, or nothing, does not close this one.
            let ahead = &text[next..text.len().min(next + LOOKS_AHEAD)];
            if memchr2(b'{', b'}', ahead).is_none_or(|brace| ahead[brace] == b'{') {
                return line;
            }
        }
        line = next;
    }
    text.len()
}

/// How long the white space is with which this text begins. Pages and word processors have their own kinds of it.
fn space(text: &[u8]) -> usize {
    match text.first() {
        Some(&byte) if byte.is_ascii() => return usize::from(is_space(char::from(byte))),
        _ => {}
    }
    let head = &text[..text.len().min(3)];
    let first = head.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    first.filter(|&letter| is_space(letter)).map_or(0, char::len_utf8)
}

/// Whether white space has a blank line in it.
fn has_blank_line(white: &[u8]) -> bool {
    let first = line_length(white);
    let behind = first + line_end(&white[first..]);
    white[behind..].iter().any(|&byte| ends_line(byte))
}

impl<'t> Iterator for Scanner<'t> {
    type Item = Found<'t>;

    fn next(&mut self) -> Option<Found<'t>> {
        let before = self.at;
        loop {
            self.skip_space();
            let (start, place) = (self.at, self.place());
            let part = match *self.text.get(self.at)? {
                b'{' => Some(self.comment(place)),
                b';' => {
                    self.go_on(self.up_to(ends_line));
                    Some(Part::Comment)
                }
                b'(' => {
                    self.go_on(1);
                    Some(Part::Begin)
                }
                b')' => {
                    self.go_on(1);
                    Some(Part::Close)
                }
                b'$' => {
                    let digits =
                        self.text[start + 1..].iter().take_while(|byte| byte.is_ascii_digit());
                    self.go_on(1 + digits.count());
                    Some(Part::Nag)
                }
                b'[' => self.tag(),
                b'<' if let Some(length) = reserved(&self.text[start..]) => {
                    self.at += length;
                    Some(Part::Reserved)
                }
                b']' | b'}' => {
                    self.go_on(1);
                    None
                }
                _ => Some(self.word()),
            };
            if let Some(part) = part {
                // A blank line takes two ends of lines at least.
                let follows_blank_line =
                    start - before > 1 && has_blank_line(&self.text[before..start]);
                return Some(Found { part, bytes: start..self.at, place, follows_blank_line });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_its_place() {
        let text = b"\xef\xbb\xbf[White \"a \\\"b\\\"\"]\r\n%e4 {\r\n\r\n1.e4!? {x\ny} $12 (1. d4) ; e5\n e5 1-0";
        let told: Vec<_> = Scanner::new(text)
            .map(|found| {
                let bytes = String::from_utf8_lossy(&text[found.bytes]).into_owned();
                let TextPlace { line, column } = found.place;
                format!("{line}.{column} {bytes}")
            })
            .collect();
        let expected = [
            "1.1 [White \"a \\\"b\\\"\"]",
            "4.1 1.e4!?",
            "4.8 {x\ny}",
            "5.4 $12",
            "5.8 (",
            "5.9 1.",
            "5.12 d4",
            "5.14 )",
            "5.16 ; e5",
            "6.2 e5",
            "6.5 1-0",
        ];
        assert_eq!(told, expected);
        let latin1 = Scanner::new(b"[A \"M\xfcller\"]").next().map(|found| found.part);
        assert_eq!(latin1, Some(Part::Tag("A".to_string(), "Müller".to_string())));
        let first = Scanner::new(text).next().map(|found| found.part);
        assert_eq!(first, Some(Part::Tag("White".to_string(), "a \"b\"".to_string())));
    }

    #[test]
    fn quotes_in_a_tag_do_not_end_it() {
        fn value(text: &str) -> Option<Part<'_>> {
            Scanner::new(text.as_bytes()).next().map(|found| found.part)
        }
        let tag = |value: &str| Some(Part::Tag("A".to_string(), value.to_string()));
        assert_eq!(value("[A \"one \"two\" \\\"]\n"), tag("one \"two\" \\"));
        assert_eq!(value("[A \"one\"] [B \"two\"]"), tag("one"));
        assert_eq!(value("[A \"one\"\n1. e4"), tag("one"));
        assert_eq!(value("[A \"one\ntwo\"]\n"), tag("one\ntwo"));
        let open = Part::Tag("B".to_string(), "no end".to_string());
        assert_eq!(value("[B \"no end\n[A \"one\"]\n"), Some(open));
        assert_eq!(value("[B no value\n1. [A \"one\"]"), Some(Part::Word("1.".into())));
    }

    #[test]
    fn white_space_of_other_programs_stands_between_words() {
        let text = "e4\u{a0}e5\u{2003}\u{feff}Nf3\u{b}Nc6\u{200b} \u{e9}\n\u{1a}";
        let words: Vec<_> = Scanner::new(text.as_bytes()).map(|found| found.part).collect();
        let expected = ["e4", "e5", "Nf3", "Nc6", "\u{e9}"].map(|word| Part::Word(word.into()));
        assert_eq!(words, expected);
    }

    #[test]
    fn a_promotion_may_have_brackets() {
        let words: Vec<_> =
            Scanner::new(b"g8(Q) g8=(q)+ Ke8(x) e8(Qe5)").map(|found| found.part).collect();
        let word = |text: &'static str| Part::Word(text.into());
        let (begin, close) = (Part::Begin, Part::Close);
        let expected = [
            word("g8(Q)"),
            word("g8=(q)+"),
            word("Ke8"),
            begin.clone(),
            word("x"),
            close.clone(),
            word("e8"),
            begin,
            word("Qe5"),
            close,
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn what_is_reserved_stands_in_angles() {
        let told = |text: &str| {
            let parts: Vec<_> = Scanner::new(text.as_bytes()).map(|found| found.part).collect();
            let reserved = parts.iter().filter(|part| **part == Part::Reserved).count();
            (reserved, parts.len())
        };
        for (text, expected) in [
            ("e4 <diagram> e5 <x y>", (2, 4)),
            ("e4<>e5<(>Nf3", (2, 5)),
            ("e4 <= e5 >=", (0, 4)),
            ("e4 < e5\n>", (0, 4)),
            ("<", (0, 1)),
            ("e4 <x {y>} e5", (0, 4)),
        ] {
            assert_eq!(told(text), expected, "{text}");
        }
    }

    #[test]
    fn what_has_no_end_is_named_and_ends_with_the_file() {
        for (text, parts, line) in [
            ("e4 {x\n", 2, Some(1)),
            ("[x", 0, None),
            ("[x \"", 1, None),
            ("e4 {x\n\n[A \"b\"]\n{c} e4 {d}", 6, Some(1)),
            ("e4 {x\n\n[A \"b\"]\n} e4", 3, None),
            ("e4 {x\r\n\r\n[A \"b\"]\r\n\r\ne4", 4, Some(1)),
            ("$", 1, None),
            ("e4)é", 3, None),
        ] {
            let mut scanner = Scanner::new(text.as_bytes());
            assert_eq!(scanner.by_ref().count(), parts, "{text}");
            assert_eq!(scanner.open_comment.take().map(|place| place.line), line, "{text}");
        }
    }
}
