//! An engine that tells what people play.

use std::time::{Duration, Instant};

use thiserror::Error;
use uci_engine::{Command, Deadlines, Engine, EngineError, Found, OptionKind, Score, Search};

use super::question::{texts, value_of};
use crate::app::games::CommandLineGame;
use crate::inspect::win_draw_loss;
use crate::search::Interrupt;
use crate::value::Player;

/// Lc0 tells the probabilities of its net with this option, before it has searched.
const MOVE_STATS: &str = "VerboseMoveStats";
const LINES: &str = "MultiPV";
/// Lines that are asked for: no more moves are likely.
const MOST_LINES: i64 = 20;
/// Nodes for an engine that tells only lines.
const NODES: u64 = 20_000;
/// Between two looks at what may end a question.
const LOOK: Duration = Duration::from_millis(20);
/// The longest that an answer may take.
const LONGEST: Duration = Duration::from_secs(60);

/// Where an engine tells only an order, the second move counts 1/2.8 of the first, the third 1/5.2: so people play the
/// first choice of a strong engine in about four of ten positions and one of the first three in seven.
const RANK_POWER: f64 = 1.5;
/// A move that gives away this many points is played a third as often as another one of its rank.
const POINTS_SCALE: f64 = 0.1;

/// Why an engine does not tell.
#[derive(Debug, Error)]
pub enum NotTold {
    /// It cannot be started, or has died.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// It takes too long.
    #[error("{0} did not answer within a minute")]
    Late(String),
    /// The program is to end.
    #[error("interrupted")]
    Interrupted,
}

/// An engine that tells how likely people play moves: with the probabilities of Lc0 (`VerboseMoveStats`) and a net that
/// was trained on games of people; otherwise by the order and the scores of its lines.
#[derive(Debug)]
pub struct PeopleEngine {
    engine: Engine,
    nodes: u64,
}

impl PeopleEngine {
    /// Starts it.
    ///
    /// # Errors
    ///
    /// [`NotTold`] for one that cannot be started, and after an interrupt.
    pub fn start(command: &Command, interrupt: &Interrupt) -> Result<PeopleEngine, NotTold> {
        let start = |command: &Command| {
            let is_over = || interrupt.is_thrown();
            Engine::start_unless(command, &Deadlines::default(), is_over)?
                .ok_or(NotTold::Interrupted)
        };
        let engine = start(command)?;
        let find = |name: &str| {
            engine.options().iter().find(|option| option.name.eq_ignore_ascii_case(name))
        };
        let has_stats = find(MOVE_STATS).is_some();
        let most = match find(LINES).map(|option| &option.kind) {
            Some(OptionKind::Spin { max, .. }) => MOST_LINES.min(*max),
            _ => 1,
        };
        let (with, nodes) = match has_stats {
            true => (command.clone().option(MOVE_STATS, "true"), 1),
            false if most > 1 => (command.clone().option(LINES, most.to_string()), NODES),
            false => return Ok(PeopleEngine { engine, nodes: NODES }),
        };
        drop(engine);
        Ok(PeopleEngine { engine: start(&with)?, nodes })
    }

    /// What the engine calls itself.
    pub fn name(&self) -> &str {
        self.engine.name()
    }

    /// How likely moves are played in a position, from 0 to 1.
    ///
    /// # Errors
    ///
    /// [`NotTold`] for an engine that does not answer.
    pub fn ask<G: CommandLineGame>(
        &mut self,
        position: &G,
        interrupt: &Interrupt,
    ) -> Result<Vec<(G::Move, f64)>, NotTold> {
        let search = Search::from_fen(position.describe()).in_chess960(position.is_variant());
        self.engine.begin(&search.nodes(self.nodes))?;
        let until = Instant::now() + LONGEST;
        loop {
            if let Some(found) = self.engine.wait(LOOK)? {
                return Ok(shares(position, &found));
            }
            if interrupt.is_thrown() {
                return Err(NotTold::Interrupted);
            }
            if Instant::now() >= until {
                return Err(NotTold::Late(self.engine.label()));
            }
        }
    }
}

