//! The games of a text or a file as they are listed, and the main line of one of them.

use std::io::{self, BufRead};

use super::error::GameFileError;
use super::games::{GameText, Games};
use crate::app::games::CommandLineGame;
use crate::game::Game;

/// The main line of a game.
#[derive(Clone, Debug)]
pub struct MainLine<G: Game> {
    /// The position with which it begins.
    pub start: G,
    /// Its moves.
    pub moves: Vec<G::Move>,
}

/// The first games of an input, `most` of them.
///
/// # Errors
///
/// Input that cannot be read.
pub fn first_games(input: impl BufRead, most: usize) -> io::Result<Vec<GameText>> {
    let mut games = Games::new(input);
    let mut read = Vec::new();
    while read.len() < most
        && let Some(game) = games.next_game()?
    {
        read.push(game);
    }
    Ok(read)
}

/// Plays the main line of a game; `file` is what messages call the text.
///
/// # Errors
///
/// [`GameFileError`] names what cannot be read or played.
pub fn main_line<G: CommandLineGame>(
    game: &GameText,
    file: &str,
    evaluator: G::Evaluator,
) -> Result<MainLine<G>, GameFileError> {
    let file = || file.to_string();
    if let Some((what, line)) = game.open {
        return Err(GameFileError::Open { file: file(), line, what });
    }
    let start = G::read_game_start(&game.tags, evaluator).map_err(|error| {
        GameFileError::Start { file: file(), line: game.line, reason: error.to_string() }
    })?;
    let start = start.position;
    let (mut at, mut moves) = (start.clone(), Vec::new());
    for (line, text) in &game.moves {
        let mv = at.read_move(text).map_err(|why| GameFileError::LineMove {
            file: file(),
            line: *line,
            text: text.clone(),
            why,
            position: at.describe(),
        })?;
        at.play(mv);
        moves.push(mv);
    }
    Ok(MainLine { start, moves })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, Tapered};

    fn line(text: &str) -> Result<(usize, String), String> {
        let games = first_games(text.as_bytes(), 2).map_err(|error| error.to_string())?;
        let line = main_line::<Position>(&games[0], "game.pgn", Tapered::default());
        let line = line.map_err(|error| error.to_string())?;
        Ok((line.moves.len(), line.start.fen()))
    }

    #[test]
    fn a_game_is_played_from_its_own_start() -> Result<(), String> {
        assert_eq!(line("1. e4 (1. d4) e5 2. Nf3 *")?.0, 3);
        let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 40";
        assert_eq!(line(&format!("[FEN \"{fen}\"]\n40... Kd8"))?, (1, fen.to_string()));
        let wrong = line("1. e4 Ke7").expect_err("illegal");
        assert!(wrong.starts_with("game.pgn, line 1: \"Ke7\" is not legal in "), "{wrong}");
        let open = line("1. e4 {x").expect_err("open");
        assert_eq!(open, "game.pgn, line 1: the comment that begins here has no end");
        Ok(())
    }

    #[test]
    fn no_more_games_are_read_than_are_listed() {
        let games = first_games("1. e4 * 1. d4 * 1. c4 *".as_bytes(), 2);
        assert_eq!(games.map(|games| games.len()).ok(), Some(2));
    }
}
