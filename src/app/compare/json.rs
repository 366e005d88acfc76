//! A comparison as one JSON object. Scripts rely on the names: add to them, do not rename.

use std::io::Write;

use serde::Serialize;

use super::super::report_json::milliseconds;
use super::super::score::Score;
use super::expected;
use super::mcnemar::Pairs;
use super::suite::{Case, Unusable};
use super::{Answer, Comparison};
use crate::game::Notation;
use crate::search::Stop;

#[derive(Serialize)]
struct Record<'a> {
    limits: Limits,
    suites: Vec<Suite<'a>>,
    searchers: Vec<Searcher<'a>>,
    /// The first two searchers.
    paired: Option<Paired<'a>>,
    /// All pairs of searchers.
    pairs: Vec<Paired<'a>>,
    interrupted: bool,
    /// Positions that an interrupt left undone.
    positions_left: usize,
    unusable: Vec<&'a Unusable>,
    results: Vec<Outcome<'a>>,
}

/// Of each searcher for each position.
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
struct Outcome<'a> {
    suite: &'a str,
    line: usize,
    id: Option<&'a str>,
    fen: String,
    expected: expected::Record,
    answers: Vec<Reply<'a>>,
}

#[derive(Serialize)]
struct Reply<'a> {
    searcher: &'a str,
    #[serde(rename = "move")]
    uci: Option<String>,
    san: Option<String>,
    score: Score,
    solved: bool,
    /// The nodes after which the answer was right for good.
    solved_at_nodes: Option<u64>,
    points: Option<u32>,
    nodes: u64,
    cpu_ms: f64,
    tree_nodes: u64,
    depth: Option<u32>,
    stop: &'static str,
}

/// Writes everything in one line.
pub fn write(comparison: &Comparison, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}", serde_json::to_string(&record(comparison))?)?;
    Ok(())
}

fn record(comparison: &Comparison) -> Record<'_> {
    let limits = &comparison.limits;
    let paired = |(first, second)| paired(comparison, first, second);
    let pairs = comparison.all_pairs();
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
        results: comparison.results().map(|(case, a)| outcome(comparison, case, a)).collect(),
    }
}

fn suite(suite: &super::Suite) -> Suite<'_> {
    Suite { file: &suite.name, positions: suite.cases.len(), unusable_lines: suite.unusable.len() }
}

fn searcher(comparison: &Comparison, index: usize) -> Searcher<'_> {
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

fn paired(comparison: &Comparison, first: usize, second: usize) -> Paired<'_> {
    let pairs = comparison.pairs(first, second);
    Paired {
        first: &comparison.searchers[first].name,
        second: &comparison.searchers[second].name,
        pairs,
        p_value: pairs.p_value(),
    }
}

fn outcome<'a>(comparison: &'a Comparison, case: &'a Case, answers: &[Answer]) -> Outcome<'a> {
    let by_searcher = comparison.searchers.iter().zip(answers);
    Outcome {
        suite: &case.suite,
        line: case.line,
        id: case.id.as_deref(),
        fen: case.position.fen(),
        expected: case.expected.record(&case.position),
        answers: by_searcher.map(|(kind, answer)| reply(&kind.name, case, answer)).collect(),
    }
}

fn reply<'a>(searcher: &'a str, case: &Case, answer: &Answer) -> Reply<'a> {
    Reply {
        searcher,
        uci: answer.best.map(|mv| case.position.machine_text(mv)),
        san: answer.best.map(|mv| case.position.human_text(mv)),
        score: answer.score,
        solved: answer.is_solved(),
        solved_at_nodes: answer.turns.solved_at(),
        points: answer.points,
        nodes: answer.nodes,
        cpu_ms: milliseconds(answer.cpu),
        tree_nodes: answer.tree_nodes,
        depth: answer.depth,
        stop: answer.stop.map_or("", Stop::name),
    }
}
