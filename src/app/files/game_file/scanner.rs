//! The parts of a game file with their places, comments and variations included. Nothing is changed or
//! left out, so that a file can be written again as it was.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// A part of a game file.
#[derive(Clone, Debug, PartialEq)]
pub enum Part<'t> {
    /// `[Name "value"]`.
    Tag(String, String),
    /// A comment in braces, or behind a semicolon to the end of its line.
    Comment,
    /// A variation begins.
    Begin,
    /// It ends.
    Close,
    /// `$2`.
    Nag,
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
}

/// Reads a file part by part.
#[derive(Debug)]
pub struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
    line: u64,
    line_start: usize,
    /// Where a comment began that has no end.
    open_comment: Option<TextPlace>,
}

impl<'t> Scanner<'t> {
    /// Begins at the beginning.
    pub fn new(text: &'t [u8]) -> Scanner<'t> {
        let at = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Scanner { text, at, line: 1, line_start: at, open_comment: None }
    }

    /// Where a comment began that has no end.
    pub fn open_comment(&self) -> Option<TextPlace> {
        self.open_comment
    }

    /// Whether the next part stands at the beginning of its line.
    fn begins_line(&self) -> bool {
        self.at == self.line_start
    }

    fn place(&self) -> TextPlace {
        TextPlace { line: self.line, column: (self.at - self.line_start) as u64 + 1 }
    }

    /// Advances by some bytes, and counts lines.
    fn go_on(&mut self, bytes: usize) {
        let end = (self.at + bytes).min(self.text.len());
        for at in self.at..end {
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
                self.go_on(length);
            }
            // The standard lets other programs hide their data in such lines.
            if !(self.begins_line() && self.text.get(self.at) == Some(&b'%')) {
                return;
            }
            self.go_on(self.up_to(ends_line));
        }
    }

    fn comment(&mut self, place: TextPlace) -> Part<'t> {
        let to_brace = self.up_to(|byte| byte == b'}');
        if self.at + to_brace == self.text.len() {
            self.open_comment = Some(place);
        }
        self.go_on(to_brace + 1);
        Part::Comment
    }

    fn word(&mut self) -> Part<'t> {
        let rest = &self.text[self.at..];
        let ends = |at: &usize| b"{}()[];$".contains(&rest[*at]) || space(&rest[*at..]) > 0;
        let length = (1..rest.len()).find(ends).unwrap_or(rest.len());
        self.go_on(length);
        Part::Word(decoded(&rest[..length]))
    }

    /// A tag. What is not written like one is left out up to the next `]` of its line.
    fn tag(&mut self) -> Option<Part<'t>> {
        let rest = &self.text[self.at + 1..];
        // A value may go over several lines, but not over the next tag.
        let begins_tag = |pair: &[u8]| ends_line(pair[0]) && pair[1] == b'[';
        let end = rest.windows(2).position(begins_tag).unwrap_or(rest.len());
        if let Some((name, value, length)) = tag(&rest[..end]) {
            self.go_on(length + 1);
            return Some(Part::Tag(name, value));
        }
        let bad = self.up_to(|byte| byte == b']' || ends_line(byte));
        self.go_on(bad.max(1));
        None
    }
}

/// Bytes as text: in UTF-8 or, as older programs write, in Latin-1.
fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

fn ends_line(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// How long the white space is with which this text begins. Pages and word processors have their own kinds of it.
fn space(text: &[u8]) -> usize {
    let head = &text[..text.len().min(3)];
    let first = head.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    let is_space = |letter: &char| letter.is_whitespace() || *letter == '\u{feff}';
    first.filter(is_space).map_or(0, char::len_utf8)
}

impl<'t> Iterator for Scanner<'t> {
    type Item = Found<'t>;

    fn next(&mut self) -> Option<Found<'t>> {
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
                b']' | b'}' => {
                    self.go_on(1);
                    None
                }
                _ => Some(self.word()),
            };
            if let Some(part) = part {
                return Some(Found { part, bytes: start..self.at, place });
            }
        }
    }
}

/// The name and the value of a tag, and its length, behind its `[`.
fn tag(rest: &[u8]) -> Option<(String, String, usize)> {
    let quote = rest.iter().position(|&byte| byte == b'"')?;
    let name = &rest[..quote];
    if name.contains(&b']') || name.contains(&b'\n') {
        return None;
    }
    let (mut value, mut at) = (Vec::new(), quote + 1);
    loop {
        match *rest.get(at)? {
            b'"' => break,
            b'\\' => {
                value.push(*rest.get(at + 1)?);
                at += 1;
            }
            byte => value.push(byte),
        }
        at += 1;
    }
    let text = |bytes: &[u8]| decoded(bytes).into_owned();
    let name = text(name).trim().to_string();
    let behind = rest[at + 1..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    if rest.get(at + 1 + behind) == Some(&b']') {
        return Some((name, text(&value), at + behind + 2));
    }
    // Some programs write quotes in a value as they are: it ends with its line then.
    let line = rest.iter().position(|&byte| ends_line(byte)).unwrap_or(rest.len());
    let closing = rest[..line].windows(2).rposition(|pair| pair == b"\"]").filter(|&end| end > at);
    Some(match closing {
        Some(end) => (name, text(&rest[quote + 1..end]), end + 2),
        None => (name, text(&value), at + 1),
    })
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
        assert_eq!(value("[B \"no end\n[A \"one\"]\n"), tag("one"));
        assert_eq!(value("[B no value\n1. [A \"one\"]"), Some(Part::Word("1.".into())));
    }

    #[test]
    fn white_space_of_other_programs_stands_between_words() {
        let text = "e4\u{a0}e5\u{2003}\u{feff}Nf3\u{b}Nc6 \u{e9}";
        let words: Vec<_> = Scanner::new(text.as_bytes()).map(|found| found.part).collect();
        let expected = ["e4", "e5", "Nf3", "Nc6", "\u{e9}"].map(|word| Part::Word(word.into()));
        assert_eq!(words, expected);
    }

    #[test]
    fn what_has_no_end_is_named_and_ends_with_the_file() {
        for (text, parts, line) in [
            ("e4 {x\n", 2, Some(1)),
            ("[x", 0, None),
            ("[x \"", 0, None),
            ("$", 1, None),
            ("e4)é", 3, None),
        ] {
            let mut scanner = Scanner::new(text.as_bytes());
            assert_eq!(scanner.by_ref().count(), parts, "{text}");
            assert_eq!(scanner.open_comment().map(|place| place.line), line, "{text}");
        }
    }
}
