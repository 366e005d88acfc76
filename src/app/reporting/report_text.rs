//! An analysis as text for people.

use std::io::{self, Write};

use indicatif::{BinaryBytes, HumanCount};

use super::left_out;
use super::no_progress::no_progress_text;
use super::progress_display::percent;
use super::score::{
    Candidates, Others, TABLE_LEGEND, WON_LEGEND, candidates, counted, file_size, in_words,
    is_seen_win, line_score, mover, nodes, others_text, report_score, report_win_draw_loss,
    rests_text, unsettled_by, win_draw_loss_text,
};
use super::style::Style;
use super::text_table::{self, Row};
use super::variation::{TABLE_PLIES, numbered};
use crate::app::analysis::AnalysisResult;
use crate::app::games::CommandLineGame;
use crate::app::printable::{printable, printable_path};
use crate::game::TooManyMoves;
use crate::search::{AnswerReason, Line, Memory, Report, Stop};

/// What the scores mean.
const LEGEND: &str = "\
Scores are in pawns for the side to move; #3 is a proven mate in at most 3.";

/// What the effort of a move means.
const EFFORT_LEGEND: &str = "effort: tree nodes ever made for the move.";

/// The same if leaves are searched.
const SEARCHED_LEGEND: &str = "effort: positions searched for the move.";

/// Writes an analysis with at most `most` moves; if it `is_verbose`, with what it took. The legend is left out where
/// the position is one of many.
pub fn write<G: CommandLineGame>(
    analysis: &AnalysisResult<G>,
    most: usize,
    is_verbose: bool,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let position = analysis.position();
    let input = &analysis.input;
    let title = input.id.as_ref().map(|id| format!("  ({})", printable(id))).unwrap_or_default();
    let side = G::player_name(mover(position));
    writeln!(out, "{}{title}\n{side} to move\n", position.heading())?;
    let report = &analysis.run.report;
    if report.stop == Some(Stop::Finished) {
        writeln!(out, "The game is over: {}.", analysis.input.root.ending())?;
        return Ok(());
    }
    write_summary(analysis, style, out)?;
    if is_verbose {
        write_work(analysis, out)?;
    }
    write_freeing(&report.memory, out)?;
    if report.lines.is_empty() {
        writeln!(out, "\nNo move was tried within these limits; raise them.")?;
        return Ok(());
    }
    writeln!(out)?;
    let Candidates { listed, others } = candidates(report, mover(position), most);
    let has_effort = is_verbose && keeps_chances(report);
    let rows = table(position, listed, has_effort);
    let last = rows.first().map_or(0, |head| head.len() - 1);
    text_table::write_in(&rows, |column| column == 0 || column == last, style.width(), out)?;
    if let Some(Others { count, at_most }) = others {
        writeln!(
            out,
            "{}",
            others_text(count, at_most, report_score(report, mover(position)), true)
        )?;
    }
    if input.input_line.is_none() {
        write_legend(analysis, listed, has_effort, out)?;
    }
    Ok(())
}

/// Explains what the table shows.
fn write_legend<G: CommandLineGame>(
    analysis: &AnalysisResult<G>,
    listed: &[Line<G::Move>],
    has_effort: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (report, mover) = (&analysis.run.report, mover(analysis.position()));
    let is_searched = analysis.settings.searcher.searches_leaves();
    let scores = || listed.iter().map(|line| line_score(line, mover));
    let notes = [
        (keeps_chances(report), LEGEND),
        (has_effort && !is_searched, EFFORT_LEGEND),
        (has_effort && is_searched, SEARCHED_LEGEND),
        (scores().any(is_seen_win), WON_LEGEND),
        (scores().any(|score| score.is_of_tables()), TABLE_LEGEND),
    ];
    let notes: Vec<&str> =
        notes.into_iter().filter(|(is_due, _)| *is_due).map(|(_, note)| note).collect();
    if notes.is_empty() { Ok(()) } else { writeln!(out, "\n{}", notes.join("\n")) }
}

