//! What is played, and which position of a file of games.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::number;
use super::place::Place;
use crate::app::games::GameKind;

/// A game by its name, or a game of a file by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameChoice {
    /// What is played.
    Kind(GameKind),
    /// Which game of the file.
    Number(u64),
}

/// The game, and a position of one in a file.
#[derive(Args, Clone, Debug)]
pub struct GameArgs {
    /// Analyse a game from this PGN file, or from standard input (-): the position at the end of
    /// its main line, unless --at says otherwise. Its moves count for repetitions
    #[arg(long, value_name = "FILE|-", conflicts_with = "position")]
    pub pgn: Option<PathBuf>,

    /// What is played: chess (the default) or junqi, the four-country army chess; or, with --pgn,
    /// the number of the game in the file, starting at 1
    #[arg(long = "game", value_name = "NAME|N", value_parser = game_choice)]
    pub choices: Vec<GameChoice>,

    /// The position in which White (23w, or 23) or Black (23b) plays this move of the main line
    #[arg(long, value_name = "MOVE")]
    pub at: Option<Place>,
}

impl GameArgs {
    /// What is played.
    pub fn kind(&self) -> GameKind {
        let kind = self.choices.iter().find_map(|choice| match choice {
            GameChoice::Kind(kind) => Some(*kind),
            GameChoice::Number(_) => None,
        });
        kind.unwrap_or_default()
    }

    /// The number of the game in the file, where one is given.
    pub fn number(&self) -> Option<u64> {
        self.choices.iter().find_map(|choice| match choice {
            GameChoice::Kind(_) => None,
            GameChoice::Number(number) => Some(*number),
        })
    }
}

fn game_choice(text: &str) -> Result<GameChoice, String> {
    if text.starts_with(|letter: char| letter.is_ascii_digit()) {
        return number::count(text).map(GameChoice::Number).map_err(|error| error.to_string());
    }
    GameKind::from_str(text, true).map(GameChoice::Kind).map_err(|_| {
        format!("{text:?} is not a game; give chess, junqi, or the number of a game in a file")
    })
}
