//! Positions solved against the nodes they took, as a picture (SVG).

use anyhow::{Context, anyhow};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::answer::SearcherAnswer;
use super::comparison::Comparison;
use super::expected::SolvedHistory;
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::counted;

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

/// No more tests are written into the picture.
const MOST_TESTS: usize = 6;

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
    picture(&curves, last, comparison.answers.len(), &tests(comparison))
        .map_err(|error| anyhow!("{error}"))
        .context("cannot draw the plot")
}

/// The paired test of each two searchers, in words.
fn tests<G: CommandLineGame>(comparison: &Comparison<G>) -> Vec<String> {
    let name = |index: usize| comparison.searchers.get(index).map_or("", |kind| kind.name.as_str());
    let told = |(first, second): (usize, usize)| {
        let pairs = comparison.pairs(first, second);
        let (one, other, p) = (pairs.only_first, pairs.only_second, pairs.p_value());
        format!("{} alone {one}, {} alone {other}: p = {p:.3}", name(first), name(second))
    };
    comparison.all_pairs().into_iter().take(MOST_TESTS).map(told).collect()
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
    tests: &[String],
) -> Result<String, Box<dyn std::error::Error>> {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let caption = format!(
        "{}: solved for good (thick), at that moment (thin)",
        counted(positions as u64, "position")
    );
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
        .y_labels(whole_ticks(positions.max(1)).len())
        .y_label_formatter(&|solved| format!("{solved:.0}"))
        .light_line_style(WHITE)
        .draw()?;
    for (index, (curve, &colour)) in curves.iter().zip(COLOURS.iter().cycle()).enumerate() {
        let thin = colour.mix(0.5).stroke_width(1);
        chart.draw_series(LineSeries::new(curve.right.iter().copied(), thin))?;
        // Side by side, so that none hides another.
        let aside = 0.97_f64.powi(index as i32 + 1);
        let bars = error_bars(&curve.solved, last, positions);
        let lines = bars.into_iter().flat_map(|(x, (low, high))| error_bar(x * aside, low, high));
        let thick = colour.stroke_width(2);
        chart.draw_series(lines.map(|line| PathElement::new(line, thick)))?;
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
    for (line, test) in tests.iter().rev().enumerate() {
        let y = SIZE.1 as i32 - 90 - 18 * line as i32;
        let right = SIZE.0 as i32 - 28;
        let width = 7 * test.chars().count() as i32;
        let behind = [(right - width, y - 16), (right, y + 2)];
        area.draw(&Rectangle::new(behind, WHITE.mix(0.9).filled()))?;
        let style = ("sans-serif", 14).into_font().color(&BLACK);
        let style = style.pos(Pos::new(HPos::Right, VPos::Bottom));
        area.draw(&Text::new(test.as_str(), (right, y), style))?;
    }
    area.present()?;
    drop(chart);
    drop(area);
    Ok(svg)
}

/// Powers of ten up to `last`.
fn decades(last: f64) -> Vec<f64> {
    std::iter::successors(Some(FIRST), |tick| Some(10.0 * tick))
        .take_while(|&tick| tick <= last)
        .collect()
}

/// Whole numbers of positions, about ten, with the same round distance.
fn whole_ticks(positions: usize) -> Vec<f64> {
    let powers = std::iter::successors(Some(1), |power| Some(10 * power));
    let mut steps = powers.flat_map(|power| [power, 2 * power, 5 * power]);
    let step = steps.find(|step| positions / step <= 10).unwrap_or(1);
    (0..=positions).step_by(step).map(|tick| tick as f64).collect()
}

/// At each power of ten and at the end: how many positions of others like these would be solved, in 95 of 100 cases
/// (Wilson's interval), around how many were: the least and the most.
fn error_bars(solved: &[(f64, f64)], last: f64, positions: usize) -> Vec<(f64, (f64, f64))> {
    let mut places = decades(last);
    places.retain(|&tick| tick > FIRST && tick < 0.9 * last);
    places.push(last);
    let bar = |place: f64| {
        let reached = solved.iter().rev().find(|(nodes, _)| *nodes <= place);
        let count = reached.map_or(0.0, |&(_, count)| count);
        (place, wilson(count, positions.max(1) as f64))
    };
    places.into_iter().map(bar).collect()
}

/// The lines of an error bar.
fn error_bar(x: f64, low: f64, high: f64) -> [Vec<(f64, f64)>; 3] {
    let end = |y: f64| vec![(x * 0.99, y), (x * 1.01, y)];
    [vec![(x, low), (x, high)], end(low), end(high)]
}

/// Wilson's interval of 95 % for `count` of `all`, as counts.
fn wilson(count: f64, all: f64) -> (f64, f64) {
    const Z: f64 = 1.96;
    let share = count / all;
    let middle = share + Z * Z / (2.0 * all);
    let half = Z * (share * (1.0 - share) / all + Z * Z / (4.0 * all * all)).sqrt();
    let scale = all / (1.0 + Z * Z / all);
    ((middle - half).max(0.0) * scale, (middle + half) * scale)
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
    fn ticks_are_whole_and_few() {
        assert_eq!(whole_ticks(2), [0.0, 1.0, 2.0]);
        assert_eq!(whole_ticks(23), [0.0, 5.0, 10.0, 15.0, 20.0]);
        assert_eq!(whole_ticks(300).len(), 7);
        assert_eq!(decades(2e4), [100.0, 1e3, 1e4]);
    }

    #[test]
    fn error_bars_hold_what_was_solved_and_become_narrow() {
        let width = |count: f64, all: f64| {
            let (low, high) = wilson(count, all);
            assert!(low <= count && count <= high && high <= all + 1e-9, "{low} {high}");
            (high - low) / all
        };
        assert!(width(5.0, 10.0) > 3.0 * width(500.0, 1000.0));
        assert!((wilson(5.0, 10.0).0 - 2.366).abs() < 1e-3, "as tables have it");
        let bars = error_bars(&[(FIRST, 0.0), (2e3, 0.0), (2e3, 1.0), (1e5, 1.0)], 1e5, 4);
        let at: Vec<f64> = bars.iter().map(|&(place, _)| place).collect();
        assert_eq!(at, [1e3, 1e4, 1e5]);
        assert_eq!([bars[0].1, bars[2].1], [wilson(0.0, 4.0), wilson(1.0, 4.0)]);
        assert_eq!((width(0.0, 10.0) > 0.0, wilson(0.0, 10.0).0), (true, 0.0));
    }

    #[test]
    fn names_are_escaped_and_axes_labelled() -> Result<(), Box<dyn std::error::Error>> {
        let solver = history(&[(500, true)]);
        let (solved, right) = (solved(&[&solver], 1e5), right(&[&solver], 1e5));
        let tests = ["a<b alone 1, c alone 0: p = 1.000".to_string()];
        let svg = picture(&[Curve { name: "a<b", solved, right }], 1e5, 2, &tests)?;
        assert!(svg.contains("p = 1.000"), "{svg}");
        assert!(svg.contains("a&lt;b") && svg.contains("10k"), "{svg}");
        assert!(svg.trim_end().ends_with("</svg>"));
        Ok(())
    }
}
