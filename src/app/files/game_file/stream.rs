//! The games of an input of any length, in bounded memory: as [`written_games`] reads them from a whole text.

use std::io::{self, Read};

use super::clean::CleanGame;
use super::split::written_games;
use super::tags::LOOKS_AHEAD;
use super::written::WrittenGame;

/// So many bytes are read at a time.
const PIECE: usize = 4 << 20;
/// No game is longer: bytes.
const LONGEST_GAME: usize = 16 << 20;

/// A game of a stream.
#[derive(Debug)]
pub enum StreamedGame<'t> {
    /// One without anything unusual.
    Clean(CleanGame<'t>),
    /// Any other one, and the text that its places are in.
    Written(WrittenGame, &'t [u8]),
}

/// Reads games one after another.
#[derive(Debug)]
pub struct GameStream<R> {
    input: R,
    /// What was read and belongs to no game before.
    text: Vec<u8>,
    /// Where the next game begins in it.
    at: usize,
    /// Whether the input has no more.
    is_over: bool,
}

impl<R: Read> GameStream<R> {
    /// Begins where the input begins.
    pub fn new(input: R) -> GameStream<R> {
        GameStream { input, text: Vec::new(), at: 0, is_over: false }
    }

    /// Reads all games, each as it comes.
    ///
    /// # Errors
    ///
    /// An input that cannot be read; one that goes on for 16 MiB without the end of a game.
    pub fn read(mut self, mut take: impl FnMut(StreamedGame<'_>)) -> io::Result<()> {
        loop {
            while let Some((game, length)) = first_in(&self.text[self.at..], self.is_over) {
                self.at += length;
                take(game);
            }
            if self.is_over {
                return Ok(());
            }
            self.read_on()?;
        }
    }

    fn read_on(&mut self) -> io::Result<()> {
        self.text.drain(..self.at);
        self.at = 0;
        if self.text.len() > LONGEST_GAME {
            let megabytes = LONGEST_GAME >> 20;
            let why = format!("a game in it is longer than {megabytes} MiB, or it holds no games");
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        // As much again: a long game is not read over and over.
        let more = PIECE.max(self.text.len());
        let read = self.input.by_ref().take(more as u64).read_to_end(&mut self.text)?;
        self.is_over = read < more;
        Ok(())
    }
}

/// The first game of a text, and how long it is; `None` where there is none, or what follows may decide otherwise.
fn first_in(text: &[u8], is_whole: bool) -> Option<(StreamedGame<'_>, usize)> {
    if let Some(game) = CleanGame::read(text, is_whole) {
        let length = game.text.len();
        return Some((StreamedGame::Clean(game), length));
    }
    let mut games = written_games(text);
    let game = games.next()?;
    let is_decided = is_whole || games.read_so_far() + LOOKS_AHEAD <= text.len();
    let length = game.bytes.end;
    is_decided.then_some((StreamedGame::Written(game, &text[..length]), length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(game: WrittenGame) -> (Option<String>, Vec<String>) {
        let white = game.tag("White").map(str::to_string);
        (white, game.moves.into_iter().map(|mv| mv.text).collect())
    }

    /// All games of the text, read whole and in pieces, and how many of those were clean.
    fn both(text: &[u8]) -> (Vec<WrittenGame>, Vec<WrittenGame>, usize) {
        let (mut pieces, mut clean) = (Vec::new(), 0);
        let read = GameStream::new(text).read(|game| match game {
            StreamedGame::Written(game, _) => pieces.push(game),
            StreamedGame::Clean(game) => {
                clean += 1;
                pieces.extend(written_games(game.text));
            }
        });
        read.expect("a text");
        (written_games(text).collect(), pieces, clean)
    }

    #[test]
    fn pieces_are_read_as_the_whole() {
        let tail = "e4 e5 {a comment\nof two lines} 2. Nf3 (2. f4 $1) 2... Nc6 1-0";
        let mut text = String::from("\u{feff}");
        let mut number = 0;
        while text.len() < PIECE + 2 * LOOKS_AHEAD {
            number += 1;
            text.push_str(&match number % 6 {
                5 => format!("[White \"{number}\"]\n\n1. e4 {{one}} e5 2. Nf3 1-0\n\n"),
                0 => format!("[White \"{number}\"]\n\n1. {tail}\n\n"),
                1 => format!("[White \"{number}\"]\n\n1. {tail} {{open\n\n"),
                2 => format!("1. {tail} {}\n\n", "x".repeat(number % 300)),
                3 => format!("[white {number}]\r\r1. {tail}\r\r"),
                _ => format!("1. {tail} 7 c4 *\n"),
            });
        }
        let (whole, pieces, clean) = both(text.as_bytes());
        assert!(whole.len() > 30_000 && clean > 3_000, "{} {clean}", whole.len());
        let [whole, pieces] =
            [whole, pieces].map(|games| games.into_iter().map(moves).collect::<Vec<_>>());
        assert!(whole == pieces);
    }

    #[test]
    fn an_input_without_games_is_refused() {
        let error =
            GameStream::new(io::repeat(b'x')).read(|_| {}).expect_err("no game").to_string();
        assert!(error.starts_with("a game in it is longer than 16 MiB"), "{error}");
        assert!(GameStream::new(&b""[..]).read(|_| panic!("no game")).is_ok());
    }
}
