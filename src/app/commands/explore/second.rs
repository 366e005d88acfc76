//! What a second engine says of the position that a page shows. The tree is not touched.

use std::time::Duration;

use serde::Serialize;
use uci_engine::Found;

use super::answers::{Reply, done};
use super::choice::compared_with;
use super::pulse::Pulse;
use super::question::{Compare, Moves};
use super::subject::Another;
use super::walk::Walk;
use crate::app::engines::{Said, SecondEngine};
use crate::app::games::CommandLineGame;
use crate::inspect::{MoveText, Score, variation_text};
use crate::search::BestFirst;

/// How long it searches where the page says nothing.
const TIME: Duration = Duration::from_secs(10);
/// The longest search that the page can ask for.
const LONGEST: Duration = Duration::from_secs(3_600);
/// Moves of a line.
const PLIES: usize = 16;

/// The engine, and what it was asked about last.
#[derive(Debug)]
pub struct Second {
    engine: SecondEngine,
    of: Option<Moves>,
}

/// What it says of a position. Scores are those of the side to move.
#[derive(Clone, Debug, Serialize)]
pub struct Opinion {
    /// What the engine calls itself; empty until it has started.
    engine: String,
    /// Its nodes, as it counts them.
    nodes: u64,
    /// The depth of its deepest line: plies.
    seldepth: u32,
    /// Whether it is still at it.
    searching: bool,
    /// Why it does not answer.
    problem: Option<String>,
    /// Its lines, the best one first.
    lines: Vec<OpinionLine>,
}

/// A line of it.
#[derive(Clone, Debug, Serialize)]
struct OpinionLine {
    score: Score,
    /// Plies.
    depth: u32,
    line: Vec<MoveText>,
}

impl Second {
    /// It is started when somebody asks; pages are told of news by the pulse.
    pub fn new(pulse: Pulse) -> Second {
        Second { engine: SecondEngine::new(move || pulse.beat()), of: None }
    }

    /// Asks the engine of the choice, or none any more.
    ///
    /// # Errors
    ///
    /// Why that cannot be.
    pub fn ask<G: CommandLineGame>(
        &mut self,
        search: &BestFirst<G>,
        wanted: &Compare,
        another: &Another,
    ) -> Reply {
        if wanted.engine.is_empty() {
            self.forget();
            return done();
        }
        let walk = Walk::new(search, &wanted.moves)?;
        if walk.is_over() {
            return Err("the game is over".into());
        }
        let known = compared_with(another).into_iter().find(|(name, _)| *name == wanted.engine);
        let (_, command) =
            known.ok_or_else(|| format!("there is no engine {:?} here", wanted.engine))?;
        let time = wanted.time_ms.map_or(TIME, Duration::from_millis).min(LONGEST);
        self.engine.ask(command, &walk.root, time);
        self.of = Some(wanted.moves.clone());
        done()
    }

    /// It is asked no more.
    pub fn forget(&mut self) {
        self.engine.end();
        self.of = None;
    }

    /// What it says of the position after these moves; `None` if it was asked about another one.
    pub fn told<G: CommandLineGame>(&self, moves: &Moves, position: &G) -> Option<Opinion> {
        (self.of.as_ref() == Some(moves)).then(|| opinion(self.engine.said(), position))
    }
}

fn opinion<G: CommandLineGame>(said: Said, position: &G) -> Opinion {
    let Said { engine, found, is_searching: searching, problem } = said;
    let lines = lines_of(&found, position);
    Opinion { engine, nodes: found.nodes, seldepth: found.seldepth, searching, problem, lines }
}

/// The lines as far as they are legal.
fn lines_of<G: CommandLineGame>(found: &Found, position: &G) -> Vec<OpinionLine> {
    let first = found.score.map(|score| (score, found.depth, &found.line));
    let others = found.others.iter().map(|other| (other.score, other.depth, &other.line));
    let told = first.into_iter().chain(others).map(|(score, depth, words)| {
        let (mut at, mut moves) = (position.clone(), Vec::new());
        for word in words.iter().take(PLIES) {
            let Ok(mv) = at.read_move(word) else { break };
            at.play(mv);
            moves.push(mv);
        }
        OpinionLine { score: score_of(score), depth, line: variation_text(position, &moves) }
    });
    told.filter(|told| !told.line.is_empty()).collect()
}

/// A mate is the word of the engine.
fn score_of(score: uci_engine::Score) -> Score {
    match score {
        uci_engine::Score::Centipawns(cp) => Score::Cp(i64::from(cp)),
        uci_engine::Score::Mate(moves) => {
            Score::Seen { won: moves > 0, mate: Some(i64::from(moves)) }
        }
    }
}
