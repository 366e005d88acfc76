//! An analysis as one JSON object, described in `docs/json.md`. Scripts rely on the names: add to them,
//! do not rename.

use std::io::Write;
use std::time::Duration;

use serde::Serialize;

use super::json_line;
use super::score::{
    Candidates, Chances, Others, Score, UnsettledBy, candidates, chances, is_seen_win, line_score,
    line_win_draw_loss, mover, report_score, report_win_draw_loss, unsettled_by,
};
use super::variation::machine_texts;
use crate::app::analysis::AnalysisResult;
use crate::app::games::{CommandLineGame, TableStory};
use crate::inspect::LeftOutMoves;
use crate::search::{AnswerReason, Line, Report, RestsOn, Stop};
use crate::value::Player;
use crate::win_draw_loss::WinDrawLoss;

#[derive(Serialize)]
struct Record<'a> {
    /// The name of the position, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    /// The number of the line in standard input, from 1 on.
    #[serde(rename = "line", skip_serializing_if = "Option::is_none")]
    input_line: Option<u64>,
    fen: String,
    searcher: &'a str,
    /// The engine that searched, with the options that it was given; no field where none did.
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<String>,
    evaluation: String,
    best_move: Option<String>,
    best_move_san: Option<String>,
    answer_reason: Option<&'static str>,
    score: Score,
    /// Whether moves that were not searched one by one may still change the score.
    unsettled: bool,
    /// Which moves these are; no field if it is settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    unsettled_by: Option<UnsettledBy>,
    /// How little the score rests on; no field if that is not little.
    #[serde(skip_serializing_if = "Option::is_none")]
    rests_on: Option<RestsOn>,
    /// The best candidate that is not worth such a win or loss; a field only where the score is a
    /// win or a loss that is not proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    otherwise: Option<Otherwise>,
    /// No field where the game has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    wdl: Option<WinDrawLoss>,
    proven: bool,
    /// No field where the proof needs no condition.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    conditional: bool,
    /// No fields where chances are not kept.
    #[serde(flatten)]
    chances: Option<Chances>,
    /// From 0 to 1.
    answer_holds: Option<f64>,
    /// The nodes in which no progress was found; no field where there was.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_progress_nodes: Option<u64>,
    pv: Vec<String>,
    /// Why the game is over.
    ending: Option<String>,
    /// What endgame tables say of the position; no field where they say nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    tb: Option<TableStory>,
    /// How often endgame tables were asked so far; no field where they were not.
    #[serde(skip_serializing_if = "Option::is_none")]
    tb_probes: Option<u64>,
    stop: &'static str,
    nodes: u64,
    /// How many of them were spent before the search was resumed. Times do not include these.
    nodes_before: u64,
    tree_nodes: u64,
    iterations: u64,
    evals: u64,
    table_hits: u64,
    depth_mean: f64,
    depth_max: u32,
    depth: Option<u32>,
    elapsed_ms: f64,
    cpu_ms: f64,
    threads: usize,
    tree_bytes: u64,
    table_bytes: u64,
    evaluator_bytes: u64,
    memory_limit_bytes: u64,
    /// Tree nodes that were freed to make room.
    freed_nodes: u64,
    /// How often the whole tree was searched for nodes to free.
    sweeps: u64,
    /// Leaves that were searched deeper because there was no room for their children.
    deepened_leaves: u64,
    /// Where the tree was saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    saved: Option<String>,
    /// The length of that file.
    #[serde(skip_serializing_if = "Option::is_none")]
    saved_bytes: Option<u64>,
    /// How much of it is tree, header included, how much tables, and how long it would be
    /// without compression.
    #[serde(skip_serializing_if = "Option::is_none")]
    saved_tree_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    saved_table_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    saved_uncompressed_bytes: Option<u64>,
    warnings: &'a [String],
    /// No fields where nothing is left out.
    #[serde(flatten)]
    left_out: LeftOutMoves,
    lines: Vec<Candidate>,
    /// The moves that are not listed; no field if there are none, and if nothing is known of some of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    others: Option<Others>,
}

#[derive(Serialize)]
struct Candidate {
    #[serde(rename = "move")]
    uci: Option<String>,
    san: Option<String>,
    score: Score,
    unsettled: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    unsettled_by: Option<UnsettledBy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rests_on: Option<RestsOn>,
    /// No field where the game has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    wdl: Option<WinDrawLoss>,
    /// No field of searchers that have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    proven: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    conditional: bool,
    #[serde(flatten)]
    chances: Option<Chances>,
    tree_nodes: Option<u64>,
    effort: u64,
    pv: Vec<String>,
}

/// A move beside a win that is not proven.
#[derive(Serialize)]
struct Otherwise {
    #[serde(rename = "move")]
    uci: String,
    san: String,
    score: Score,
}

/// A line of standard input that cannot be used.
#[derive(Serialize)]
struct BadInputLine<'a> {
    line: u64,
    error: &'a str,
}

/// Writes an analysis with at most `most` moves, as one line of text.
pub fn write<G: CommandLineGame>(
    analysis: &AnalysisResult<G>,
    most: usize,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    Ok(json_line::write(&record(analysis, most), out)?)
}

