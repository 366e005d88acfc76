//! What moves lost: by the formulas of lichess.org, or by chances to win, draw and lose.
//!
//! The formulas of lichess are flat: a side that is 4.40 behind still has a sixth of all chances, where this program loses 99
//! games of 100. So a move has a mark only if it made the result of the game worse, too. In 121 games with an error each,
//! 10,000 nodes a move and Stockfish as the judge, 43 false alarms become 26, and all 120 errors that were found still are.

use crate::app::args::{JudgingArgs, Scale};
use crate::app::games::CommandLineGame;
use crate::inspect::{PlayedPosition, mover};
use crate::value::{Player, Value};
use crate::winning_chances::{CEILING, game_accuracy, move_accuracy, win_percent, winning_chances};

/// The result gets worse by at least this part of what a mark takes. With all of it, 2 false alarms and 2 errors fewer are
/// found in 81 games.
const PART_OF_RESULT: f64 = 0.5;

/// A bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// All of them.
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// How it is written in PGN.
    pub fn nag(self) -> &'static str {
        ["$6", "$2", "$4"][self as usize]
    }

    /// How people write it.
    pub fn sign(self) -> &'static str {
        ["?!", "?", "??"][self as usize]
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        ["inaccuracy", "mistake", "blunder"][self as usize]
    }
}

/// What a move lost. All numbers are the mover's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// Who moved.
    pub mover: Player,
    /// Winning chances with the best move, from -1 to 1.
    pub before: f64,
    /// Winning chances behind the move that was played.
    pub after: f64,
    /// From 0 to 100.
    pub accuracy: f64,
    /// `None` where it was good enough.
    pub mark: Option<Mark>,
}

impl Verdict {
    /// What the move lost: winning chances, 0 or more.
    pub fn loss(&self) -> f64 {
        (self.before - self.after).max(0.0)
    }
}

/// What moves are judged by.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'a>(pub &'a JudgingArgs);

/// What a position is worth to one player.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Worth {
    Centipawns(f64),
    /// Won, proven or only seen.
    Won,
    Lost,
}

impl Worth {
    fn of(value: Value, viewer: Player) -> Worth {
        match value.evaluation() {
            Some(cp) => Worth::Centipawns(f64::from(viewer.sign() * cp)),
            None if value.for_player(viewer) > 0.0 => Worth::Won,
            None => Worth::Lost,
        }
    }

    /// A mate is worth this many centipawns.
    fn centipawns(self, mate: f64) -> f64 {
        match self {
            Worth::Centipawns(cp) => cp,
            Worth::Won => mate,
            Worth::Lost => -mate,
        }
    }
}

