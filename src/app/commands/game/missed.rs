//! Chances that nobody took: mates missed, errors that were not punished, only moves, and draws that could have been
//! claimed or avoided.

use serde::Serialize;

use super::input::PlayedGame;
use crate::app::args::JudgingArgs;
use crate::app::games::CommandLineGame;
use crate::app::reporting::judge::{Judge, Mark, Verdict};
use crate::inspect::{PlayedPosition, mover};
use crate::value::{Player, Value};

/// What is remarkable about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChanceKind {
    /// There was a mate, and the move gave it away.
    MissedMate,
    /// It did not punish the error before it: the chance that this gave is gone.
    Unpunished,
    /// It was the only good move, and was found.
    OnlyMoveFound,
    /// There was an only good move, and it was not found.
    OnlyMoveMissed,
    /// The position came for the third time, so that either player could claim a draw, and the game continued.
    DrawNotClaimed,
    /// With it fifty moves without a capture or a pawn move were complete, and the game continued.
    #[serde(rename = "draw-not-claimed")]
    FiftyNotClaimed,
    /// It made the position come for the third time, although there was something better.
    DrawNotAvoided,
}

/// A move, and what is remarkable about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Chance {
    /// How many moves were played before it.
    pub ply: usize,
    /// What it is.
    pub kind: ChanceKind,
}

/// All of them in a game, in its order.
pub fn chances<G: CommandLineGame>(
    game: &PlayedGame<'_, G>,
    facts: &[PlayedPosition<G::Move>],
    verdicts: &[Verdict],
    judging: &JudgingArgs,
) -> Vec<Chance> {
    let keys: Vec<u64> = game.positions.iter().map(G::key).collect();
    let look = Look { game, facts, verdicts, judging, keys };
    let kinds = (0..verdicts.len()).flat_map(|ply| look.at(ply).map(move |kind| (ply, kind)));
    kinds.map(|(ply, kind)| Chance { ply, kind }).collect()
}

struct Look<'a, G: CommandLineGame> {
    game: &'a PlayedGame<'a, G>,
    facts: &'a [PlayedPosition<G::Move>],
    verdicts: &'a [Verdict],
    judging: &'a JudgingArgs,
    keys: Vec<u64>,
}

impl<G: CommandLineGame> Look<'_, G> {
    fn at(&self, ply: usize) -> impl Iterator<Item = ChanceKind> {
        let mate = self.misses_mate(ply).then_some(ChanceKind::MissedMate);
        let unpunished = self.is_unpunished(ply).then_some(ChanceKind::Unpunished);
        let [claimed, avoided] = self.draws(ply);
        [mate, unpunished, self.only_move(ply), claimed, avoided].into_iter().flatten()
    }

    fn viewer(&self, ply: usize) -> Player {
        mover(&self.game.positions[ply])
    }

    /// The value of a position, and that of the move that was played there.
    fn values(&self, ply: usize) -> (Value, Value) {
        let fact = &self.facts[ply];
        let played = fact.played.as_ref().map_or(self.facts[ply + 1].value, |played| played.value);
        (fact.value, played)
    }

    fn misses_mate(&self, ply: usize) -> bool {
        let viewer = self.viewer(ply);
        let wins = |value: Value| value.evaluation().is_none() && value.for_player(viewer) > 0.0;
        let (best, played) = self.values(ply);
        self.facts[ply].is_settled() && wins(best) && !wins(played)
    }

    /// Whether the values before and behind a move are settled.
    fn is_settled(&self, ply: usize) -> bool {
        self.facts[ply..].iter().take(2).all(PlayedPosition::is_settled)
    }

    /// A mistake was answered by a mistake.
    fn is_unpunished(&self, ply: usize) -> bool {
        let is_mistake = |ply: usize| {
            self.verdicts.get(ply).is_some_and(|told| told.mark >= Some(Mark::Mistake))
        };
        let Some(before) = ply.checked_sub(1) else { return false };
        self.viewer(before) != self.viewer(ply) && is_mistake(before) && is_mistake(ply)
    }

    /// One move was good, and the second best would have been a mistake.
    fn only_move(&self, ply: usize) -> Option<ChanceKind> {
        let (position, fact) = (&self.game.positions[ply], &self.facts[ply]);
        let second = fact.second.filter(|_| self.is_settled(ply))?;
        let viewer = self.viewer(ply);
        let mark = Judge(self.judging).mark(position, [fact.value, second], viewer);
        let is_only = mark >= Some(Mark::Mistake);
        let is_best = fact.played.as_ref().is_some_and(|played| played.is_best);
        let is_bad = self.verdicts[ply].mark >= Some(Mark::Mistake);
        match is_only {
            true if is_best => Some(ChanceKind::OnlyMoveFound),
            true if is_bad => Some(ChanceKind::OnlyMoveMissed),
            _ => None,
        }
    }

    /// Draws that were not claimed, and repetitions that were not avoided.
    fn draws(&self, ply: usize) -> [Option<ChanceKind>; 2] {
        let behind = ply + 1;
        let times = self.keys[..=behind].iter().filter(|&&key| key == self.keys[behind]).count();
        let goes_on = behind < self.game.moves.len();
        let is_bad = self.verdicts[ply].mark.is_some();
        let claim = match times {
            3.. if goes_on => Some(ChanceKind::DrawNotClaimed),
            _ => self.game.claims.contains(&behind).then_some(ChanceKind::FiftyNotClaimed),
        };
        [claim, (times >= 3 && is_bad).then_some(ChanceKind::DrawNotAvoided)]
    }
}
