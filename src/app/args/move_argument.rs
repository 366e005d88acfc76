//! Moves and lines of moves in arguments.

use thiserror::Error;

use super::move_words::{bare_move, move_words, words};
use crate::app::games::CommandLineGame;
use crate::game::MoveTextError;
use crate::search::Root;

/// A text that does not name one legal move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{option}: {text:?} {why} in {position}{advice}")]
pub struct NoSuchMove {
    /// The option that names the move.
    pub option: &'static str,
    /// The move as given.
    pub text: String,
    /// What is wrong with it.
    pub why: MoveTextError,
    /// The position.
    pub position: String,
    /// How moves are written, if this is not written like one.
    pub advice: String,
}

/// The legal move that a text names, in the notation of people or of machines.
///
/// # Errors
///
/// [`NoSuchMove`] if the text names none, or several.
pub fn legal_move<G: CommandLineGame>(
    position: &G,
    option: &'static str,
    text: &str,
) -> Result<G::Move, NoSuchMove> {
    position.read_move(text).map_err(|why| NoSuchMove {
        option,
        text: text.to_string(),
        advice: match why {
            MoveTextError::Unreadable => format!("; write moves like {}", G::MOVE_EXAMPLES),
            _ => String::new(),
        },
        why,
        position: position.describe(),
    })
}

/// Plays the moves that an option names, one after the other.
///
/// # Errors
///
/// [`NoSuchMove`] for a text that does not name one legal move where it stands.
pub fn play_moves<G: CommandLineGame>(
    root: &mut Root<G>,
    option: &'static str,
    texts: &[String],
) -> Result<(), NoSuchMove> {
    for text in move_words(texts) {
        root.play(legal_move(root.game(), option, text)?);
    }
    Ok(())
}

/// The lines that these texts name, each from this position on.
///
/// # Errors
///
/// [`NoSuchMove`] for a move that is not legal where it stands.
pub fn lines<G: CommandLineGame>(
    position: &G,
    option: &'static str,
    texts: &[String],
) -> Result<Vec<Vec<G::Move>>, NoSuchMove> {
    texts.iter().map(|text| line(position, option, text)).collect()
}

fn line<G: CommandLineGame>(
    position: &G,
    option: &'static str,
    text: &str,
) -> Result<Vec<G::Move>, NoSuchMove> {
    let mut game = position.clone();
    let mut moves = Vec::new();
    for word in words(text).filter_map(bare_move) {
        let mv = legal_move(&game, option, word)?;
        game.play(mv);
        moves.push(mv);
    }
    Ok(moves)
}
