//! A comparison for other programs: as one JSON object, described in `docs/json.md`, of whose names scripts rely on (add to them, do not
//! rename), and as a table (RFC 4180, but with plain line feeds).

use std::io::{self, Write};

use serde::Serialize;

use super::comparison::{Comparison, Pairs, SearcherAnswer, Total};
use super::suite::{self, SuitePosition, UnusableLine};
use crate::app::games::CommandLineGame;
use crate::app::reporting::report_json::milliseconds;
use crate::app::reporting::score::Score;
use crate::app::searchers::SearcherKind;

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
    #[serde(flatten)]
    total: Total,
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
    expected: suite::ExpectedRecord,
    answers: Vec<Answer<'a>>,
}

#[derive(Serialize)]
struct Answer<'a> {
    searcher: &'a str,
    #[serde(flatten)]
    answer: &'a SearcherAnswer,
}

/// All that is known about a comparison.
pub fn record<'a, G: CommandLineGame>(comparison: &'a Comparison<G>) -> Record<'a> {
    let limits = &comparison.limits;
    let paired = |(first, second)| paired(comparison, first, second);
    let pairs = comparison.all_pairs();
    let results = comparison.results();
    let searchers = comparison.searchers.iter().enumerate();
    let searcher = |(index, kind): (usize, &'a SearcherKind)| Searcher {
        name: &kind.name,
        total: comparison.total(index, None),
    };
    Record {
        limits: Limits {
            nodes: limits.nodes,
            cpu_ms: limits.cpu_time.map(milliseconds),
            depth: limits.depth,
            memory_bytes: comparison.room.memory,
        },
        suites: comparison.suites.iter().map(suite).collect(),
        searchers: searchers.map(searcher).collect(),
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
        answers: by_searcher
            .map(|(kind, answer)| Answer { searcher: &kind.name, answer })
            .collect(),
    }
}

/// The names of the columns.
const COLUMNS: &str = "suite,line,id,fen,searcher,move,san,score_cp,score_mate,solved,solved_at_nodes,points,nodes,\
    cpu_ms,tree_nodes,depth,stop,proven,announced_mate,score_won";

/// Writes the names of the columns.
pub fn write_head(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{COLUMNS}")
}

/// Writes the answer of one searcher to a position. What is not known stays empty.
pub fn write_row<G: CommandLineGame>(
    position: &SuitePosition<G>,
    searcher: &str,
    answer: &SearcherAnswer,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (cp, mate, won) = match answer.score {
        Score::Cp(cp) => (Some(cp), None, None),
        Score::Mate(moves) => (None, Some(moves), None),
        Score::Seen { won, .. } | Score::Table { won, .. } => (None, None, Some(u8::from(won))),
    };
    let cells: [String; 20] = [
        text(&position.suite),
        position.line.to_string(),
        text(position.id.as_deref().unwrap_or_default()),
        text(&position.position.describe()),
        text(searcher),
        text(answer.uci.as_deref().unwrap_or_default()),
        text(answer.san.as_deref().unwrap_or_default()),
        or_empty(cp),
        or_empty(mate),
        u8::from(answer.solved).to_string(),
        or_empty(answer.solved_at_nodes),
        or_empty(answer.points),
        answer.nodes.to_string(),
        milliseconds(answer.cpu).to_string(),
        answer.tree_nodes.to_string(),
        or_empty(answer.depth),
        answer.stop.to_string(),
        u8::from(answer.proven).to_string(),
        or_empty(answer.announced_mate),
        or_empty(won),
    ];
    writeln!(out, "{}", cells.map(|cell| quoted(&cell)).join(","))
}

fn or_empty(number: Option<impl ToString>) -> String {
    number.map(|number| number.to_string()).unwrap_or_default()
}

/// The cell of a text. Spreadsheets take what begins in one of these ways for a formula, and run it
/// where the file came from a stranger: an apostrophe in front makes it text.
fn text(cell: &str) -> String {
    let apostrophe = if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    format!("{apostrophe}{cell}")
}

/// A cell, in quotation marks where it would be misread without them.
fn quoted(cell: &str) -> String {
    if cell.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_need_it() {
        assert_eq!(quoted("WAC.001"), "WAC.001");
        assert_eq!(quoted("a, \"b\""), "\"a, \"\"b\"\"\"");
    }

    #[test]
    fn no_text_is_a_formula() {
        for cell in ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"] {
            assert_eq!(text(cell), format!("'{cell}"));
        }
        assert_eq!(["Nf3", "", "'a", "a=b"].map(text), ["Nf3", "", "'a", "a=b"]);
    }
}
