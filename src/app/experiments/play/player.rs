//! A player in a game: how it comes to its move.

use crate::app::games::CommandLineGame;
use crate::app::players::PlayerKind;
use crate::game::Past;
use crate::random::Random;
use crate::search::{Limits, MemoryLimits, Root, Searcher, Stop};

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

    /// The move in an unfinished position; `None` if nothing was found within the limits.
    ///
    /// # Errors
    ///
    /// What the player's engine does wrong: it cannot be started, or no longer answers.
    pub fn choose(
        &mut self,
        root: &Root<G>,
        limits: &Limits,
        room: MemoryLimits,
        random: &mut Random,
    ) -> Result<Option<G::Move>, String> {
        let moves = root.game().legal_moves();
        Ok(match &self.kind {
            PlayerKind::Random => random.pick(&moves),
            PlayerKind::Greedy => greedy(root.game(), &moves, random),
            PlayerKind::Search(kind, name) => {
                let searcher = match &mut self.searcher {
                    Some(searcher) => {
                        searcher.go_to(root.clone());
                        searcher
                    }
                    None => {
                        let built = kind.build(root.clone(), room);
                        let built = built.map_err(|error| format!("{name}: {error}"))?;
                        self.searcher.insert(built)
                    }
                };
                let report = searcher.search(limits, &mut |_| {});
                if report.stop == Some(Stop::Unanswered) {
                    let (_, failure) = kind.troubles_of(report.stop);
                    let why = failure.map(|failure| format!(": {failure}")).unwrap_or_default();
                    return Err(format!("{name} stopped answering{why}"));
                }
                report.best_move().or_else(|| random.pick(&moves))
            }
        })
    }
}

/// The move after which the static value is best for the mover.
fn greedy<G: CommandLineGame>(
    position: &G,
    moves: &[G::Move],
    random: &mut Random,
) -> Option<G::Move> {
    let mover = position.turn().player()?;
    let mut best = Vec::new();
    let mut most = f32::NEG_INFINITY;
    for &mv in moves {
        let child = position.after(mv);
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
