//! The words of a game file: line by line, comments and variations left out.

use crate::app::args::move_words::{bare_move, is_result};

/// What a line holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// `[Name "value"]`.
    Tag(String, String),
    /// A move of the main line, or whatever stands in place of one; with variations, any move.
    Move(String),
    /// A variation begins: it replaces the move before it. Where variations are read.
    Begin,
    /// It ends.
    Close,
    /// The result: the game is over.
    End,
    /// Tags begin inside a variation, which began in this line: it was never closed.
    OpenVariation(u64),
}

/// Reads lines; comments and variations may go over many of them.
#[derive(Debug, Default)]
pub struct Lexer {
    /// The line in which a comment began.
    comment: Option<u64>,
    /// The lines in which the open variations began.
    variations: Vec<u64>,
    /// Whether variations are read, too.
    reads_variations: bool,
}

impl Lexer {
    /// One that reads variations, too.
    pub fn with_variations() -> Lexer {
        Lexer { reads_variations: true, ..Lexer::default() }
    }

    /// Adds the tokens of a line with this number.
    pub fn read_line(&mut self, number: u64, line: &str, tokens: &mut Vec<Token>) {
        // The standard lets other programs hide their data in such lines.
        if self.comment.is_none() && line.starts_with('%') {
            return;
        }
        let mut rest = line;
        loop {
            if self.comment.is_some() {
                let Some((_, behind)) = rest.split_once('}') else { return };
                self.comment = None;
                rest = behind;
            }
            rest = rest.trim_start();
            let Some(first) = rest.chars().next() else { return };
            let behind = &rest[first.len_utf8()..];
            rest = match first {
                ';' => return,
                '{' => {
                    self.comment = Some(number);
                    behind
                }
                '(' => {
                    self.variations.push(number);
                    tokens.extend(self.reads_variations.then_some(Token::Begin));
                    behind
                }
                ')' => {
                    let closed = self.variations.pop().filter(|_| self.reads_variations);
                    tokens.extend(closed.map(|_| Token::Close));
                    behind
                }
                '[' if self.variations.is_empty() || line.starts_with('[') => {
                    // A variation that was not closed ends with its game.
                    let open = self.variations.drain(..).next();
                    tokens.extend(open.map(Token::OpenVariation));
                    read_tag(behind, tokens)
                }
                '[' | ']' | '}' => behind,
                _ => self.read_word(rest, tokens),
            };
        }
    }

    /// The comment or variation that the text read so far leaves open, and the line in which it
    /// begins.
    pub fn open(&self) -> Option<(&'static str, u64)> {
        let variation = self.variations.first().map(|&line| ("variation", line));
        self.comment.map(|line| ("comment", line)).or(variation)
    }

    fn read_word<'a>(&self, text: &'a str, tokens: &mut Vec<Token>) -> &'a str {
        let is_end = |letter: char| letter.is_whitespace() || "{}()[];".contains(letter);
        let (word, behind) = text.split_at(text.find(is_end).unwrap_or(text.len()));
        let is_main = self.variations.is_empty();
        if is_main && is_result(word) {
            tokens.push(Token::End);
        } else if (is_main || self.reads_variations)
            && let Some(word) = bare_move(word)
        {
            tokens.push(Token::Move(word.to_string()));
        }
        behind
    }
}

/// Reads a tag behind its `[`, and returns what follows. What is not written like a tag is left
/// out up to the next `]`.
fn read_tag<'a>(text: &'a str, tokens: &mut Vec<Token>) -> &'a str {
    let bad = || text.split_once(']').map_or("", |(_, behind)| behind);
    let Some((name, quoted)) = text.split_once('"') else { return bad() };
    if name.contains(']') {
        return bad();
    }
    let mut value = String::new();
    let mut letters = quoted.char_indices();
    while let Some((index, letter)) = letters.next() {
        match letter {
            '"' => {
                tokens.push(Token::Tag(name.trim().to_string(), value));
                let behind = quoted[index + 1..].trim_start();
                return behind.strip_prefix(']').unwrap_or(behind);
            }
            '\\' => value.extend(letters.next().map(|(_, escaped)| escaped)),
            _ => value.push(letter),
        }
    }
    bad()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> String {
        read(Lexer::default(), text)
    }

    fn read(mut lexer: Lexer, text: &str) -> String {
        let mut tokens = Vec::new();
        for (index, line) in text.lines().enumerate() {
            lexer.read_line(index as u64 + 1, line, &mut tokens);
        }
        let text = |token: &Token| match token {
            Token::Tag(name, value) => format!("{name}={value}"),
            Token::Move(word) => word.clone(),
            Token::End => "END".to_string(),
            Token::Begin => "<".to_string(),
            Token::Close => ">".to_string(),
            Token::OpenVariation(line) => format!("OPEN {line}"),
        };
        let open = lexer.open().map(|(what, line)| format!("open {what} {line}"));
        tokens.iter().map(text).chain(open).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn comments_and_variations_are_left_out() {
        for (text, expected) in [
            ("1. e4 {a (b\nc} e5 (1... c5 {)} (1... d5)) 2.Nf3!? $1 1-0", "e4|e5|Nf3|END"),
            ("1.e4{x}e5(1...c5)2.Nf3; Nc6\nNc6 *", "e4|e5|Nf3|Nc6|END"),
            ("%hidden e4\ne4", "e4"),
            ("e4 ) e5 } ] Nf3", "e4|e5|Nf3"),
            ("e4 ( 1-0 * ) e5", "e4|e5"),
            ("e4 hello -- Z0", "e4|hello|--|Z0"),
            ("e4 {x\n\ny", "e4|open comment 1"),
            ("e4\n(e5 (c5)", "e4|open variation 2"),
        ] {
            assert_eq!(tokens(text), expected, "{text}");
        }
    }

    #[test]
    fn variations_are_read_where_they_are_wanted() {
        for (text, expected) in [
            ("1. e4 (1. d4 d5 (1... Nf6) 1-0) e5 *", "e4|<|d4|d5|<|Nf6|>|>|e5|END"),
            ("e4 ) e5 ( d5", "e4|e5|<|d5|open variation 1"),
        ] {
            assert_eq!(read(Lexer::with_variations(), text), expected, "{text}");
        }
    }

    #[test]
    fn tags_are_read() {
        for (text, expected) in [
            (r#"[White "A \"B\" \\ C"] [Black ""]"#, r#"White=A "B" \ C|Black="#),
            ("[FEN \"8/8 w\"]e4", "FEN=8/8 w|e4"),
            ("[Event x] e4", "e4"),
            ("[Event x] [White \"a\"]", "White=a"),
            ("[Event \"x", ""),
            ("(e5\n[White \"a\"]\ne4", "OPEN 1|White=a|e4"),
        ] {
            assert_eq!(tokens(text), expected, "{text}");
        }
    }
}
