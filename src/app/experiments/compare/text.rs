//! A comparison as text for people.

use std::io::Write;

use indicatif::{BinaryBytes, HumanCount};

use super::comparison::{Comparison, Total};
use crate::app::games::CommandLineGame;
use crate::app::printable::printable;
use crate::app::reporting::score::counted;
use crate::app::reporting::text_table::{self, Row};
use crate::app::searchers::SearcherKind;

/// Writes what was compared, a table with a row for each suite and searcher, and the searchers
/// in pairs.
pub fn write<G: CommandLineGame>(
    comparison: &Comparison<G>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(out, "{}\n", title(comparison))?;
    text_table::write(&table(comparison), |column| column < 2, out)?;
    let pairs = comparison.all_pairs();
    if !pairs.is_empty() {
        writeln!(out)?;
        let head = ["first", "second", "both", "only first", "only second", "neither", "p"];
        let mut rows = vec![head.map(str::to_string).to_vec()];
        rows.extend(pairs.into_iter().map(|(first, second)| pair(comparison, first, second)));
        text_table::write(&rows, |column| column < 2, out)?;
        writeln!(out, "\nPositions solved by both, by one alone, by neither. {MCNEMAR}")?;
    }
    let unusable: usize = comparison.suites.iter().map(|suite| suite.unusable.len()).sum();
    if unusable > 0 {
        writeln!(out, "\n{unusable} unusable lines; see standard error.")?;
    }
    Ok(())
}

const MCNEMAR: &str = "\
p is how often equally good
searchers would differ this much or more by chance (McNemar's test, exact, two-sided).";

/// How much was compared, and within which limits.
pub fn title<G: CommandLineGame>(comparison: &Comparison<G>) -> String {
    let limits = &comparison.limits;
    let terms = match (limits.nodes, limits.cpu_time, limits.depth) {
        (Some(nodes), ..) => counted(nodes, "node"),
        (_, Some(time), _) => format!("{time:?} of CPU time"),
        (_, _, Some(depth)) => format!("depth {depth}"),
        _ => "no limits".to_string(),
    };
    let memory = BinaryBytes(comparison.room.memory);
    let done = comparison.answers.len();
    let each = format!("{terms} and {memory} for each searcher and position");
    match comparison.positions_left() {
        0 => format!("{}, {each}", counted(done as u64, "position")),
        left => format!(
            "interrupted after {done} of {}, {each}",
            counted((done + left) as u64, "position")
        ),
    }
}

fn table<G: CommandLineGame>(comparison: &Comparison<G>) -> Vec<Row> {
    let head = [
        "suite",
        "searcher",
        "solved",
        "%",
        "points",
        "positions",
        "nodes",
        "cpu s",
        "tree nodes",
        "nodes/s",
    ];
    let mut rows = vec![head.map(str::to_string).to_vec()];
    for suite in &comparison.suites {
        rows.extend(self::rows(comparison, Some(&suite.name)));
    }
    if comparison.suites.len() > 1 {
        rows.extend(self::rows(comparison, None));
    }
    rows
}

/// A row for each searcher over a suite, or over all. The first row names the suite.
fn rows<G: CommandLineGame>(comparison: &Comparison<G>, suite: Option<&str>) -> Vec<Row> {
    let label = suite.map_or("all", |name| name.rsplit(['/', '\\']).next().unwrap_or(name));
    let row = |(index, kind): (usize, &SearcherKind)| {
        let label = if index == 0 { label } else { "" };
        row(label, &kind.name, &comparison.total(index, suite))
    };
    comparison.searchers.iter().enumerate().map(row).collect()
}

fn row(suite: &str, searcher: &str, total: &Total) -> Row {
    let count = |number: u64| HumanCount(number).to_string();
    let or_none = |number: u64| if number == 0 { "-".to_string() } else { count(number) };
    let percent = 100.0 * total.solved as f64 / total.positions.max(1) as f64;
    vec![
        printable(suite),
        printable(searcher),
        count(total.solved),
        format!("{percent:.1}"),
        or_none(total.points),
        count(total.positions),
        count(total.nodes),
        format!("{:.2}", total.cpu.as_secs_f64()),
        or_none(total.tree_nodes),
        count(total.speed()),
    ]
}

fn pair<G: CommandLineGame>(comparison: &Comparison<G>, first: usize, second: usize) -> Row {
    let pairs = comparison.pairs(first, second);
    let counts = [pairs.both, pairs.only_first, pairs.only_second, pairs.neither];
    let mut row =
        [first, second].map(|index| printable(&comparison.searchers[index].name)).to_vec();
    row.extend(counts.map(|count| HumanCount(count).to_string()));
    row.push(probability(pairs.p_value()));
    row
}

/// A probability with three decimals, or two digits where it is too small for them.
pub fn probability(p: f64) -> String {
    if p >= 0.001 { format!("{p:.3}") } else { format!("{p:.1e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_probabilities_keep_their_digits() {
        assert_eq!(probability(1.0), "1.000");
        assert_eq!(probability(0.038_574), "0.039");
        assert_eq!(probability(0.000_012_34), "1.2e-5");
    }
}
