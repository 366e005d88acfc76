//! How much is searched where: half of the work for all positions, the other half in rounds over fewer and fewer
//! of them, those where most is at stake.

use crate::app::args::WholeGameArgs;
use crate::app::games::EndingTables;
use crate::app::settings::SearchSettings;
use crate::search::Limits;

/// How much of the work is for the first round, where there are others.
const FIRST: f64 = 0.5;

/// What is searched in a game.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The limits of one position over all rounds, if all had the same.
    pub limits: Limits,
    /// Positions of the game.
    pub positions: usize,
    /// Rounds after the first one.
    pub rounds: u64,
}

impl Plan {
    /// How many positions are searched in a round; the first is round 1.
    pub fn places(&self, round: u64) -> usize {
        if round <= 1 {
            return self.positions;
        }
        let halvings = u32::try_from(round - 1).unwrap_or(u32::MAX);
        self.positions.checked_shr(halvings).unwrap_or_default().max(1)
    }

    /// What one position gets in a round: a multiple of the limits.
    fn share(&self, round: u64) -> f64 {
        match round {
            _ if self.rounds == 0 => 1.0,
            0 | 1 => FIRST,
            _ => {
                let all = (1.0 - FIRST) * self.positions as f64 / self.rounds as f64;
                all / self.places(round) as f64
            }
        }
    }

    /// The limits of one position in a round.
    pub fn limits(&self, round: u64) -> Limits {
        let share = self.share(round);
        Limits {
            nodes: self.limits.nodes.map(|nodes| (nodes as f64 * share) as u64),
            time: self.limits.time.map(|time| time.mul_f64(share)),
            ..self.limits.clone()
        }
    }

    /// How much of the work is done when this many places of a round are left: from 0 to 1.
    pub fn done(&self, round: u64, places_left: usize) -> f64 {
        let work = |round| self.share(round) * self.places(round) as f64;
        let all: f64 = (1..=self.rounds + 1).map(work).sum();
        let before: f64 = (1..round).map(work).sum();
        let here = self.places(round).saturating_sub(places_left) as f64 * self.share(round);
        ((before + here) / all).clamp(0.0, 1.0)
    }
}

/// What the search of a game, or of a part of it, has to know.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// Which part it is of all.
    pub of_all: OfAll,
    /// How positions are searched.
    pub settings: &'a SearchSettings,
    /// The arguments.
    pub args: &'a WholeGameArgs,
    /// Tables for endings.
    pub tables: &'a EndingTables,
}

/// Which part one game is of all that is searched.
#[derive(Clone, Copy, Debug)]
pub struct OfAll {
    /// Games in all.
    pub games: usize,
    /// Positions of all games.
    pub positions: usize,
    /// Positions of the games before this one.
    pub searched_before: usize,
}

impl OfAll {
    /// How much of everything is done when this share of a game with this many positions is done.
    pub fn done(&self, positions: usize, of_game: f64) -> f64 {
        (self.searched_before as f64 + of_game * positions as f64) / self.positions as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(rounds: u64) -> Plan {
        let limits = Limits { nodes: Some(1_000), ..Limits::default() };
        Plan { limits, positions: 80, rounds }
    }

    #[test]
    fn rounds_share_what_there_is() {
        for rounds in [0, 1, 2, 5] {
            let plan = plan(rounds);
            let nodes =
                |round| plan.limits(round).nodes.unwrap_or_default() * plan.places(round) as u64;
            let all: u64 = (1..=rounds + 1).map(nodes).sum();
            assert!((79_000..=80_000).contains(&all), "{rounds}: {all}");
        }
        assert_eq!((plan(2).places(1), plan(2).places(2), plan(2).places(9)), (80, 40, 1));
        assert_eq!(plan(2).places(200), 1);
    }

    #[test]
    fn what_is_done_grows_from_nothing_to_all() {
        let plan = plan(2);
        assert_eq!(plan.done(1, 80), 0.0);
        assert!((plan.done(1, 0) - 0.5).abs() < 1e-9);
        assert!((plan.done(2, 20) - 0.625).abs() < 1e-9);
        assert!((plan.done(3, 0) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_game_is_a_part_of_all() {
        let second = OfAll { games: 3, positions: 200, searched_before: 50 };
        assert_eq!((second.done(100, 0.0), second.done(100, 1.0)), (0.25, 0.75));
    }
}
