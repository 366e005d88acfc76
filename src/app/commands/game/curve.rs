//! The curve of a game: White's winning chances in each position, as SVG.

use std::fmt::Write;

use super::analysed::AnalysedGame;
use super::judge::Mark;
use crate::app::games::CommandLineGame;

/// The size of the picture, in its own units.
const SIZE: (f64, f64) = (800.0, 240.0);
/// Around the curve.
const MARGIN: f64 = 8.0;

/// The picture. Its colours follow those of the page around it, light or dark.
pub fn svg<G: CommandLineGame>(game: &AnalysedGame<'_, G>) -> String {
    let points: Vec<(f64, f64)> = (0..game.facts.len()).map(|place| point(game, place)).collect();
    let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let (path, (width, height)) = (path.join(" "), SIZE);
    let (middle, right) = (height / 2.0, width - MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"White's winning chances, from lost at the bottom to won at the top\">\n{STYLE}\n\
         <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\n\
         <polygon class=\"white\" points=\"{MARGIN},{bottom} {path} {last:.1},{bottom}\"/>\n\
         <line class=\"even\" x1=\"{MARGIN}\" y1=\"{middle}\" x2=\"{right}\" y2=\"{middle}\"/>\n\
         <polyline class=\"curve\" points=\"{path}\"/>\n",
        bottom = height - MARGIN,
        last = points.last().map_or(MARGIN, |(x, _)| *x),
    );
    for (ply, verdict) in game.verdicts.iter().enumerate() {
        if let (Some(mark), Some((x, y))) = (verdict.mark, points.get(ply + 1)) {
            let (kind, told) = (mark.name(), title(game, ply, mark));
            // Memory takes whatever is written.
            let _ = writeln!(
                svg,
                "<circle class=\"{kind}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"><title>{told}</title></circle>"
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// `14... Nf6?`
fn title<G: CommandLineGame>(game: &AnalysedGame<'_, G>, ply: usize, mark: Mark) -> String {
    format!("{}{}", game.move_text(ply), mark.sign())
}

/// Where a position is in the picture.
fn point<G: CommandLineGame>(game: &AnalysedGame<'_, G>, place: usize) -> (f64, f64) {
    let (width, height) = SIZE;
    let last = game.facts.len().saturating_sub(1).max(1) as f64;
    let x = MARGIN + (width - 2.0 * MARGIN) * place as f64 / last;
    let y = MARGIN + (height - 2.0 * MARGIN) * (1.0 - game.winning_chances(place)) / 2.0;
    (x, y)
}

const STYLE: &str = "<style>
.ground { fill: #5b5b5b }
.white { fill: #f4f1ea }
.curve { fill: none; stroke: #c96a10; stroke-width: 2 }
.even { stroke: #8a8a8a; stroke-dasharray: 4 4 }
.inaccuracy { fill: #2b7bba }
.mistake { fill: #d99000 }
.blunder { fill: #c62828 }
</style>";