impl Judge<'_> {
    /// A player's winning chances in a position of this value, from -1 to 1.
    pub fn chances<G: CommandLineGame>(self, position: &G, value: Value, viewer: Player) -> f64 {
        match (self.0.scale, Worth::of(value, viewer)) {
            (_, Worth::Won) => 1.0,
            (_, Worth::Lost) => -1.0,
            (Scale::Cp, Worth::Centipawns(cp)) => winning_chances(cp),
            (Scale::Wdl, Worth::Centipawns(cp)) => {
                result(position, value, viewer).unwrap_or_else(|| winning_chances(cp))
            }
        }
    }

    /// Max's winning chances in a position of a line that was played, from -1 to 1: what curves show. `None` where the value is
    /// not settled.
    pub fn winning_chances<G: CommandLineGame>(
        self,
        position: &G,
        fact: &PlayedPosition<G::Move>,
    ) -> Option<f64> {
        let is_draw = fact.best_line.is_empty() && fact.is_decided && fact.value == Value::DRAW;
        let chances = || self.chances(position, fact.value, Player::Max);
        fact.is_settled().then(|| if is_draw { 0.0 } else { chances() })
    }

    /// Max's chances as a percentage: what accuracies are made of.
    fn percent<G: CommandLineGame>(self, position: &G, value: Value) -> f64 {
        match self.0.scale {
            Scale::Cp => win_percent(Worth::of(value, Player::Max).centipawns(CEILING)),
            Scale::Wdl => 50.0 + 50.0 * self.chances(position, value, Player::Max),
        }
    }

    /// What each move lost. Moves whose positions are not known are left out, and all behind them; one between positions
    /// that were not both searched for their best moves has no mark.
    pub fn verdicts<G: CommandLineGame>(
        self,
        positions: &[G],
        facts: &[PlayedPosition<G::Move>],
    ) -> Vec<Verdict> {
        let pairs = facts.windows(2).zip(positions).enumerate();
        pairs.map(|(ply, (pair, position))| self.verdict(ply, position, pair)).collect()
    }

    fn verdict<G: CommandLineGame>(
        self,
        ply: usize,
        position: &G,
        pair: &[PlayedPosition<G::Move>],
    ) -> Verdict {
        let viewer = mover(position);
        // The value of the move that was played, which in one tree is that of the position behind it.
        let played = pair[0].played.as_ref().map_or(pair[1].value, |played| played.value);
        let is_best = pair[0].played.as_ref().is_some_and(|played| played.is_best);
        let played = if is_best { pair[0].value } else { played };
        let [before, after] =
            [pair[0].value, played].map(|value| self.chances(position, value, viewer));
        let of_mover = |value| match viewer {
            Player::Max => self.percent(position, value),
            Player::Min => 100.0 - self.percent(position, value),
        };
        let accuracy = move_accuracy(of_mover(pair[0].value), of_mover(played));
        let is_of_book = ply as u64 / 2 < self.0.book;
        let is_decided = after >= self.0.decided || before <= -self.0.decided;
        // What is only on the way to other positions is worth what follows, and says nothing about the move before it.
        let is_on_the_way = pair.iter().any(|fact| !fact.is_searched);
        let is_let_off =
            is_best || is_on_the_way || is_of_book || self.0.decided < 1.0 && is_decided;
        // What is not settled is judged by what is sure: the least that was had, the most that is left.
        let least = pair[0].bounds().worst(viewer);
        let most = match pair[1].unsettled {
            Some(bounds) => bounds.behind_move().best(viewer),
            None => Some(played),
        };
        let sure = least.zip(most).filter(|_| !is_let_off);
        let mark = sure.and_then(|(had, left)| self.mark(position, [had, left], viewer));
        Verdict { mover: viewer, before, after, accuracy, mark }
    }

    /// The mark of a move that takes a position from one value to another, for this player.
    pub fn mark<G: CommandLineGame>(
        self,
        position: &G,
        values: [Value; 2],
        viewer: Player,
    ) -> Option<Mark> {
        let [before, after] = values.map(|value| self.chances(position, value, viewer));
        let by_chances = match values.map(|value| Worth::of(value, viewer)) {
            _ if self.0.scale == Scale::Wdl => self.by_loss(before - after),
            worths => self.by_formula(worths, before - after),
        };
        // By how much the result that is to be expected gets worse.
        match values.map(|value| result(position, value, viewer)) {
            [Some(had), Some(left)] => by_chances.min(self.by_loss((had - left) / PART_OF_RESULT)),
            _ => by_chances,
        }
    }

    /// The mark as lichess.org has it.
    fn by_formula(self, worths: [Worth; 2], loss: f64) -> Option<Mark> {
        // lichess judges mates by what they were given for, or what is left of them.
        let by_mate = |cp: f64| match cp {
            _ if cp > 999.0 => Mark::Inaccuracy,
            _ if cp > 700.0 => Mark::Mistake,
            _ => Mark::Blunder,
        };
        match worths {
            [Worth::Won, Worth::Won] | [Worth::Lost, _] => None,
            [Worth::Won, Worth::Lost] => Some(Mark::Blunder),
            [Worth::Won, Worth::Centipawns(left)] => Some(by_mate(left)),
            [Worth::Centipawns(had), Worth::Lost] => Some(by_mate(-had)),
            [Worth::Centipawns(_), _] => self.by_loss(loss),
        }
    }

    /// The mark for a loss of winning chances.
    fn by_loss(self, loss: f64) -> Option<Mark> {
        let limits = [self.0.inaccuracy, self.0.mistake, self.0.blunder];
        let reached = |(_, limit): &(Mark, f64)| *limit > 0.0 && loss >= *limit;
        Mark::ALL.into_iter().zip(limits).rev().find(reached).map(|(mark, _)| mark)
    }

    /// How accurate a player was, from 0 to 100, in moves between positions whose values are settled; `None` where he made none.
    pub fn accuracy<G: CommandLineGame>(
        self,
        positions: &[G],
        facts: &[PlayedPosition<G::Move>],
        player: Player,
    ) -> Option<f64> {
        let mut percents = Vec::new();
        for (position, fact) in positions.iter().zip(facts) {
            // What is not settled changes nothing.
            let before = percents.last().copied().filter(|_| !fact.is_settled());
            percents.push(before.unwrap_or_else(|| self.percent(position, fact.value)));
        }
        let moves = positions.iter().zip(facts.windows(2));
        let counts = |pair: &[PlayedPosition<_>]| pair.iter().all(PlayedPosition::is_settled);
        let is_own = |(position, pair)| mover(position) == player && counts(pair);
        // Whoever else moved is not asked about.
        let movers = moves.map(|it| if is_own(it) { player } else { player.opponent() });
        game_accuracy(&percents, &movers.collect::<Vec<_>>(), player)
    }
}

