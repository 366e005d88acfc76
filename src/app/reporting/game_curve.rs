//! The curve of a game: White's winning chances in each position, as SVG. The report of `shans game` and the page of
//! `shans explore` show the same.
//!
//! Colours are attributes, not a style sheet: the page of `shans explore` admits none that is written into it.

use std::fmt::Write;

use super::judge::{Judge, Mark, Verdict};
use super::variation::numbered;
use crate::app::games::CommandLineGame;
use crate::inspect::PlayedPosition;
use crate::value::Player;

/// The size of the picture, in its own units.
const SIZE: (f64, f64) = (800.0, 240.0);
/// Around the curve.
const MARGIN: f64 = 8.0;

/// A position of the game.
pub struct CurvePoint {
    /// White's winning chances, from -1 to 1; `None` where the value is not settled, so that it has no place in the curve: but behind a
    /// marked move, which is bad whatever it is.
    pub chances: Option<f64>,
    /// What is wrong with the move that led there.
    pub mark: Option<Mark>,
    /// That move, as in `14... Nf6?`; empty for the first position.
    pub text: String,
}

/// The points of a line of which this is known: `facts` about its first positions, and what its moves lost.
pub fn points<G: CommandLineGame>(
    judge: Judge<'_>,
    positions: &[G],
    moves: &[G::Move],
    facts: &[PlayedPosition<G::Move>],
    verdicts: &[Verdict],
) -> Vec<CurvePoint> {
    let point = |(place, fact): (usize, &PlayedPosition<G::Move>)| {
        let before = place.checked_sub(1);
        let mark = before.and_then(|ply| verdicts.get(ply)?.mark);
        let text = before.map_or(String::new(), |ply| {
            let sign = mark.map_or("", Mark::sign);
            format!("{}{sign}", numbered(&positions[ply], &moves[ply..place], 1))
        });
        let at = &positions[place];
        let told = || mark.map(|_| judge.chances(at, fact.value, Player::Max));
        CurvePoint { chances: judge.winning_chances(at, fact).or_else(told), mark, text }
    };
    facts.iter().enumerate().map(point).collect()
}

