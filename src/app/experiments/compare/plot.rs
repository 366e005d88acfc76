//! Positions solved against the nodes they took, as a picture (SVG).

use std::fmt::Write;

use super::comparison::{Comparison, SearcherAnswer};
use super::suite::SolvedHistory;
use crate::app::games::CommandLineGame;
use crate::app::reporting::markup::escaped;
use crate::app::reporting::score::counted;

/// Pixels.
const SIZE: (f64, f64) = (960.0, 600.0);
/// The corners of the field with the curves.
const FIELD: [(f64, f64); 2] = [(80.0, 44.0), (944.0, 536.0)];
/// The picture begins at this many nodes; positions solved earlier are drawn here.
const FIRST: f64 = 100.0;
/// Colours that colour-blind people can tell apart (Okabe and Ito).
const COLOURS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// Of text that can be read above curves.
const ABOVE: &str = "stroke=\"#ffffff\" stroke-width=\"4\" paint-order=\"stroke\"";
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
pub fn draw<G: CommandLineGame>(comparison: &Comparison<G>) -> String {
    let names = comparison.searchers.iter().map(|kind| kind.name.as_str());
    let last = last_node(comparison);
    let curve = |(index, name)| {
        let answers = comparison.results().filter_map(|(_, answers)| answers.get(index));
        let histories: Vec<&SolvedHistory> =
            answers.map(|answer: &SearcherAnswer| &answer.history).collect();
        Curve { name, solved: solved(&histories, last), right: right(&histories, last) }
    };
    let curves: Vec<Curve<'_>> = names.enumerate().map(curve).collect();
    picture(&curves, Axes { last, positions: comparison.answers.len() }, &tests(comparison))
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

/// How nodes and positions become places: logarithms of nodes to the right, positions upwards.
#[derive(Clone, Copy)]
struct Axes {
    last: f64,
    positions: usize,
}

impl Axes {
    fn x(self, nodes: f64) -> f64 {
        let [(left, _), (right, _)] = FIELD;
        left + (right - left) * (nodes / FIRST).ln() / (self.last / FIRST).ln()
    }

    fn y(self, solved: f64) -> f64 {
        let [(_, top), (_, bottom)] = FIELD;
        bottom - (bottom - top) * solved / self.positions.max(1) as f64
    }

    fn path(self, points: &[(f64, f64)]) -> String {
        let place =
            |&(nodes, solved): &(f64, f64)| format!("{:.1},{:.1}", self.x(nodes), self.y(solved));
        points.iter().map(place).collect::<Vec<_>>().join(" ")
    }
}

// Writing to memory does not fail.
fn picture(curves: &[Curve<'_>], axes: Axes, tests: &[String]) -> String {
    let (width, height) = SIZE;
    let positions = counted(axes.positions as u64, "position");
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"14\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text x=\"{}\" y=\"28\" font-size=\"20\" text-anchor=\"middle\">{positions}: solved for good (thick), \
         at that moment (thin)</text>\n",
        width / 2.0
    );
    draw_axes(&mut svg, axes);
    let coloured = || curves.iter().zip(COLOURS.into_iter().cycle()).enumerate();
    for (index, (curve, colour)) in coloured() {
        draw_curve(&mut svg, axes, curve, colour, index);
    }
    for (index, (curve, colour)) in coloured() {
        let (x, y) = (FIELD[0].0 + 12.0, FIELD[0].1 + 20.0 * (index + 1) as f64);
        let _ = writeln!(
            svg,
            "<path d=\"M{x} {y}h24\" stroke=\"{colour}\" stroke-width=\"2\"/>\n\
             <text x=\"{}\" y=\"{}\" {ABOVE}>{}</text>",
            x + 32.0,
            y + 5.0,
            escaped(curve.name)
        );
    }
    for (line, test) in tests.iter().rev().enumerate() {
        let (x, y) = (FIELD[1].0 - 12.0, FIELD[1].1 - 12.0 - 18.0 * line as f64);
        let test = escaped(test);
        let _ =
            writeln!(svg, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\" {ABOVE}>{test}</text>");
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw_axes(svg: &mut String, axes: Axes) {
    let [(left, top), (right, bottom)] = FIELD;
    for tick in decades(axes.last) {
        let (x, text) = (axes.x(tick), short(tick));
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {top}V{bottom}\" stroke=\"#dddddd\"/>\n\
             <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{text}</text>",
            bottom + 20.0
        );
    }
    for tick in whole_ticks(axes.positions.max(1)) {
        let y = axes.y(tick);
        let _ = writeln!(
            svg,
            "<path d=\"M{left} {y:.1}H{right}\" stroke=\"#dddddd\"/>\n\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{tick}</text>",
            left - 8.0,
            y + 5.0
        );
    }
    let (middle, centre) = ((left + right) / 2.0, (top + bottom) / 2.0);
    let _ = writeln!(
        svg,
        "<path d=\"M{left} {top}V{bottom}H{right}\" stroke=\"#000000\" fill=\"none\"/>\n\
         <text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">nodes</text>\n\
         <text transform=\"translate(24 {centre}) rotate(-90)\" text-anchor=\"middle\">positions solved</text>",
        bottom + 44.0
    );
}

/// Both lines of a searcher with its error bars; those of several stand side by side, so that none hides another.
fn draw_curve(svg: &mut String, axes: Axes, curve: &Curve<'_>, colour: &str, index: usize) {
    let (right, solved) = (axes.path(&curve.right), axes.path(&curve.solved));
    let _ = writeln!(
        svg,
        "<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\">\n\
         <polyline points=\"{right}\" stroke-width=\"1\" stroke-opacity=\"0.5\"/>\n<polyline points=\"{solved}\"/>"
    );
    for (nodes, (low, high)) in error_bars(&curve.solved, axes.last, axes.positions) {
        let x = axes.x(nodes) - 4.0 * (index + 1) as f64;
        let (low, high) = (axes.y(low), axes.y(high));
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {low:.1}V{high:.1}m-2 0h4M{:.1} {low:.1}h4\"/>",
            x - 2.0
        );
    }
    svg.push_str("</g>\n");
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
    fn names_are_escaped_and_axes_labelled() {
        let solver = history(&[(500, true)]);
        let (solved, right) = (solved(&[&solver], 1e5), right(&[&solver], 1e5));
        let tests = ["a<b alone 1, c alone 0: p = 1.000".to_string()];
        let axes = Axes { last: 1e5, positions: 2 };
        let svg = picture(&[Curve { name: "a<b", solved, right }], axes, &tests);
        assert!(svg.contains("p = 1.000"), "{svg}");
        assert!(svg.contains("a&lt;b") && svg.contains("10k"), "{svg}");
        assert!(svg.trim_end().ends_with("</svg>"));
        // From the first node on at the bottom, half way up from 500 nodes on.
        assert!(
            svg.contains("<polyline points=\"80.0,536.0 281.3,536.0 281.3,290.0 944.0,290.0\"/>"),
            "{svg}"
        );
    }
}