/// The result that is to be expected for a player, on the scale of winning chances; `None` where it is not known what values
/// mean.
fn result<G: CommandLineGame>(position: &G, value: Value, viewer: Player) -> Option<f64> {
    match Worth::of(value, viewer) {
        Worth::Won => Some(1.0),
        Worth::Lost => Some(-1.0),
        Worth::Centipawns(_) => {
            Some(2.0 * position.win_draw_loss(value)?.for_player(viewer).expected() - 1.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::search::Bounds;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        judging: JudgingArgs,
    }

    fn mark(words: &str, before: Value, after: Value) -> Option<Mark> {
        let words = ["game"].into_iter().chain(words.split_whitespace());
        let judging = Command::parse_from(words).judging;
        mark_between(&judging, fact(before), fact(after))
    }

    fn fact<M>(value: Value) -> PlayedPosition<M> {
        PlayedPosition {
            value,
            is_decided: false,
            best_line: Vec::new(),
            second: None,
            played: None,
            is_searched: true,
            was_analysed: true,
            unsettled: None,
            effort: 0,
        }
    }

    fn mark_between(
        judging: &JudgingArgs,
        before: PlayedPosition<<crate::chess::Position as crate::game::Game>::Move>,
        after: PlayedPosition<<crate::chess::Position as crate::game::Game>::Move>,
    ) -> Option<Mark> {
        let positions = [<crate::chess::Position>::default(), <crate::chess::Position>::default()];
        Judge(judging).verdicts(&positions, &[before, after])[0].mark
    }

    #[test]
    fn a_position_on_the_way_says_nothing_about_the_moves_around_it() {
        let judging = JudgingArgs::default();
        let on_the_way = |value| PlayedPosition { is_searched: false, ..fact(value) };
        let (even, lost) = (cp(0.0), cp(-205.0));
        assert_eq!(mark_between(&judging, fact(even), fact(lost)), Some(Mark::Blunder));
        assert_eq!(mark_between(&judging, fact(even), on_the_way(lost)), None);
        assert_eq!(mark_between(&judging, on_the_way(even), fact(lost)), None);
    }

    #[test]
    fn what_is_not_settled_is_judged_by_what_is_sure() {
        let judging = JudgingArgs::default();
        let between = |least: Option<f32>, value, most: Option<f32>| {
            let [least, most] = [least, most].map(|value| value.map(cp));
            PlayedPosition { unsettled: Some(Bounds { least, most }), ..fact(cp(value)) }
        };
        let mark = |before, after| mark_between(&judging, before, after);
        let (even, lost) = (|| fact(cp(0.0)), || fact(cp(-205.0)));
        // White moved.
        let had_more = || between(Some(0.0), 0.0, Some(300.0));
        assert_eq!(mark(had_more(), lost()), Some(Mark::Blunder));
        assert_eq!(mark(even(), between(None, -205.0, Some(-205.0))), Some(Mark::Blunder));
        assert_eq!(mark(even(), between(Some(-205.0), -205.0, Some(-120.0))), Some(Mark::Mistake));
        assert_eq!(mark(even(), between(Some(-205.0), -205.0, Some(0.0))), None);
        assert_eq!(mark(even(), between(Some(-205.0), -205.0, None)), None);
        assert_eq!(mark(between(Some(-205.0), 0.0, Some(0.0)), lost()), None);
        assert_eq!(mark(between(None, 0.0, Some(0.0)), lost()), None);
    }

    fn cp(cp: f32) -> Value {
        Value::centipawns(cp)
    }

    #[test]
    fn moves_are_judged_by_what_they_lose() {
        // Losses of 0.09, 0.18, 0.20 and 0.36.
        assert_eq!(mark("", cp(0.0), cp(-50.0)), None);
        assert_eq!(mark("", cp(0.0), cp(-100.0)), Some(Mark::Inaccuracy));
        assert_eq!(mark("", cp(0.0), cp(-111.0)), Some(Mark::Mistake));
        assert_eq!(mark("", cp(0.0), cp(-205.0)), Some(Mark::Blunder));
        assert_eq!(mark("", cp(-50.0), cp(100.0)), None);
        assert_eq!(mark("--blunder 0.5", cp(0.0), cp(-205.0)), Some(Mark::Mistake));
        assert_eq!(mark("--book 1", cp(0.0), cp(-205.0)), None);
        assert_eq!(mark("--decided 0.1", cp(200.0), cp(60.0)), None);
        assert!(mark("--scale wdl", cp(0.0), cp(-205.0)).is_some());
    }

    #[test]
    fn what_is_lost_or_won_anyway_is_not_lost_again() {
        // Losses of 0.19 and 0.12.
        assert_eq!(mark("", cp(1500.0), cp(600.0)), None);
        assert_eq!(mark("", cp(-700.0), cp(-1300.0)), None);
        // The same loss where the result may change.
        assert_eq!(mark("", cp(320.0), cp(190.0)), Some(Mark::Inaccuracy));
    }

    #[test]
    fn mates_are_judged_by_what_is_left_of_them() {
        let wins = |winner| Value::win_in(winner, 5);
        let (won, lost) = (wins(Player::Max), wins(Player::Min));
        assert_eq!(mark("", won, Value::win_in(Player::Max, 9)), None);
        assert_eq!(mark("", won, cp(1200.0)), None);
        assert_eq!(mark("", won.unproven(), cp(800.0)), None);
        assert_eq!(mark("", won, cp(150.0)), Some(Mark::Blunder));
        assert_eq!(mark("", won, lost), Some(Mark::Blunder));
        assert_eq!(mark("", cp(-1200.0), lost), None);
        assert_eq!(mark("", cp(-800.0), lost), None);
        assert_eq!(mark("", cp(0.0), lost), Some(Mark::Blunder));
        assert_eq!(mark("", lost, lost), None);
    }
}
