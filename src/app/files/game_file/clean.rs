//! Games without anything unusual, as programs write databases of them, read in a fifth of the time. Whatever is not
//! written exactly so is left to the scanner, which reads all games: nothing is passed over here.

use memchr::{memchr, memchr2};
use shakmaty::Chess;
use shakmaty::san::San;

use super::tags::begins_section;
use super::written::Tagged;
use crate::app::args::move_words::result;
use crate::chess::CountedLine;

/// Tags that say that a game is of other rules, or begins elsewhere.
const UNUSUAL: [&str; 3] = ["Variant", "SetUp", "FEN"];

/// A game with tags, moves in SAN, comments of one line, numbers of glyphs, and a result.
#[derive(Debug)]
pub struct CleanGame<'t> {
    /// All of it, up to the next game.
    pub text: &'t [u8],
    tags: Vec<(&'t str, &'t str)>,
    /// Its moves, as they are written.
    pub moves: Vec<&'t [u8]>,
    result: &'static str,
}

impl Tagged for CleanGame<'_> {
    fn tag(&self, name: &str) -> Option<&str> {
        let is_it = |known: &str| known.eq_ignore_ascii_case(name);
        self.tags.iter().find(|(known, _)| is_it(known)).map(|&(_, value)| value)
    }

    fn result_behind(&self) -> Option<&'static str> {
        Some(self.result)
    }
}

impl<'t> CleanGame<'t> {
    /// The game with which a text begins, if it is such a game and another one follows, or the end of all: `is_whole`.
    pub fn read(text: &'t [u8], is_whole: bool) -> Option<CleanGame<'t>> {
        let mut cursor = Cursor { text, at: 0 };
        let tags = cursor.tags()?;
        let (moves, result) = cursor.moves()?;
        let rest = cursor.rest();
        cursor.at += rest.iter().take_while(|byte| b" \r\n".contains(byte)).count();
        let is_end = is_whole && cursor.at == text.len();
        let follows = rest.first().is_some_and(|byte| b" \r\n".contains(byte));
        (is_end || follows && begins_section(cursor.rest())).then_some(CleanGame {
            text: &text[..cursor.at],
            tags,
            moves,
            result,
        })
    }

    /// The moves that count; `None` where one of them is no move of the standard, or cannot be played.
    pub fn play(&self) -> Option<CountedLine> {
        let mut line = CountedLine::new(Chess::default());
        for san in self.moves.iter().take(CountedLine::MOST_PLIES) {
            line.play(San::from_ascii(san).ok()?.to_move(line.position()).ok()?);
        }
        Some(line)
    }
}

/// A place in a text. What is not as it should be ends the reading.
struct Cursor<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Cursor<'t> {
    fn rest(&self) -> &'t [u8] {
        &self.text[self.at..]
    }

    /// Passes over the bytes of which this holds, and returns them.
    fn take_while(&mut self, holds: impl Fn(u8) -> bool) -> &'t [u8] {
        let rest = self.rest();
        let length = rest.iter().position(|&byte| !holds(byte)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// The rest of a line, without its end.
    fn line(&mut self) -> Option<&'t [u8]> {
        let rest = self.rest();
        let length = memchr(b'\n', rest)?;
        self.at += length + 1;
        let line = &rest[..length];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        memchr(b'\r', line).is_none().then_some(line)
    }

    /// The tags, and a blank line behind them.
    fn tags(&mut self) -> Option<Vec<(&'t str, &'t str)>> {
        let mut tags = Vec::with_capacity(20);
        while self.rest().starts_with(b"[") {
            let inner = self.line()?.strip_prefix(b"[")?.strip_suffix(b"\"]")?;
            let (name, value) = inner.split_at(memchr(b' ', inner)?);
            let value = value.strip_prefix(b" \"")?;
            let is_name =
                name.first()?.is_ascii_alphabetic() && name.iter().all(u8::is_ascii_alphanumeric);
            if !is_name || memchr2(b'"', b'\\', value).is_some() {
                return None;
            }
            let tag = (str::from_utf8(name).ok()?, str::from_utf8(value).ok()?);
            if UNUSUAL.iter().any(|unusual| unusual.eq_ignore_ascii_case(tag.0)) {
                return None;
            }
            tags.push(tag);
        }
        (!tags.is_empty() && self.line()?.is_empty()).then_some(tags)
    }

    /// The moves, and the result behind them.
    fn moves(&mut self) -> Option<(Vec<&'t [u8]>, &'static str)> {
        let mut moves = Vec::with_capacity(100);
        loop {
            match *self.rest().first()? {
                b' ' => self.at += 1,
                b'\r' | b'\n' => {
                    // A blank line may begin another game.
                    (self.line()?.is_empty() && !b"\r\n".contains(self.rest().first()?))
                        .then_some(())?;
                }
                b'{' => {
                    let length = memchr(b'}', self.rest())?;
                    memchr2(b'\n', b'\r', &self.rest()[..length]).is_none().then_some(())?;
                    self.at += length + 1;
                }
                b'$' => {
                    self.at += 1;
                    self.take_while(|byte| byte.is_ascii_digit());
                }
                b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'O' => moves.push(self.san()?),
                b'0'..=b'9' | b'*' => {
                    let word = self.take_while(|byte| b"0123456789-/*".contains(&byte));
                    match self.rest().first() {
                        Some(b'.') => drop(self.take_while(|byte| byte == b'.')),
                        _ => return Some((moves, known_result(word)?)),
                    }
                }
                _ => return None,
            }
        }
    }

    /// A word that may be a move, and the marks behind it.
    fn san(&mut self) -> Option<&'t [u8]> {
        let san = self.take_while(|byte| {
            matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'O' | b'-' | b'=' | b'+' | b'#')
        });
        self.take_while(|byte| matches!(byte, b'!' | b'?'));
        self.rest().first().is_some_and(|byte| b" \r\n{$".contains(byte)).then_some(san)
    }
}

