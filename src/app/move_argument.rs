//! Moves in arguments.

use thiserror::Error;

use super::games::CommandLineGame;

/// A text that does not name one legal move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{option}: {text:?} is no legal move, or more than one, in {position}; \
     write moves like {examples}"
)]
pub struct NoSuchMove {
    /// The option that names the move.
    pub option: &'static str,
    /// The move as given.
    pub text: String,
    /// The position.
    pub position: String,
    /// How moves are written.
    pub examples: &'static str,
}

/// The legal move that a text names, in the notation of people or of machines.
///
/// # Errors
///
/// [`NoSuchMove`] where the text names none, or several.
pub fn legal_move<G: CommandLineGame>(
    position: &G,
    option: &'static str,
    text: &str,
) -> Result<G::Move, NoSuchMove> {
    position.parse_move(text).ok_or_else(|| NoSuchMove {
        option,
        text: text.to_string(),
        position: position.describe(),
        examples: G::MOVE_EXAMPLES,
    })
}
