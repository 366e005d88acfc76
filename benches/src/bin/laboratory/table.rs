//! The table of a budget.

use std::io::Write;
use std::path::Path;

use indicatif::HumanCount;
use shans::app::experiments::compare::{Comparison, Suite, Total, probability, title};
use shans::app::reporting::text_table::{self, Row};
use shans::chess::Position;

use crate::args::ParameterSet;
use crate::paired::{Against, FIRST, flips};

/// Writes how the sets did within one budget; with `is_listed` also where they differ.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write(
    comparison: &Comparison<Position>,
    sets: &[ParameterSet],
    is_listed: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(out, "{}\n", title(comparison))?;
    let mut rows = vec![head(comparison)];
    rows.extend(sets.iter().enumerate().map(|(set, named)| row(comparison, set, &named.label)));
    text_table::write(&rows, |column| column == 0, out)?;
    writeln!(out)?;
    if is_listed {
        list(comparison, sets, out)?;
    }
    Ok(())
}

/// The positions that one set alone has solved.
fn list(
    comparison: &Comparison<Position>,
    sets: &[ParameterSet],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    for (set, named) in sets.iter().enumerate().skip(FIRST + 1) {
        let (gained, lost) = flips(comparison, set);
        writeln!(out, "{} gained: {}", named.label, gained.join(", "))?;
        writeln!(out, "{} lost: {}\n", named.label, lost.join(", "))?;
    }
    Ok(())
}

fn head(comparison: &Comparison<Position>) -> Row {
    let suite = |suite: &Suite<Position>| {
        let name = Path::new(&suite.name).file_stem().unwrap_or_default().to_string_lossy();
        format!("{name} ({})", suite.positions.len())
    };
    let mut head = vec!["set".to_string()];
    head.extend(comparison.suites.iter().map(suite));
    if has_sum(comparison) {
        head.push(format!("all ({})", comparison.positions().count()));
    }
    let measures = ["tree/1000", "depth", "deepest", "nodes/s", "against the first"];
    head.extend(measures.map(str::to_string));
    if has_points(comparison) {
        head.push("points".to_string());
    }
    head
}

/// A single suite is the sum already.
fn has_sum(comparison: &Comparison<Position>) -> bool {
    comparison.suites.len() > 1
}

fn has_points(comparison: &Comparison<Position>) -> bool {
    comparison.positions().any(|position| !position.expected.points.is_empty())
}

fn row(comparison: &Comparison<Position>, set: usize, label: &str) -> Row {
    let total = comparison.total(set, None);
    let mut row = vec![label.to_string()];
    let suites = comparison.suites.iter();
    row.extend(suites.map(|suite| solved(&comparison.total(set, Some(&suite.name)))));
    if has_sum(comparison) {
        row.push(solved(&total));
    }
    row.push(ratio(1000.0 * total.tree_nodes as f64, total.nodes as f64));
    row.extend(depths(comparison, set));
    row.push(HumanCount(total.speed()).to_string());
    if set != FIRST {
        row.extend(against(&Against::first(comparison, set)));
    }
    row
}

fn solved(total: &Total) -> String {
    match total.points {
        0 => total.solved.to_string(),
        points => format!("{} [{}]", total.solved, HumanCount(points)),
    }
}

/// The mean over the positions of the depth that was searched, or else of the tree's mean depth;
/// and of the greatest depth.
fn depths(comparison: &Comparison<Position>, set: usize) -> [String; 2] {
    let (mut usual, mut greatest, mut count) = (0.0, 0.0, 0.0);
    for answer in comparison.answers.iter().filter_map(|answers| answers.get(set)) {
        usual += answer.depth.map_or(answer.depth_mean, f64::from);
        greatest += f64::from(answer.depth_max);
        count += 1.0;
    }
    [ratio(usual, count), ratio(greatest, count)]
}

fn ratio(part: f64, whole: f64) -> String {
    if whole > 0.0 { format!("{:.1}", part / whole) } else { "-".to_string() }
}

/// The last columns of a set but the first: positions, and points where there are some.
fn against(against: &Against) -> Vec<String> {
    let Against { gained, lost, p_value, points } = against;
    let positions = format!("+{gained} -{lost} p={}", probability(*p_value));
    let points = points.map(|points| {
        let p = probability(points.p_value);
        format!("{:+} p={p}", points.ahead)
    });
    [positions].into_iter().chain(points).collect()
}