/// The picture of a game with this many positions, of which the first ones are known.
///
/// Each known position has a column that answers the mouse: `data-place` is how many moves lead there, and `data-at`
/// where it is, in per cent of the width.
pub fn svg(points: &[CurvePoint], positions: usize) -> String {
    let at = |(place, point): (usize, &CurvePoint)| {
        point.chances.map(|chances| (across(place, positions), down(chances)))
    };
    let all: Vec<Option<(f64, f64)>> = points.iter().enumerate().map(at).collect();
    let places: Vec<(f64, f64)> = all.iter().flatten().copied().collect();
    let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let (path, (width, height)) = (path.join(" "), SIZE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"White's winning chances, from lost at the bottom to won at the top\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#5b5b5b\"/>\n\
         <polygon class=\"white\" points=\"{first:.1},{bottom} {path} {last:.1},{bottom}\" fill=\"#f4f1ea\"/>\n\
         <line x1=\"{MARGIN}\" y1=\"{middle}\" x2=\"{right}\" y2=\"{middle}\" stroke=\"#8a8a8a\" stroke-dasharray=\"4 4\"/>\n\
         <polyline class=\"curve\" points=\"{path}\" fill=\"none\" stroke=\"#c96a10\" stroke-width=\"2\"/>\n",
        bottom = height - MARGIN,
        middle = height / 2.0,
        right = width - MARGIN,
        first = places.first().map_or(MARGIN, |(x, _)| *x),
        last = places.last().map_or(MARGIN, |(x, _)| *x),
    );
    let marked = points.iter().zip(all).filter_map(|(point, at)| Some((point.mark?, at?)));
    marked.for_each(|(mark, at)| draw_mark(&mut svg, mark, at));
    for (place, point) in points.iter().enumerate() {
        draw_column(&mut svg, point, place, positions);
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw_mark(svg: &mut String, mark: Mark, (x, y): (f64, f64)) {
    let (kind, colour) = (mark.name(), colour(mark));
    // Memory takes whatever is written.
    let _ = writeln!(
        svg,
        "<circle class=\"{kind}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{colour}\" stroke=\"#fff\"/>"
    );
}

fn colour(mark: Mark) -> &'static str {
    match mark {
        Mark::Inaccuracy => "#2b7bba",
        Mark::Mistake => "#d99000",
        Mark::Blunder => "#c62828",
    }
}

/// The part of the picture that belongs to a position, as high as all of it.
fn draw_column(svg: &mut String, point: &CurvePoint, place: usize, positions: usize) {
    let (width, height) = SIZE;
    let x = across(place, positions);
    let border = |other: usize| (x + across(other, positions)) / 2.0;
    let left = place.checked_sub(1).map_or(0.0, border);
    let right = if place + 1 < positions { border(place + 1) } else { width };
    let (at, wide) = (100.0 * x / width, right - left);
    let title = match point.text.as_str() {
        "" => String::new(),
        text => format!("<title>{text}</title>"),
    };
    let _ = writeln!(
        svg,
        "<rect data-place=\"{place}\" data-at=\"{at:.2}\" x=\"{left:.1}\" width=\"{wide:.1}\" height=\"{height}\" \
         fill=\"transparent\">{title}</rect>"
    );
}

/// How far right a position is.
fn across(place: usize, positions: usize) -> f64 {
    let last = positions.saturating_sub(1).max(1) as f64;
    MARGIN + (SIZE.0 - 2.0 * MARGIN) * place as f64 / last
}

/// How far down these chances are.
fn down(chances: f64) -> f64 {
    MARGIN + (SIZE.1 - 2.0 * MARGIN) * (1.0 - chances) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(chances: f64, mark: Option<Mark>, text: &str) -> CurvePoint {
        CurvePoint { chances: Some(chances), mark, text: text.to_string() }
    }

    #[test]
    fn a_curve_ends_where_nothing_more_is_known() {
        let points = [point(0.0, None, ""), point(1.0, Some(Mark::Blunder), "1. f3??")];
        let svg = svg(&points, 5);
        assert!(svg.contains("points=\"8.0,120.0 204.0,8.0\""), "{svg}");
        assert!(svg.contains("<circle class=\"blunder\" cx=\"204.0\" cy=\"8.0\""), "{svg}");
        assert!(
            svg.contains("data-place=\"0\" data-at=\"1.00\" x=\"0.0\" width=\"106.0\""),
            "{svg}"
        );
        assert!(svg.contains("data-place=\"1\" data-at=\"25.50\" x=\"106.0\" width=\"196.0\""));
        assert!(svg.contains("<title>1. f3??</title>") && !svg.contains("data-place=\"2\""));
    }

    #[test]
    fn what_is_not_settled_has_no_place_in_the_curve() {
        let open = CurvePoint { chances: None, ..point(0.0, None, "1. a3") };
        let svg = svg(&[point(0.0, None, ""), open, point(1.0, None, "1... e5")], 3);
        assert!(svg.contains("class=\"curve\" points=\"8.0,120.0 792.0,8.0\""), "{svg}");
        assert!(svg.contains("data-place=\"1\""), "its column is there: {svg}");
    }

    #[test]
    fn the_columns_cover_the_picture_and_nothing_has_none() {
        let one = svg(&[point(-1.0, None, "")], 1);
        assert!(one.contains("x=\"0.0\" width=\"800.0\"") && one.contains("8.0,232.0"), "{one}");
        let last = svg(&[point(0.0, None, ""), point(0.0, None, "1. a3")], 2);
        assert!(last.contains("x=\"400.0\" width=\"400.0\""), "{last}");
        assert!(!svg(&[], 0).contains("data-place"));
    }
}