fn write_summary<G: CommandLineGame>(
    analysis: &AnalysisResult<G>,
    style: Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let report = &analysis.run.report;
    let position = analysis.position();
    let mover = mover(position);
    if let Some(best) = report.lines.first() {
        let moves = numbered(position, &best.moves, usize::MAX);
        writeln!(out, "{}", text_table::hanging("best line  ", &moves, style.width()))?;
    }
    left_out::write(&analysis.input.root, out)?;
    let own = G::player_name(mover);
    let proven = left_out::proof_text(report.proven, report.conditional);
    let score = in_words(report_score(report, mover));
    let rests = rests_text(report.rests_on);
    writeln!(out, "score      {score} for {own}{proven}{rests}")?;
    if let Some(moves) = unsettled_by(position, report.unsettled_by.as_ref()) {
        writeln!(out, "{moves}")?;
    }
    if let Some(chances) = report_win_draw_loss(position, report).filter(|_| !report.proven) {
        writeln!(out, "expected   {}{}", style.bar(chances), win_draw_loss_text(chances))?;
    }
    if let Some(table) = position.table_story() {
        writeln!(out, "tables     {}", table.text)?;
    }
    if let Some(doubt) = doubt(position, report) {
        writeln!(out, "answer     {doubt}")?;
    }
    if let Some(holds) = report.answer_holds.filter(|_| !report.proven) {
        writeln!(out, "confidence {} % that no move is better by 0.30", percent(holds))?;
    }
    if let Some(nodes) = report.no_progress {
        writeln!(out, "remark     {}", no_progress_text(nodes))?;
    }
    writeln!(out, "stopped    {}", stop_text(analysis))?;
    writeln!(out, "time       {:.2} s", report.elapsed.as_secs_f64())?;
    if let Some(depth) = report.depth.filter(|_| !keeps_chances(report)) {
        writeln!(out, "depth      {depth}, {} at most", report.depth_max)?;
    }
    if let Some(engine) = analysis.settings.searcher.engine() {
        writeln!(out, "engine     {}", printable(&engine))?;
    }
    if let Some(saved) = &analysis.saved {
        writeln!(out, "saved      {}, {}", printable_path(&saved.path), file_size(&saved.parts))?;
    }
    Ok(())
}

/// What it took: the searcher, nodes, time, memory, and the tree that came of it.
fn write_work<G: CommandLineGame>(
    analysis: &AnalysisResult<G>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (run, report) = (&analysis.run, &analysis.run.report);
    writeln!(out, "searcher   {}", printable(&analysis.settings.searcher.name))?;
    let before = match run.nodes_before {
        0 => String::new(),
        _ => format!(", of which {}", HumanCount(run.nodes())),
    };
    let threads = match report.threads {
        1 => String::new(),
        threads => {
            let cpu = report.cpu.as_secs_f64();
            format!(" by {} ({cpu:.2} s of CPU time)", counted(threads as u64, "thread"))
        }
    };
    writeln!(
        out,
        "work       {}{before} in {:.2} s{threads}, {} a second, {}",
        nodes(report.counters.nodes),
        report.elapsed.as_secs_f64(),
        HumanCount(run.speed()),
        counted(report.counters.iterations, "iteration"),
    )?;
    if report.depth.is_none() || keeps_chances(report) {
        writeln!(
            out,
            "tree       {}, depth {:.1} on average, {} at most",
            nodes(report.tree_nodes),
            report.depth_mean,
            report.depth_max,
        )?;
    }
    write_memory(report, out)
}

fn write_memory<M>(report: &Report<M>, out: &mut dyn Write) -> io::Result<()> {
    let tables = BinaryBytes(report.memory.tables);
    let evaluation = match report.memory.evaluator {
        0 => String::new(),
        bytes => format!(", {} for the evaluation", BinaryBytes(bytes)),
    };
    if !keeps_chances(report) {
        return writeln!(out, "memory     {tables} for tables{evaluation}");
    }
    let tree = BinaryBytes(report.memory.tree);
    let limit = BinaryBytes(report.memory.limit);
    writeln!(out, "memory     {tree} for the tree, {tables} for tables, limit {limit}{evaluation}")
}

/// Why the answer is not the move of the best value; `None` if it is.
fn doubt<G: CommandLineGame>(position: &G, report: &Report<G::Move>) -> Option<String> {
    let answer = position.human_text(report.best_move()?);
    match report.answer_reason? {
        AnswerReason::BestValue => None,
        AnswerReason::NotSearched => {
            Some(format!("{answer} was not searched: it is the most promising remaining move"))
        }
        AnswerReason::MoreCertain => {
            let mover = mover(position);
            let own = |line: &&Line<_>| line.value.for_player(mover);
            let better = report.lines.iter().max_by(|a, b| own(a).total_cmp(&own(b)))?;
            let score = in_words(line_score(better, mover));
            let other = position.human_text(*better.moves.first()?);
            let lead = own(&better) - own(&report.lines.first()?);
            Some(if lead < AnswerReason::CLEAR_LEAD {
                format!("{answer}; {other} is about as good ({score}), but less certain")
            } else {
                format!(
                    "{answer}; {other} has a better value at this moment ({score}), but a less certain one"
                )
            })
        }
    }
}