/// Writes what is wrong with a line of standard input.
pub fn write_bad_line(line: u64, error: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    Ok(json_line::write(&BadInputLine { line, error }, out)?)
}

fn record<'a, G: CommandLineGame>(analysis: &'a AnalysisResult<G>, most: usize) -> Record<'a> {
    let AnalysisResult { input, settings, run, saved } = analysis;
    let report = &run.report;
    let parts = saved.as_ref().map(|saved| &saved.parts);
    let position = analysis.position();
    let mover = mover(position);
    let best = report.best_move();
    let pv = report.lines.first().map(|line| machine_texts(position, &line.moves));
    let Candidates { listed, others } = candidates(report, mover, most);
    Record {
        id: input.id.as_deref(),
        input_line: input.input_line,
        fen: position.describe(),
        searcher: &settings.searcher.name,
        engine: settings.searcher.engine(),
        evaluation: G::evaluation_name(&settings.evaluation),
        best_move: best.map(|mv| position.machine_text(mv)),
        best_move_san: best.map(|mv| position.human_text(mv)),
        answer_reason: report.answer_reason.map(AnswerReason::name),
        score: report_score(report, mover),
        unsettled: report.unsettled_by.is_some(),
        unsettled_by: unsettled_by(position, report.unsettled_by.as_ref()),
        rests_on: report.rests_on,
        otherwise: otherwise(position, report),
        wdl: report_win_draw_loss(position, report),
        proven: report.proven,
        conditional: report.conditional,
        chances: chances(report.alpha, report.beta, mover),
        // Rounded down: what is not certain is never reported as 1.
        answer_holds: report.answer_holds.map(|holds| (holds * 1000.0).floor() / 1000.0),
        no_progress_nodes: report.no_progress,
        pv: pv.unwrap_or_default(),
        ending: (report.stop == Some(Stop::Finished)).then(|| input.root.ending()),
        tb: position.table_story().filter(|_| report.stop != Some(Stop::Finished)),
        tb_probes: Some(G::table_probes(position.evaluator())).filter(|&probes| probes > 0),
        stop: report.stop.map_or("", Stop::name),
        nodes: report.counters.nodes,
        nodes_before: run.nodes_before,
        tree_nodes: report.tree_nodes,
        iterations: report.counters.iterations,
        evals: report.counters.evals,
        table_hits: report.counters.table_hits,
        depth_mean: thousandths(report.depth_mean),
        depth_max: report.depth_max,
        depth: report.depth,
        elapsed_ms: milliseconds(report.elapsed),
        cpu_ms: milliseconds(report.cpu),
        threads: report.threads,
        tree_bytes: report.memory.tree,
        table_bytes: report.memory.tables,
        evaluator_bytes: report.memory.evaluator,
        memory_limit_bytes: report.memory.limit,
        freed_nodes: report.memory.freed_nodes,
        sweeps: report.memory.sweeps,
        deepened_leaves: report.memory.deepened,
        saved: saved.as_ref().map(|saved| saved.path.display().to_string()),
        saved_bytes: parts.map(|parts| parts.bytes()),
        saved_tree_bytes: parts.map(|parts| parts.header + parts.tree),
        saved_table_bytes: parts.map(|parts| parts.tables),
        saved_uncompressed_bytes: parts.map(|parts| parts.uncompressed_bytes()),
        warnings: &input.warnings,
        left_out: LeftOutMoves::of(&input.root),
        lines: listed.iter().map(|line| candidate(position, line, mover)).collect(),
        others,
    }
}

/// The best candidate by value that is neither won nor lost, where the score is a win or a loss that
/// is not proven.
fn otherwise<G: CommandLineGame>(position: &G, report: &Report<G::Move>) -> Option<Otherwise> {
    let mover = mover(position);
    is_seen_win(report_score(report, mover)).then_some(())?;
    let scored = report.lines.iter().filter_map(|line| {
        let score = line_score(line, mover);
        Some((score.evaluation()?, score, *line.moves.first()?))
    });
    // The first of equals, as they stand in the report.
    let better =
        |best: (i64, _, _), other: (i64, _, _)| if other.0 > best.0 { other } else { best };
    let (_, score, mv) = scored.reduce(better)?;
    Some(Otherwise { uci: position.machine_text(mv), san: position.human_text(mv), score })
}

fn candidate<G: CommandLineGame>(position: &G, line: &Line<G::Move>, mover: Player) -> Candidate {
    let mv = line.moves.first();
    Candidate {
        uci: mv.map(|&mv| position.machine_text(mv)),
        san: mv.map(|&mv| position.human_text(mv)),
        score: line_score(line, mover),
        unsettled: line.unsettled_by.is_some(),
        unsettled_by: unsettled_by(position, line.unsettled_by.as_ref()),
        rests_on: line.rests_on,
        wdl: line_win_draw_loss(position, line),
        depth: line.depth,
        proven: line.proven,
        conditional: line.conditional,
        chances: chances(line.alpha, line.beta, mover),
        tree_nodes: line.tree_nodes,
        effort: line.effort,
        pv: machine_texts(position, &line.moves),
    }
}

/// Milliseconds, rounded to the microsecond.
pub fn milliseconds(time: Duration) -> f64 {
    thousandths(time.as_secs_f64() * 1000.0)
}

/// A number rounded to three decimals.
pub fn thousandths(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}
