//! A comparison as a table for other programs (RFC 4180, but with plain line feeds).

use std::io::{self, Write};

use super::answer::SearcherAnswer;
use super::suite::SuitePosition;
use crate::app::games::CommandLineGame;
use crate::app::reporting::report_json::milliseconds;
use crate::app::reporting::score::Score;
use crate::search::Stop;

const COLUMNS: [&str; 20] = [
    "suite",
    "line",
    "id",
    "fen",
    "searcher",
    "move",
    "san",
    "score_cp",
    "score_mate",
    "solved",
    "solved_at_nodes",
    "points",
    "nodes",
    "cpu_ms",
    "tree_nodes",
    "depth",
    "stop",
    "proven",
    "announced_mate",
    "score_won",
];

/// Writes the names of the columns.
pub fn write_head(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", COLUMNS.join(","))
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
    let best = answer.best.as_ref();
    let cells: [String; COLUMNS.len()] = [
        text(&position.suite),
        position.line.to_string(),
        text(position.id.as_deref().unwrap_or_default()),
        text(&position.position.describe()),
        text(searcher),
        text(best.map_or("", |best| &best.machine)),
        text(best.map_or("", |best| &best.human)),
        or_empty(cp),
        or_empty(mate),
        u8::from(answer.is_solved()).to_string(),
        or_empty(answer.history.solved_at()),
        or_empty(answer.points),
        answer.nodes.to_string(),
        milliseconds(answer.cpu).to_string(),
        answer.tree_nodes.to_string(),
        or_empty(answer.depth),
        answer.stop.map_or("", Stop::name).to_string(),
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