/// What was lost to the limit on the tree, if anything.
fn write_freeing(memory: &Memory, out: &mut dyn Write) -> io::Result<()> {
    if memory.freed_nodes > 0 {
        let freed = counted(memory.freed_nodes, "least important tree node");
        let sweeps = counted(memory.sweeps, "sweep");
        writeln!(out, "freed      the {freed}, in {sweeps}")?;
    }
    if memory.deepened > 0 {
        let times = counted(memory.deepened, "time");
        writeln!(out, "no room    {times} a leaf was searched deeper instead of being expanded")?;
    }
    Ok(())
}

/// Whether the searcher keeps chances at all.
fn keeps_chances<M>(report: &Report<M>) -> bool {
    report.alpha.is_some() || report.beta.is_some()
}

/// The rule that ended the search, in words.
fn stop_text<G: CommandLineGame>(analysis: &AnalysisResult<G>) -> String {
    let limits = &analysis.settings.limits;
    let Some(stop) = analysis.run.report.stop else { return "not yet".to_string() };
    match stop {
        Stop::Settled if !keeps_chances(&analysis.run.report) => {
            "settled: deeper iterations keep finding this mate, but it is not proven".to_string()
        }
        Stop::Settled => "settled: the answer is nearly certain to hold".to_string(),
        Stop::Proven if analysis.run.report.conditional => {
            "proven: the result is certain with moves left out".to_string()
        }
        Stop::Proven => "proven: the result is certain".to_string(),
        Stop::OnlyMove => "only one move to choose from".to_string(),
        Stop::Nodes => match limits.nodes {
            Some(nodes) => match nodes.saturating_sub(analysis.run.nodes_before) {
                more if more < nodes => {
                    format!("at the limit of {more} more", more = counted(more, "node"))
                }
                _ => format!("at the limit of {}", counted(nodes, "node")),
            },
            None => "at the node limit".to_string(),
        },
        Stop::Time => match limits.time {
            Some(time) => format!("at the time limit of {time:?}"),
            None => "at the time limit".to_string(),
        },
        Stop::Depth => "at the depth limit".to_string(),
        Stop::Memory => "the tree is full; raise --memory or --tree-nodes".to_string(),
        Stop::Interrupted => "interrupted".to_string(),
        Stop::Finished => "the game is over".to_string(),
        Stop::Unanswered => "no worker answered a question about a position".to_string(),
        Stop::TooManyMoves => TooManyMoves.to_string(),
    }
}

/// A row for each candidate move.
fn table<G: CommandLineGame>(position: &G, listed: &[Line<G::Move>], has_effort: bool) -> Vec<Row> {
    let mover = mover(position);
    let columns = |effort: String| has_effort.then_some(effort);
    let row = |line: &Line<G::Move>| {
        let san = line.moves.first().map(|&mv| position.human_text(mv)).unwrap_or_default();
        let mut row = vec![san, line_score(line, mover).to_string()];
        row.extend(columns(HumanCount(line.effort).to_string()));
        row.push(numbered(position, &line.moves, TABLE_PLIES));
        row
    };
    let mut head = vec!["move".to_string(), "score".to_string()];
    head.extend(columns("effort".to_string()));
    head.push("line".to_string());
    [head].into_iter().chain(listed.iter().map(row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::analysis::AnalysisInput;
    use crate::app::args::TableArgs;
    use crate::app::commands::run_analysis::{Searching, search};
    use crate::app::evaluations::EvaluationKind;
    use crate::app::searchers;
    use crate::app::settings::SearchSettings;
    use crate::chess::Position;
    use crate::search::{Limits, MemoryLimits, Root};

    #[test]
    fn a_searcher_without_chances_is_shown_without_them() -> anyhow::Result<()> {
        let settings = SearchSettings {
            searcher: searchers::by_name(searchers::DEFAULT)?,
            tables: TableArgs::default(),
            evaluation: EvaluationKind::default(),
            limits: Limits { nodes: Some(2000), ..Limits::default() },
            room: MemoryLimits::new(1 << 20),
        };
        let input = AnalysisInput::from_root(Root::new(Position::default()));
        let searching = Searching::of(&input.root, &settings)?;
        let (mut analysis, _) = search(searching, input, settings, true)?;
        let report = &mut analysis.run.report;
        (report.alpha, report.beta, report.depth) = (None, None, Some(4));
        let mut out = Vec::new();
        write(&analysis, 1, true, Style::PLAIN, &mut out)?;
        let text = String::from_utf8(out)?;
        assert!(text.contains("\ndepth      4, ") && !text.contains("\ntree  "), "{text}");
        let head = text.lines().find(|line| line.starts_with("move")).unwrap_or_default();
        assert_eq!(head.split_whitespace().collect::<Vec<_>>(), ["move", "score", "line"]);
        Ok(())
    }
}