/// What an answer says of the moves of a position. What is no move there is left out.
fn shares<G: CommandLineGame>(position: &G, found: &Found) -> Vec<(G::Move, f64)> {
    let legal = position.legal_moves();
    let names = texts(position, Some(&legal));
    let mv = |text: &str| Some(legal[names.iter().position(|name| name == text)?]);
    if !found.likely.is_empty() {
        let likely = found.likely.iter();
        let told = likely.filter_map(|(text, share)| Some((mv(text)?, f64::from(*share))));
        return limited(told.collect());
    }
    let player = position.turn().player().unwrap_or(Player::Max);
    let first = found.line.first().or(found.best.as_ref()).map(|first| (first, found.score));
    let others =
        found.others.iter().filter_map(|line| Some((line.line.first()?, Some(line.score))));
    let lines: Vec<_> = first.into_iter().chain(others).collect();
    let points = |score: Score| {
        let value = value_of(score, player);
        win_draw_loss(position, value, false, player).map(|chances| chances.expected())
    };
    let best = lines.first().and_then(|&(_, score)| points(score?));
    let mut weights = Vec::new();
    for (rank, (text, score)) in lines.iter().enumerate() {
        let Some(mv) = mv(text) else { continue };
        let loss = best.zip(score.and_then(points)).map_or(0.0, |(best, points)| best - points);
        let by_rank = (rank as f64 + 1.0).powf(-RANK_POWER);
        weights.push((mv, by_rank * (-loss.max(0.0) / POINTS_SCALE).exp()));
    }
    // Of a single line only the first of many ranks is known.
    let all: f64 = match weights.len() {
        1 => (1..=legal.len()).map(|rank| (rank as f64).powf(-RANK_POWER)).sum(),
        _ => weights.iter().map(|(_, weight)| weight).sum(),
    };
    limited(weights.into_iter().map(|(mv, weight)| (mv, weight / all)).collect())
}

/// Each move once, and no more than 1 together.
fn limited<M: PartialEq>(told: Vec<(M, f64)>) -> Vec<(M, f64)> {
    let mut shares: Vec<(M, f64)> = Vec::new();
    for (mv, share) in told {
        if shares.iter().all(|(known, _)| *known != mv) {
            shares.push((mv, share));
        }
    }
    let all: f64 = shares.iter().map(|(_, share)| share).sum();
    shares.into_iter().map(|(mv, share)| (mv, share / all.max(1.0))).collect()
}

#[cfg(test)]
mod tests {
    use crate::game::Notation as _;
    use uci_engine::Exact;

    use super::*;
    use crate::chess::Position;

    fn told(found: &Found) -> Vec<(String, f64)> {
        let position: Position = Position::default();
        let shares = shares(&position, found);
        shares.into_iter().map(|(mv, share)| (position.machine_text(mv), share)).collect()
    }

    #[test]
    fn probabilities_count_before_lines() {
        let likely = [("e2e4", 0.5), ("node", 0.0), ("e2e4", 0.25), ("d2d4", 0.25)];
        let likely = likely.map(|(mv, share)| (mv.to_string(), share)).to_vec();
        let line = vec!["a2a3".to_string()];
        let found = Found { likely, line, ..Found::default() };
        assert_eq!(told(&found), [("e2e4".to_string(), 0.5), ("d2d4".to_string(), 0.25)]);
    }

    #[test]
    fn lines_count_by_rank_and_by_what_they_lose() {
        let other = |mv: &str, score| Exact {
            score: Score::Centipawns(score),
            wdl: None,
            depth: 1,
            line: vec![mv.to_string()],
        };
        let found = Found {
            line: vec!["e2e4".to_string()],
            score: Some(Score::Centipawns(30)),
            others: vec![other("d2d4", 30), other("f2f3", -150)],
            ..Found::default()
        };
        let told = told(&found);
        let shares: Vec<f64> = told.iter().map(|(_, share)| *share).collect();
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{told:?}");
        assert!((shares[0] / shares[1] - 2_f64.powf(RANK_POWER)).abs() < 1e-9, "{told:?}");
        assert!(shares[2] < shares[1] / 4.0, "{told:?}");
    }

    #[test]
    fn a_single_move_says_little() {
        let found = Found { best: Some("e2e4".to_string()), ..Found::default() };
        let told = told(&found);
        assert!(told.len() == 1 && (0.3..0.6).contains(&told[0].1), "{told:?}");
        assert!(super::shares::<Position>(&Position::default(), &Found::default()).is_empty());
    }
}
