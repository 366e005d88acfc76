//! The games of a file, one after another.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use super::lexer::{Lexer, Token};

/// A whole game with its comments may stand in one line, but none is longer than this many bytes.
const LONGEST_LINE: u64 = 16 << 20;

/// A game as it is written.
#[derive(Clone, Debug, Default)]
pub struct GameText {
    /// The number of its first line.
    pub line: u64,
    /// Its tags: name and value.
    pub tags: Vec<(String, String)>,
    /// The moves of its main line, each with the number of its line.
    pub moves: Vec<(u64, String)>,
    /// All moves and the bounds of variations, where these are read.
    pub all: Vec<(u64, Token)>,
    /// A comment or variation without an end, and the line in which it begins.
    pub open: Option<(&'static str, u64)>,
}

/// Reads the games of a file. Only one of them is in memory at a time.
pub struct Games<R> {
    input: R,
    lexer: Lexer,
    line: u64,
    tokens: VecDeque<(u64, Token)>,
}

impl<R: BufRead> Games<R> {
    /// The games of this input.
    pub fn new(input: R) -> Games<R> {
        Games { input, lexer: Lexer::default(), line: 0, tokens: VecDeque::new() }
    }

    /// The same with their variations.
    pub fn with_variations(input: R) -> Games<R> {
        Games { lexer: Lexer::with_variations(), ..Games::new(input) }
    }

    /// The next game; `None` at the end.
    ///
    /// # Errors
    ///
    /// Input that cannot be read.
    pub fn next_game(&mut self) -> io::Result<Option<GameText>> {
        let mut game = GameText::default();
        let (mut is_over, mut depth) = (false, 0_usize);
        while let Some((line, token)) = self.next_token()? {
            let begins_another = match token {
                Token::Tag(..) => is_over || !game.moves.is_empty(),
                Token::Move(_) => is_over && depth == 0,
                Token::End | Token::OpenVariation(_) | Token::Begin | Token::Close => false,
            };
            if begins_another {
                self.tokens.push_front((line, token));
                return Ok(Some(game));
            }
            if game.line == 0 {
                game.line = line;
            }
            match token {
                Token::Tag(name, value) => game.tags.push((name, value)),
                Token::Move(text) => {
                    game.all.push((line, Token::Move(text.clone())));
                    if depth == 0 {
                        game.moves.push((line, text));
                    }
                }
                Token::Begin => {
                    depth += 1;
                    game.all.push((line, Token::Begin));
                }
                Token::Close => {
                    depth = depth.saturating_sub(1);
                    game.all.push((line, Token::Close));
                }
                Token::End => is_over = true,
                Token::OpenVariation(line) => game.open = Some(("variation", line)),
            }
        }
        game.open = self.lexer.open();
        Ok((game.line > 0).then_some(game))
    }

    fn next_token(&mut self) -> io::Result<Option<(u64, Token)>> {
        while self.tokens.is_empty() && self.read_line()? {}
        Ok(self.tokens.pop_front())
    }

    /// Reads one more line; says whether there was one.
    fn read_line(&mut self) -> io::Result<bool> {
        let mut bytes = Vec::new();
        self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
        if bytes.len() as u64 == LONGEST_LINE {
            let what = format!("line {} is longer than any game", self.line + 1);
            return Err(io::Error::new(io::ErrorKind::InvalidData, what));
        }
        self.line += 1;
        let text = String::from_utf8_lossy(&bytes);
        let mut tokens = Vec::new();
        // Where lines end with a carriage return alone, the file is one line.
        for line in text.trim_start_matches('\u{feff}').split('\r') {
            self.lexer.read_line(self.line, line.trim_start_matches('\n'), &mut tokens);
        }
        self.tokens.extend(tokens.into_iter().map(|token| (self.line, token)));
        Ok(!bytes.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> io::Result<Vec<(u64, usize, String)>> {
        let mut games = Games::new(text.as_bytes());
        let mut read = Vec::new();
        while let Some(game) = games.next_game()? {
            let moves: Vec<_> = game.moves.iter().map(|(_, text)| text.as_str()).collect();
            read.push((game.line, game.tags.len(), moves.join(" ")));
        }
        Ok(read)
    }

    #[test]
    fn a_game_ends_with_its_result_or_where_tags_begin() -> io::Result<()> {
        let game = |line, tags, moves: &str| (line, tags, moves.to_string());
        let text = "\u{feff}[White \"a\"]\r\n[Black \"b\"]\r\n\r\n1. e4 e5\r\n\r\n2. Nf3 1-0 {end}\r\n\
                    1. d4 *\n[White \"c\"]\n\n1. c4\n\n[White \"d\"]\n*\n[White \"e\"]";
        let expected = [
            game(1, 2, "e4 e5 Nf3"),
            game(7, 0, "d4"),
            game(8, 1, "c4"),
            game(12, 1, ""),
            game(14, 1, ""),
        ];
        assert_eq!(games(text)?, expected);
        assert_eq!(games("")?, []);
        assert_eq!(games("\n \n{only a comment}\n")?, []);
        assert_eq!(games("[A \"b\"]\r\r1. e4 e5\r2. Nf3 *\r")?, [game(1, 1, "e4 e5 Nf3")]);
        Ok(())
    }

    #[test]
    fn a_line_without_end_is_refused() {
        let mut games = Games::new(io::BufReader::new(io::repeat(b'x')));
        assert!(games.next_game().is_err_and(|error| error.to_string().starts_with("line 1 is")));
    }
}
