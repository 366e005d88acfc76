//! The report as a page: one file that loads nothing, without a script.

use std::io::{self, Write};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use super::questions::Subject;
use super::report::{Example, Finding, Month, RateReport, Report, SubjectReport};
use super::text::{columns, games, rate, ratio, tenths};
use crate::app::reporting::markup::escaped;
use crate::app::reporting::score::counted;

/// How it looks.
const STYLE: &str = include_str!("page.css");
/// The greatest rate that a bar shows is this many units wide.
const BAR: f64 = 100.0;

/// Writes the page.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let hash = BASE64_STANDARD.encode(Sha256::digest(STYLE));
    let player = escaped(&report.player);
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; \
         form-action 'none'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{player}: a profile</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{player}</h1>\n"
    )?;
    head(report, out)?;
    writeln!(out, "<div class=\"columns\">")?;
    findings("Weaknesses", "bad", &report.weaknesses, out)?;
    findings("Strengths", "good", &report.strengths, out)?;
    if !report.habits.is_empty() {
        findings("Habits", "even", &report.habits, out)?;
    }
    writeln!(out, "</div>")?;
    costliest(report, out)?;
    report.subjects.iter().try_for_each(|told| subject(told, out))?;
    months(&report.months, out)?;
    write!(
        out,
        "<p class=\"note\">Errors are mistakes and blunders. In brackets: between which numbers a rate lies with 95&nbsp;%. \
         Times: how many times as often as elsewhere, compared with the same of the opponents in these games; of won positions and \
         seconds, compared with the opponents. Weaknesses and strengths are more than chance: of a hundred reports about players \
         without any, one would name something.</p>\n</main>\n</body>\n</html>\n"
    )
}

fn head(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "<p class=\"head\">{}, {} points of {}. {} errors in 100 moves; the opponents {}. {:.2} points lost a game.</p>",
        games(report),
        report.points,
        report.results,
        rate(report.errors),
        rate(report.opponents_errors),
        report.lost_a_game
    )
}

fn findings(title: &str, class: &str, all: &[Finding], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<section class=\"findings {class}\"><h2>{title}</h2>")?;
    if all.is_empty() {
        writeln!(out, "<p>None that is more than chance.</p>")?;
    }
    for finding in all {
        writeln!(out, "<p>{}</p>", escaped(&finding.sentence))?;
    }
    writeln!(out, "</section>")
}

fn costliest(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    if report.costliest.is_empty() {
        return Ok(());
    }
    writeln!(out, "<h2>The causes that cost most</h2>")?;
    for costly in &report.costliest {
        let errors = counted(costly.errors, "error");
        let cause = escaped(&costly.cause);
        writeln!(
            out,
            "<h3>{cause}: {:.1} points in {errors}</h3>\n<div class=\"cards\">",
            costly.lost
        )?;
        costly.examples.iter().try_for_each(|example| card(example, out))?;
        writeln!(out, "</div>")?;
    }
    Ok(())
}

/// A position with the move that was played.
fn card(example: &Example, out: &mut dyn Write) -> io::Result<()> {
    let Example { game, white, black, date, played, best, because, .. } = example;
    let because = because.as_ref().map_or(String::new(), |it| format!("<br>{}", escaped(it)));
    writeln!(
        out,
        "<figure>{}<figcaption><b>{}</b>, better {}{because}<br><small>game {game}: {} – {}, {}</small></figcaption></figure>",
        board(&example.fen),
        escaped(played),
        escaped(best),
        escaped(white),
        escaped(black),
        escaped(date)
    )
}

