//! The report in the terminal.

use std::io::{self, Write};

use super::questions::Subject;
use super::report::{CategoryReport, Costly, Finding, Month, RateReport, Report, SubjectReport};
use crate::app::printable::printable;
use crate::app::reporting::score::counted;
use crate::app::reporting::text_table::{self, Row};

/// Rows of a table that are shown.
const MOST_ROWS: usize = 12;

/// Writes the report; `puzzles`: how many were made, where they were asked for.
pub fn write(report: &Report, puzzles: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    head(report, out)?;
    findings("Weaknesses", "none that is more than chance", &report.weaknesses, out)?;
    findings("Strengths", "none that is more than chance", &report.strengths, out)?;
    if !report.habits.is_empty() {
        findings("Habits", "", &report.habits, out)?;
    }
    if !report.costliest.is_empty() {
        writeln!(out, "\nThe causes that cost most:")?;
    }
    report.costliest.iter().try_for_each(|costly| cause(costly, out))?;
    report.subjects.iter().try_for_each(|told| subject(told, out))?;
    months(&report.months, out)?;
    writeln!(
        out,
        "\nErrors are mistakes and blunders. In brackets: between which numbers the rate lies with 95 %. x: how many times as often as \
         elsewhere,\ncompared with the same of the opponents (*: compared with the opponents)."
    )?;
    if let Some(count) = puzzles {
        writeln!(out, "{} written.", counted(count as u64, "puzzle"))?;
    }
    Ok(())
}

fn head(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let (player, games) = (printable(&report.player), games(report));
    writeln!(out, "{player}: {games}, {} points of {}", report.points, report.results)?;
    writeln!(
        out,
        "{} errors in 100 moves; the opponents {}. {:.2} points lost a game.",
        rate(report.errors),
        rate(report.opponents_errors),
        report.lost_a_game
    )
}

fn findings(title: &str, none: &str, all: &[Finding], out: &mut dyn Write) -> io::Result<()> {
    if all.is_empty() {
        return writeln!(out, "\n{title}: {none}.");
    }
    writeln!(out, "\n{title}:")?;
    all.iter().try_for_each(|finding| writeln!(out, "  {}", printable(&finding.sentence)))
}

fn cause(costly: &Costly, out: &mut dyn Write) -> io::Result<()> {
    let errors = counted(costly.errors, "error");
    writeln!(out, "  {}: {:.1} points in {errors}", costly.cause, costly.lost)?;
    for example in &costly.examples {
        let because = example.because.as_ref().map_or(String::new(), |it| format!("; {it}"));
        let told = format!(
            "    game {} ({} - {}, {}): {}, better {}{because}",
            example.game, example.white, example.black, example.date, example.played, example.best
        );
        writeln!(out, "{}", printable(&told))?;
    }
    Ok(())
}

/// `12 games of 20`.
pub fn games(report: &Report) -> String {
    let of = if report.is_complete { String::new() } else { format!(" of {}", report.of_games) };
    format!("{}{of}", counted(report.games as u64, "game"))
}

/// `4.2`, empty where nothing is known.
pub fn tenths(rate: Option<f64>) -> String {
    rate.map_or(String::new(), |rate| format!("{rate:.1}"))
}

/// `4.2 (3.1 to 5.6)`.
pub fn rate(rate: RateReport) -> String {
    match rate.high {
        Some(high) => format!("{:.1} ({:.1} to {high:.1})", rate.rate, rate.low),
        None => format!("{:.1}", rate.rate),
    }
}

/// `1.8 (1.3 to 2.5)`, empty where nothing is known.
pub fn ratio(category: &CategoryReport) -> String {
    let told = category.compared;
    told.map_or(String::new(), |it| format!("{:.1} ({:.1} to {:.1})", it.ratio, it.low, it.high))
}

/// The heads of the columns of a table: the category, events, of how many, rates, points lost.
pub fn columns(subject: Subject) -> [&'static str; 4] {
    match subject {
        Subject::Result => ["not won", "games", "in 100", "points"],
        Subject::Pace => ["seconds", "moves", "for a move", "points"],
        _ => ["errors", "moves", "in 100", "points"],
    }
}

fn subject(told: &SubjectReport, out: &mut dyn Write) -> io::Result<()> {
    if told.subject == Subject::All {
        return Ok(());
    }
    let [events, of, in_hundred, points] = columns(told.subject);
    let head = [told.subject.title(), events, of, in_hundred, "opponents", "x", points, ""];
    let mut rows: Vec<Row> = vec![head.map(str::to_string).to_vec()];
    let star = if told.subject.counts_errors() { "" } else { "*" };
    for category in told.categories.iter().take(MOST_ROWS) {
        let ratio = ratio(category);
        rows.push(vec![
            printable(&format!("  {}", category.category)),
            format!("{:.0}", category.events),
            format!("{:.0}", category.of),
            category.own.map_or(String::new(), rate),
            tenths(category.opponents),
            if ratio.is_empty() { ratio } else { format!("{ratio}{star}") },
            format!("{:.1}", category.lost),
            category.verdict.unwrap_or_default().to_string(),
        ]);
    }
    if told.categories.len() > MOST_ROWS {
        rows.push(vec![format!("  and {} more", told.categories.len() - MOST_ROWS)]);
    }
    writeln!(out)?;
    text_table::write(&rows, |column| column == 0 || column == 7, out)
}

fn months(months: &[Month], out: &mut dyn Write) -> io::Result<()> {
    if months.len() < 2 {
        return Ok(());
    }
    let head = ["Months", "games", "points", "errors in 100 moves", "opponents"];
    let mut rows: Vec<Row> = vec![head.map(str::to_string).to_vec()];
    rows.extend(months.iter().map(|month| {
        vec![
            format!("  {}", month.month),
            month.games.to_string(),
            month.points.to_string(),
            month.errors.map_or(String::new(), rate),
            tenths(month.opponents),
        ]
    }));
    writeln!(out)?;
    text_table::write(&rows, |column| column == 0, out)
}
