//! The players by name: a searcher, or a plain opponent.

use thiserror::Error;

use super::searchers::{self, SearcherKind, UnknownSearcher};

/// A way to play that can be asked for by name.
#[derive(Clone, Debug)]
pub enum PlayerKind {
    /// Plays any legal move.
    Random,
    /// Plays the move after which the static value is best; of several, any.
    Greedy,
    /// Searches, with the full name.
    Search(Box<SearcherKind>, String),
}

/// Why a name is not that of a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}; other players are random and greedy")]
pub struct UnknownPlayer(UnknownSearcher);

/// The player with this name: `random`, `greedy`, or a searcher.
///
/// # Errors
///
/// `UnknownPlayer`, which lists the players, where none has this name.
pub fn player_by_name(name: &str) -> Result<PlayerKind, UnknownPlayer> {
    match name {
        "random" => Ok(PlayerKind::Random),
        "greedy" => Ok(PlayerKind::Greedy),
        _ => searchers::by_name(name)
            .map(|kind| PlayerKind::Search(Box::new(kind.clone()), kind.name))
            .map_err(UnknownPlayer),
    }
}

impl PlayerKind {
    /// The name in reports.
    pub fn name(&self) -> &str {
        match self {
            PlayerKind::Random => "random",
            PlayerKind::Greedy => "greedy",
            PlayerKind::Search(_, name) => name,
        }
    }
}
