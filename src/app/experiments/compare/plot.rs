//! Positions solved against the nodes they took, as a picture (SVG).

use anyhow::{Context, anyhow};
use plotters::prelude::*;

use super::answer::SearcherAnswer;
use super::comparison::Comparison;
use super::expected::SolvedHistory;
use crate::app::games::CommandLineGame;

/// Pixels.
const SIZE: (u32, u32) = (960, 600);
/// The picture begins at this many nodes; positions solved earlier are drawn here.
const FIRST: f64 = 100.0;
/// Colours that colour-blind people can tell apart (Okabe and Ito).
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];

/// The number of points at which the curve of right answers is computed.
const POINTS: u32 = 400;

/// What a searcher has solved.
struct Curve<'a> {
    name: &'a str,
    /// Rises by one where a position is solved for good.
    solved: Vec<(f64, f64)>,
    /// How many answers were right after how many nodes.
    right: Vec<(f64, f64)>,
}

/// Draws a curve for each searcher.
pub fn draw<G: CommandLineGame>(comparison: &Comparison<G>) -> anyhow::Result<String> {
    let names = comparison.searchers.iter().map(|kind| kind.name.as_str());
    let last = last_node(comparison);
    let curve = |(index, name)| {
        let answers = comparison.results().filter_map(|(_, answers)| answers.get(index));
        let histories: Vec<&SolvedHistory> =
            answers.map(|answer: &SearcherAnswer| &answer.history).collect();
        Curve { name, solved: solved(&histories, last), right: right(&histories, last) }
    };
    let curves: Vec<Curve<'_>> = names.enumerate().map(curve).collect();
    picture(&curves, last, comparison.answers.len())
        .map_err(|error| anyhow!("{error}"))
        .context("cannot draw the plot")
}

/// Where the picture ends.
fn last_node<G: CommandLineGame>(comparison: &Comparison<G>) -> f64 {
    let nodes = comparison.results().flat_map(|(_, answers)| answers).map(|answer| answer.nodes);
    let most = comparison.limits.nodes.into_iter().chain(nodes).max().unwrap_or_default();
    (most as f64).max(10.0 * FIRST)
}

fn solved(histories: &[&SolvedHistory], last: f64) -> Vec<(f64, f64)> {
    let mut solved_at: Vec<u64> = histories.iter().filter_map(|h| h.solved_at()).collect();
    solved_at.sort_unstable();
    let mut steps = vec![(FIRST, 0.0)];
    for (solved, nodes) in solved_at.iter().enumerate() {
        let nodes = (*nodes as f64).max(FIRST);
        steps.extend([(nodes, solved as f64), (nodes, (solved + 1) as f64)]);
    }
    steps.push((last, solved_at.len() as f64));
    steps
}

fn right(histories: &[&SolvedHistory], last: f64) -> Vec<(f64, f64)> {
    let point = |step: u32| {
        let nodes = FIRST * (last / FIRST).powf(f64::from(step) / f64::from(POINTS));
        let right = histories.iter().filter(|h| h.is_right_after(nodes.round() as u64));
        (nodes, right.count() as f64)
    };
    (0..=POINTS).map(point).collect()
}

fn picture(
    curves: &[Curve<'_>],
    last: f64,
    positions: usize,
) -> Result<String, Box<dyn std::error::Error>> {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let caption = format!("{positions} positions: solved for good (thick), at that moment (thin)");
    let mut chart = ChartBuilder::on(&area)
        .caption(caption, ("sans-serif", 20))
        .margin(16)
        .x_label_area_size(48)
        .y_label_area_size(64)
        .build_cartesian_2d((FIRST..last).log_scale(), 0.0..positions.max(1) as f64)?;
    chart
        .configure_mesh()
        .x_desc("nodes")
        .y_desc("positions solved")
        .x_label_formatter(&|nodes| short(*nodes))
        .y_label_formatter(&|solved| format!("{solved:.0}"))
        .light_line_style(WHITE)
        .draw()?;
    for (curve, &colour) in curves.iter().zip(COLOURS.iter().cycle()) {
        let thin = colour.mix(0.5).stroke_width(1);
        chart.draw_series(LineSeries::new(curve.right.iter().copied(), thin))?;
        chart
            .draw_series(LineSeries::new(curve.solved.iter().copied(), colour.stroke_width(2)))?
            .label(curve.name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 24, y)], colour.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .legend_area_size(32)
        .label_font(("sans-serif", 16))
        .draw()?;
    area.present()?;
    drop(chart);
    drop(area);
    Ok(svg)
}

/// `100`, `20k`, `3M`.
fn short(nodes: f64) -> String {
    match nodes {
        0.0..1e3 => format!("{nodes:.0}"),
        1e3..1e6 => format!("{:.0}k", nodes / 1e3),
        _ => format!("{:.0}M", nodes / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(changes: &[(u64, bool)]) -> SolvedHistory {
        SolvedHistory::new(changes.to_vec())
    }

    #[test]
    fn a_curve_climbs_where_positions_were_solved() {
        let late = history(&[(200, true), (300, false), (500, true)]);
        let (early, never) = (history(&[(3, true)]), history(&[]));
        let expected = [(FIRST, 0.0), (FIRST, 0.0), (FIRST, 1.0), (500.0, 1.0), (500.0, 2.0)];
        let all = [&late, &early, &never];
        assert_eq!(solved(&all, 1e4), [&expected[..], &[(1e4, 2.0)]].concat());
        assert_eq!(solved(&[], 1e4), [(FIRST, 0.0), (1e4, 0.0)]);
        let counts: Vec<f64> = right(&all, 1e4).iter().map(|&(_, count)| count).collect();
        assert_eq!((counts[0], counts[counts.len() - 1]), (1.0, 2.0));
        let mut changes = counts.clone();
        changes.dedup();
        assert_eq!(changes, [1.0, 2.0, 1.0, 2.0]);
    }

    #[test]
    fn names_are_escaped_and_axes_labelled() -> Result<(), Box<dyn std::error::Error>> {
        let solver = history(&[(500, true)]);
        let (solved, right) = (solved(&[&solver], 1e5), right(&[&solver], 1e5));
        let svg = picture(&[Curve { name: "a<b", solved, right }], 1e5, 2)?;
        assert!(svg.contains("a&lt;b") && svg.contains("10k"), "{svg}");
        assert!(svg.trim_end().ends_with("</svg>"));
        Ok(())
    }
}
