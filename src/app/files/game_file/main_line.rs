//! A game as it is played: its start, its moves, its main line.

use super::error::GameFileError;
use super::scanner::TextPlace;
use super::written::WrittenGame;
use crate::app::games::{CommandLineGame, GivenPosition};
use crate::game::Game;

/// The main line of a game.
#[derive(Clone, Debug)]
pub struct MainLine<G: Game> {
    /// The position with which it begins.
    pub start: G,
    /// Its moves.
    pub moves: Vec<G::Move>,
}

impl<G: Game> MainLine<G> {
    /// The position with which it ends.
    pub fn end(&self) -> G {
        let mut end = self.start.clone();
        self.moves.iter().for_each(|&mv| end.play(mv));
        end
    }
}

/// Plays the main line of a game; `file` is what messages call the text.
///
/// # Errors
///
/// [`GameFileError`] names what cannot be read or played.
pub fn main_line<G: CommandLineGame>(
    game: &WrittenGame,
    file: &str,
    evaluator: G::Evaluator,
) -> Result<MainLine<G>, GameFileError> {
    refuse_open(game, file)?;
    let start = start::<G>(game, file, evaluator)?.position;
    let (mut at, mut moves) = (start.clone(), Vec::new());
    for written in &game.moves {
        let mv = read_move(&at, &written.text, file, written.place)?;
        at.play(mv);
        moves.push(mv);
    }
    Ok(MainLine { start, moves })
}

/// The first position of a game.
///
/// # Errors
///
/// [`GameFileError::Start`].
pub fn start<G: CommandLineGame>(
    game: &WrittenGame,
    file: &str,
    evaluator: G::Evaluator,
) -> Result<GivenPosition<G>, GameFileError> {
    G::read_game_start(&game.tags, evaluator).map_err(|error| {
        let (file, reason) = (file.to_string(), error.to_string());
        GameFileError::Start { file, at: game.place, reason }
    })
}

/// A move of a game that is written at this place.
///
/// # Errors
///
/// [`GameFileError::Move`].
pub fn read_move<G: CommandLineGame>(
    position: &G,
    text: &str,
    file: &str,
    at: TextPlace,
) -> Result<G::Move, GameFileError> {
    position.read_move(text).map_err(|why| {
        let (file, text) = (file.to_string(), text.to_string());
        GameFileError::Move { file, at, text, why, position: position.describe() }
    })
}

/// Names the comment or variation that has no end.
///
/// # Errors
///
/// [`GameFileError::Open`] where there is one.
pub fn refuse_open(game: &WrittenGame, file: &str) -> Result<(), GameFileError> {
    match game.open {
        Some((what, at)) => Err(GameFileError::Open { file: file.to_string(), at, what }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::written::written_games;
    use super::*;
    use crate::chess::{Position, Tapered};

    fn line(text: &str) -> Result<(usize, String), String> {
        let game = written_games(text.as_bytes()).next().ok_or("no game")?;
        let line = main_line::<Position>(&game, "game.pgn", Tapered::default());
        let line = line.map_err(|error| error.to_string())?;
        Ok((line.moves.len(), line.start.fen()))
    }

    #[test]
    fn a_game_is_played_from_its_own_start() -> Result<(), String> {
        assert_eq!(line("1. e4 (1. d4) e5 2. Nf3 *")?.0, 3);
        let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 40";
        assert_eq!(line(&format!("[FEN \"{fen}\"]\n40... Kd8"))?, (1, fen.to_string()));
        let wrong = line("1. e4 Ke7").expect_err("illegal");
        assert!(
            wrong.starts_with("game.pgn, line 1, column 7: \"Ke7\" is not legal in "),
            "{wrong}"
        );
        let open = line("1. e4 {x").expect_err("open");
        assert_eq!(open, "game.pgn, line 1, column 7: the comment that begins here has no end");
        Ok(())
    }
}