/// The board of a FEN as a table of letters; Black's side below where Black moves.
fn board(fen: &str) -> String {
    let mut fields = fen.split_whitespace();
    let (placement, turn) = (fields.next().unwrap_or_default(), fields.next());
    let mut ranks: Vec<Vec<char>> = placement
        .split('/')
        .map(|rank| {
            let squares = |letter: char| match letter.to_digit(10) {
                Some(empty) => vec![' '; empty as usize],
                None => vec![letter],
            };
            rank.chars().flat_map(squares).collect()
        })
        .collect();
    if turn == Some("b") {
        ranks.reverse();
        ranks.iter_mut().for_each(|rank| rank.reverse());
    }
    let mut told = String::from("<table class=\"board\" role=\"img\">");
    for (row, rank) in ranks.iter().enumerate() {
        told.push_str("<tr>");
        for (column, &piece) in rank.iter().enumerate() {
            let shade = if (row + column) % 2 == 0 { "l" } else { "d" };
            let side = if piece.is_ascii_uppercase() { "w" } else { "b" };
            told.push_str(&format!("<td class=\"{shade} {side}\">{}</td>", figure(piece)));
        }
        told.push_str("</tr>");
    }
    told + "</table>"
}

/// The figure of a piece; text, and no picture, on all systems.
fn figure(piece: char) -> &'static str {
    match piece.to_ascii_lowercase() {
        'k' => "\u{265a}\u{fe0e}",
        'q' => "\u{265b}\u{fe0e}",
        'r' => "\u{265c}\u{fe0e}",
        'b' => "\u{265d}\u{fe0e}",
        'n' => "\u{265e}\u{fe0e}",
        'p' => "\u{265f}\u{fe0e}",
        _ => "",
    }
}

fn subject(told: &SubjectReport, out: &mut dyn Write) -> io::Result<()> {
    if told.subject == Subject::All {
        return Ok(());
    }
    let [events, of, in_hundred, points] = columns(told.subject);
    writeln!(
        out,
        "<h2>{}</h2>\n<table class=\"told\"><tr><th></th><th>{events}</th><th>{of}</th><th>{in_hundred}</th><th></th>\
         <th>opponents</th><th>times</th><th>{points}</th></tr>",
        told.subject.title()
    )?;
    let rates = told.categories.iter().filter_map(|it| it.own.map(|own| own.rate));
    let greatest = rates.fold(0.0, f64::max);
    for category in &told.categories {
        let class = category.verdict.unwrap_or_default();
        writeln!(
            out,
            "<tr class=\"{class}\"><td>{}</td><td>{:.0}</td><td>{:.0}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.1}</td></tr>",
            escaped(&category.category),
            category.events,
            category.of,
            category.own.map_or(String::new(), rate),
            category.own.map_or(String::new(), |own| bar(own, greatest)),
            tenths(category.opponents),
            ratio(category),
            category.lost
        )?;
    }
    writeln!(out, "</table>")
}

/// A bar for a rate, and a thin line for its interval, as far as the bars of the table go.
fn bar(told: RateReport, greatest: f64) -> String {
    let width = |rate: f64| (BAR * rate / greatest.max(1e-9)).clamp(0.0, BAR * 1.5);
    let (low, high) = (width(told.low), width(told.high.unwrap_or(f64::MAX)));
    format!(
        "<svg viewBox=\"0 0 150 10\" width=\"150\" height=\"10\" aria-hidden=\"true\"><rect y=\"2\" width=\"{:.1}\" height=\"6\"/>\
         <line x1=\"{low:.1}\" x2=\"{high:.1}\" y1=\"5\" y2=\"5\"/></svg>",
        width(told.rate)
    )
}

fn months(months: &[Month], out: &mut dyn Write) -> io::Result<()> {
    if months.len() < 2 {
        return Ok(());
    }
    writeln!(
        out,
        "<h2>Months</h2>\n<table class=\"told\"><tr><th></th><th>games</th><th>points</th><th>errors in 100 moves</th><th></th>\
         <th>opponents</th></tr>"
    )?;
    let rates = months.iter().filter_map(|month| month.errors.map(|errors| errors.rate));
    let greatest = rates.fold(0.0, f64::max);
    for month in months {
        writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escaped(&month.month),
            month.games,
            month.points,
            month.errors.map_or(String::new(), rate),
            month.errors.map_or(String::new(), |errors| bar(errors, greatest)),
            tenths(month.opponents)
        )?;
    }
    writeln!(out, "</table>")
}
