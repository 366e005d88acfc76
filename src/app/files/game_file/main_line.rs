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
        self.start.after_line(&self.moves)
    }
}

/// The main line of a game, as far as it can be played.
#[derive(Clone, Debug)]
pub struct ReadGame<G: Game> {
    /// The line.
    pub line: MainLine<G>,
    /// What was ignored to make sense of its first position, each with its place.
    pub warnings: Vec<String>,
    /// What cannot be read or played; the moves before it can.
    pub fault: Option<GameFileError>,
}

impl<G: Game> ReadGame<G> {
    /// Whether it is text that only looked like a game: it has no tags, and its first word is no move.
    pub fn is_no_game(&self, written: &WrittenGame) -> bool {
        self.fault.is_some() && self.line.moves.is_empty() && written.tags.is_empty()
    }
}

/// Plays the main line of a game; `file` is what messages call the text.
///
/// # Errors
///
/// [`GameFileError::Start`] where not even the first position can be read.
pub fn main_line<G: CommandLineGame>(
    game: &WrittenGame,
    file: &str,
    evaluator: G::Evaluator,
) -> Result<ReadGame<G>, GameFileError> {
    let GivenPosition { position, warnings, .. } = start::<G>(game, file, evaluator)?;
    let (mut at, mut moves) = (position.clone(), Vec::new());
    let mut fault = None;
    for written in &game.moves {
        match read_move(&at, &written.text, file, written.place) {
            Ok(mv) => {
                at.play(mv);
                moves.push(mv);
            }
            Err(error) => {
                fault = Some(error);
                break;
            }
        }
    }
    let fault = fault.or_else(|| refuse_open(game, file).err());
    Ok(ReadGame { line: MainLine { start: position, moves }, warnings, fault })
}

/// The first position of a game. Its warnings name the place.
///
/// # Errors
///
/// [`GameFileError::Start`].
pub fn start<G: CommandLineGame>(
    game: &WrittenGame,
    file: &str,
    evaluator: G::Evaluator,
) -> Result<GivenPosition<G>, GameFileError> {
    let mut given = G::read_game_start(&game.tags, evaluator).map_err(|error| {
        let (file, reason) = (file.to_string(), error.to_string());
        GameFileError::Start { file, at: game.place, reason }
    })?;
    let placed = |warning: &mut String| *warning = format!("{file}, {}: {warning}", game.place);
    given.warnings.iter_mut().for_each(placed);
    given.warnings.extend(game.reserved.map(|place| {
        format!(
            "{file}, {place}: text in angle brackets is reserved by the standard, and is skipped"
        )
    }));
    Ok(given)
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
    use super::super::split::written_games;
    use super::*;
    use crate::chess::{Position, Tapered};

    fn line(text: &str) -> Result<(usize, String), String> {
        let game = written_games(text.as_bytes()).next().ok_or("no game")?;
        let read = main_line::<Position>(&game, "game.pgn", Tapered::default());
        let ReadGame { line, warnings, fault } = read.map_err(|error| error.to_string())?;
        let fault = fault.map(|fault| fault.with_what_is_left_out());
        let told = fault.into_iter().chain(warnings).collect::<Vec<_>>().join("; ");
        Ok((line.moves.len(), format!("{}{told}", line.start.fen())))
    }

    #[test]
    fn a_game_is_played_from_its_own_start() -> Result<(), String> {
        assert_eq!(line("1. e4 (1. d4) e5 2. Nf3 *")?.0, 3);
        let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 40";
        assert_eq!(line(&format!("[FEN \"{fen}\"]\n40... Kd8"))?, (1, fen.to_string()));
        let (moves, told) = line("1. e4 Ke7 2. d4")?;
        assert_eq!(moves, 1);
        assert!(told.contains("game.pgn, line 1, column 7: \"Ke7\" is not legal in "), "{told}");
        assert!(told.ends_with("; the rest of this line is left out"), "{told}");
        let (moves, told) = line("1. e4 {x")?;
        assert_eq!(moves, 1);
        assert!(told.ends_with("line 1, column 7: the comment that begins here has no end"));
        let (_, told) = line("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w KQ e6 0 1\"]\n1. e4")?;
        assert!(told.contains("game.pgn, line 1, column 1: castling rights \"KQ\""), "{told}");
        assert!(line("[Variant \"Atomic\"] 1. e4").is_err());
        Ok(())
    }
}
