//! A comparison as one JSON object, described in `docs/json.md`. Scripts rely on the names: add to them, do not rename.

use serde::Serialize;

use super::answer::SearcherAnswer;
use super::comparison::Comparison;
use super::expected;
use super::mcnemar::Pairs;
use super::suite::{self, SuitePosition, UnusableLine};
use crate::app::games::CommandLineGame;
use crate::app::reporting::report_json::{milliseconds, thousandths};
use crate::app::reporting::score::Score;
use crate::search::Stop;

/// A comparison as data.
#[derive(Serialize)]
pub struct Record<'a> {
    limits: Limits,
    suites: Vec<Suite<'a>>,
    searchers: Vec<Searcher<'a>>,
    /// The first two searchers.
    paired: Option<Paired<'a>>,
    /// All pairs of searchers.
    pairs: Vec<Paired<'a>>,
    interrupted: bool,
    /// Positions that were not searched because of an interrupt.
    positions_left: usize,
    unusable: Vec<&'a UnusableLine>,
    results: Vec<PositionResult<'a>>,
}

/// What bounds each searcher at each position.
#[derive(Serialize)]
struct Limits {
    nodes: Option<u64>,
    cpu_ms: Option<f64>,
    depth: Option<u32>,
    memory_bytes: u64,
}

#[derive(Serialize)]
struct Suite<'a> {
    file: &'a str,
    positions: usize,
    unusable_lines: usize,
}

#[derive(Serialize)]
struct Searcher<'a> {
    name: &'a str,
    solved: u64,
    points: u64,
    positions: u64,
    nodes: u64,
    cpu_ms: f64,
    tree_nodes: u64,
}

#[derive(Serialize)]
struct Paired<'a> {
    first: &'a str,
    second: &'a str,
    #[serde(flatten)]
    pairs: Pairs,
    p_value: f64,
}

#[derive(Serialize)]
struct PositionResult<'a> {
    suite: &'a str,
    line: usize,
    id: Option<&'a str>,
    fen: String,
    expected: expected::Record,
    answers: Vec<Answer<'a>>,
}

#[derive(Serialize)]
struct Answer<'a> {
    searcher: &'a str,
    #[serde(rename = "move")]
    uci: Option<&'a str>,
    san: Option<&'a str>,
    score: Score,
    proven: bool,
    announced_mate: Option<i64>,
    solved: bool,
    /// The nodes spent until the answer was right for good.
    solved_at_nodes: Option<u64>,
    points: Option<u32>,
    nodes: u64,
    cpu_ms: f64,
    tree_nodes: u64,
    depth: Option<u32>,
    depth_mean: f64,
    depth_max: u32,
    stop: &'static str,
}

/// All that is known about a comparison.
pub fn record<G: CommandLineGame>(comparison: &Comparison<G>) -> Record<'_> {
    let limits = &comparison.limits;
    let paired = |(first, second)| paired(comparison, first, second);
    let pairs = comparison.all_pairs();
    let results = comparison.results();
    Record {
        limits: Limits {
            nodes: limits.nodes,
            cpu_ms: limits.cpu_time.map(milliseconds),
            depth: limits.depth,
            memory_bytes: comparison.room.memory,
        },
        suites: comparison.suites.iter().map(suite).collect(),
        searchers: (0..comparison.searchers.len()).map(|i| searcher(comparison, i)).collect(),
        paired: pairs.first().copied().map(paired),
        pairs: pairs.into_iter().map(paired).collect(),
        interrupted: comparison.positions_left() > 0,
        positions_left: comparison.positions_left(),
        unusable: comparison.suites.iter().flat_map(|suite| &suite.unusable).collect(),
        results: results.map(|(position, answers)| result(comparison, position, answers)).collect(),
    }
}

fn suite<G: CommandLineGame>(suite: &suite::Suite<G>) -> Suite<'_> {
    let (positions, unusable_lines) = (suite.positions.len(), suite.unusable.len());
    Suite { file: &suite.name, positions, unusable_lines }
}

fn searcher<G: CommandLineGame>(comparison: &Comparison<G>, index: usize) -> Searcher<'_> {
    let total = comparison.total(index, None);
    Searcher {
        name: &comparison.searchers[index].name,
        solved: total.solved,
        points: total.points,
        positions: total.positions,
        nodes: total.nodes,
        cpu_ms: milliseconds(total.cpu),
        tree_nodes: total.tree_nodes,
    }
}

fn paired<G: CommandLineGame>(
    comparison: &Comparison<G>,
    first: usize,
    second: usize,
) -> Paired<'_> {
    let pairs = comparison.pairs(first, second);
    Paired {
        first: &comparison.searchers[first].name,
        second: &comparison.searchers[second].name,
        pairs,
        p_value: pairs.p_value(),
    }
}

fn result<'a, G: CommandLineGame>(
    comparison: &'a Comparison<G>,
    position: &'a SuitePosition<G>,
    answers: &'a [SearcherAnswer],
) -> PositionResult<'a> {
    let by_searcher = comparison.searchers.iter().zip(answers);
    PositionResult {
        suite: &position.suite,
        line: position.line,
        id: position.id.as_deref(),
        fen: position.position.describe(),
        expected: position.expected.record(&position.position),
        answers: by_searcher.map(|(kind, found)| answer(&kind.name, found)).collect(),
    }
}

fn answer<'a>(searcher: &'a str, found: &'a SearcherAnswer) -> Answer<'a> {
    Answer {
        searcher,
        uci: found.best.as_ref().map(|best| best.machine.as_str()),
        san: found.best.as_ref().map(|best| best.human.as_str()),
        score: found.score,
        proven: found.proven,
        announced_mate: found.announced_mate,
        solved: found.is_solved(),
        solved_at_nodes: found.history.solved_at(),
        points: found.points,
        nodes: found.nodes,
        cpu_ms: milliseconds(found.cpu),
        tree_nodes: found.tree_nodes,
        depth: found.depth,
        depth_mean: thousandths(found.depth_mean),
        depth_max: found.depth_max,
        stop: found.stop.map_or("", Stop::name),
    }
}