/// A result as the standard writes it.
fn known_result(word: &[u8]) -> Option<&'static str> {
    let known = result(str::from_utf8(word).ok()?)?;
    (known.as_bytes() == word).then_some(known)
}

#[cfg(test)]
mod tests {
    use super::super::split::written_games;
    use super::*;

    const GAME: &str = "[Event \"x\"]\n[White \"M\u{fc}ller\"]\n\n1. e4 { [%clk 0:01:00] } 1... e5 $2 2.Nf3! Nc6\n3. Bb5 a6 1-0\n\n";

    fn is_clean(text: &str) -> bool {
        CleanGame::read(text.as_bytes(), true).is_some_and(|game| game.play().is_some())
    }

    #[test]
    fn what_is_clean_is_read_as_the_scanner_reads_it() {
        let crlf = GAME.replace('\n', "\r\n");
        let black = GAME.replace("1-0", "0-1").replace("2.Nf3!", "2. Nf3+");
        for text in [GAME, &crlf, &format!("{GAME}{GAME}")] {
            assert!(is_clean(text), "{text}");
            let clean = CleanGame::read(text.as_bytes(), true).expect("a game");
            let written = written_games(text.as_bytes()).next().expect("a game");
            assert_eq!(clean.text.len(), written.bytes.end);
            let moves: Vec<_> =
                clean.moves.iter().map(|san| String::from_utf8_lossy(san)).collect();
            let expected: Vec<_> = written.moves.iter().map(|mv| mv.text.as_str()).collect();
            assert_eq!(moves, expected);
            assert_eq!((clean.tag("white"), clean.result_behind()), (Some("Müller"), Some("1-0")));
        }
        assert!(is_clean(&black), "a sign of check that is none");
        assert!(CleanGame::read(GAME.as_bytes(), false).is_none(), "more may follow");
    }

    #[test]
    fn whatever_is_unusual_is_left_to_the_scanner() {
        for (from, to) in [
            ("1. e4", "e4 N"),
            ("1. e4", "1. \u{2659}e4"),
            ("1. e4", "1. e2-e4"),
            ("1. e4", "1. Ke4"),
            ("1. e4", "1. e4 (1. d4)"),
            ("1. e4", "1. e4 --"),
            ("1. e4", "1 e4"),
            ("1. e4", "1. e4="),
            ("1. e4", "hello"),
            ("1. e4", "1. e4\n%x\n"),
            ("1. e4", "1. e4\n\n"),
            ("1. e4", "0-0 1. e4"),
            ("1. e4", "<x> 1. e4"),
            ("[%clk", "\n\n[%clk"),
            ("[%clk 0:01:00] }", "x"),
            ("[White", "[FEN"),
            ("[White", "[variant"),
            ("[White", "[White's"),
            ("[White \"", "[White \"\\"),
            ("]\n\n", "]\n"),
            ("x\"]", "x]"),
            ("x\"]\n", "x\"] "),
            ("1-0", "1:0"),
            ("1-0", "1-0 d4"),
            ("1-0", ""),
        ] {
            let text = GAME.replacen(from, to, 1);
            assert_ne!(text, GAME);
            assert!(!is_clean(&text), "{text}");
        }
    }
}
