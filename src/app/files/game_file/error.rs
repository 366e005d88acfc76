//! What can be wrong with a game.

use thiserror::Error;

use super::scanner::TextPlace;
use crate::app::args::place::Place;
use crate::game::MoveTextError;

/// Why a game file does not lead to the position asked for. Every message begins with the file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameFileError {
    /// Another encoding than that of PGN.
    #[error("{0} is in UTF-16; convert it to UTF-8, for example with iconv -f UTF-16 -t UTF-8")]
    Utf16(String),
    /// No text yet.
    #[error("{file} is compressed; give - in its place and pipe in what {tool} makes of it")]
    Compressed {
        /// The file.
        file: String,
        /// What reads it.
        tool: &'static str,
    },
    /// No text at all.
    #[error(
        "{0} is a saved tree, and no file of games; shans export {0} --format pgn makes one of it"
    )]
    Tree(String),
    /// There are not as many games.
    #[error("{file} has no game {number}: {}", games_text(*.games))]
    NoGame {
        /// The file.
        file: String,
        /// The number asked for.
        number: u64,
        /// How many games there are.
        games: u64,
    },
    /// The first position cannot be read.
    #[error("{file}, {at}: {reason}")]
    Start {
        /// The file.
        file: String,
        /// Where the game begins.
        at: TextPlace,
        /// What is wrong.
        reason: String,
    },
    /// A text that does not name one legal move.
    #[error("{file}, {at}: {text:?} {why} in {position}")]
    Move {
        /// The file.
        file: String,
        /// Where the move stands.
        at: TextPlace,
        /// The move as written.
        text: String,
        /// What is wrong with it.
        why: MoveTextError,
        /// The position.
        position: String,
    },
    /// It is in the way to the place.
    #[error("{fault}; so the game does not come to --at {place}")]
    NotReached {
        /// What cannot be read or played.
        fault: Box<GameFileError>,
        /// The place asked for.
        place: Place,
    },
    /// A comment or a variation that swallows the rest of the game.
    #[error("{file}, {at}: the {what} that begins here has no end")]
    Open {
        /// The file.
        file: String,
        /// Where it begins.
        at: TextPlace,
        /// What it is.
        what: &'static str,
    },
    /// No game comes to the position analysed.
    #[error("{file}: no line continues from the position analysed, {position}")]
    NoLine {
        /// The file.
        file: String,
        /// The position.
        position: String,
    },
    /// The game does not come to the place.
    #[error("{file}: --at {place} is not in the game, which begins at {first} and ends at {last}")]
    NoPlace {
        /// The file.
        file: String,
        /// The place asked for.
        place: Place,
        /// The place of the first position.
        first: Place,
        /// The place of the last position.
        last: Place,
    },
}

impl GameFileError {
    /// The fault with what it costs, where all the rest was read.
    pub fn with_what_is_left_out(&self) -> String {
        match self {
            GameFileError::Move { .. } => format!("{self}; the rest of this line is left out"),
            GameFileError::Start { .. } => format!("{self}; this game is left out"),
            _ => self.to_string(),
        }
    }
}

fn games_text(games: u64) -> String {
    match games {
        0 => "it contains no moves and no tags".to_string(),
        1 => "it has 1 game".to_string(),
        games => format!("it has {games} games"),
    }
}
