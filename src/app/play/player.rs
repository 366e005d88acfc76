//! Who plays: a searcher, or a plain opponent.

use thiserror::Error;

use crate::app::games::CommandLineGame;
use crate::app::searchers::{self, SearcherKind, UnknownSearcher};
use crate::game::{Evaluate, Past};
use crate::random::Random;
use crate::search::{Limits, MemoryLimits, Root, Searcher};

/// A way to play that can be asked for by name.
#[derive(Clone, Debug)]
pub enum PlayerKind {
    /// Plays any legal move.
    Random,
    /// Plays the move after which the static value is best; of several, any.
    Greedy,
    /// Searches.
    Search(SearcherKind),
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
        _ => searchers::by_name(name).map(PlayerKind::Search).map_err(UnknownPlayer),
    }
}

impl PlayerKind {
    /// The name in reports.
    pub fn name(&self) -> &str {
        match self {
            PlayerKind::Random => "random",
            PlayerKind::Greedy => "greedy",
            PlayerKind::Search(kind) => &kind.name,
        }
    }
}

/// A player in a game. Searchers keep from move to move what their tables know.
pub struct Player<G: CommandLineGame> {
    kind: PlayerKind,
    searcher: Option<Box<dyn Searcher<G>>>,
}

impl<G: CommandLineGame> Player<G> {
    /// At the beginning of a game.
    pub fn new(kind: &PlayerKind) -> Player<G> {
        Player { kind: kind.clone(), searcher: None }
    }

    /// The move in an unfinished position; `None` where nothing was found within the limits.
    pub fn choose(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        room: MemoryLimits,
        random: &mut Random,
    ) -> Option<G::Move> {
        let mut moves = Vec::new();
        root.game().moves(&mut moves);
        match &self.kind {
            PlayerKind::Random => random.pick(&moves),
            PlayerKind::Greedy => greedy(root.game(), &moves, random),
            PlayerKind::Search(kind) => {
                match &mut self.searcher {
                    Some(searcher) => searcher.go_to(root.clone()),
                    None => self.searcher = Some(kind.build(root.clone(), room)),
                }
                let report = self.searcher.as_mut()?.search(limits, &mut |_| {});
                report.best_move().or_else(|| random.pick(&moves))
            }
        }
    }
}

/// The move after which the static value is best for the mover.
fn greedy<G: Evaluate>(position: &G, moves: &[G::Move], random: &mut Random) -> Option<G::Move> {
    let mover = position.turn().player()?;
    let mut best = Vec::new();
    let mut most = f32::NEG_INFINITY;
    for &mv in moves {
        let mut child = position.clone();
        child.play(mv);
        let value = child.outcome(&Past::default()).unwrap_or_else(|| child.evaluate());
        let value = value.for_player(mover);
        if value > most {
            most = value;
            best.clear();
        }
        if value >= most {
            best.push(mv);
        }
    }
    random.pick(&best)
}
