//! The tree below a position as a picture and as text.
//!
//! `shans show --svg`: a row for each ply, as wide as the effort, coloured by what a move loses against the best of its
//! siblings. The work that no move has for itself is hatched. `shans show --tree`: indented.

use std::fmt::Write as _;
use std::io::Write;

use crate::app::games::CommandLineGame;
use crate::app::reporting::left_out;
use crate::app::reporting::loss::{centipawns, colour};
use crate::app::reporting::markup::escaped;
use crate::app::reporting::score::{mover, rests_text};
use crate::app::reporting::style::{Colour, Style};
use crate::app::reporting::text_table::shortened;
use crate::inspect::{IllegalMove, TreeReader, TreeSelection};

/// Nodes of the picture: more would be too small to be seen.
const MOST_NODES: usize = 400;
/// Sizes in pixels.
const WIDTH: f64 = 1200.0;
const ROW: f64 = 24.0;
const HEAD: f64 = 30.0;
const NARROWEST: f64 = 1.5;
const LETTER: f64 = 9.0;
const FOOT: f64 = 24.0;
/// What the colours say; those of the page of `shans explore`.
const LEGEND: &str = "Width: effort. Green: as good as the best move of its position; grey: 1.5 pawns worse or more. \
    Hatched: searched together, not move by move, or too small to be shown.";
/// What is told of the work that no move has for itself.
const TOGETHER: &str = "searched together, not move by move, or too small to be shown";
const HATCH: &str = "<defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" \
    patternTransform=\"rotate(45)\"><line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"6\" stroke=\"#c3c8d0\" \
    stroke-width=\"1.5\"/></pattern></defs>";

/// Where a node is drawn.
struct Place {
    x: f64,
    width: f64,
    row: usize,
    /// How much of the width its children have taken.
    used: f64,
}

/// The picture.
///
/// # Errors
///
/// [`IllegalMove`] if the tree holds one.
pub fn svg<G: CommandLineGame>(reader: &TreeReader<'_, G>) -> Result<String, IllegalMove> {
    let selection = TreeSelection::most_important(reader, MOST_NODES)?;
    let places = places(&selection);
    let rows = places.iter().flatten().map(|place| place.row).max().unwrap_or_default();
    let foot = HEAD + ROW * rows as f64;
    let height = foot + FOOT;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>\n{HATCH}\n"
    );
    let position = escaped(&reader.position().describe());
    let (score, told) = (selection.score(0), selection.told(0));
    let proof = left_out::proof_text(told.is_decided, told.is_conditional);
    let rests = rests_text(told.rests_on());
    // Writing to memory does not fail.
    let _ = writeln!(svg, "<text x=\"4\" y=\"19\">{position}: {score}{proof}{rests}</text>");
    let doubt = selection.unsettled_by(0).map(|moves| moves.to_string());
    for note in left_out::note(reader.search().root()).into_iter().chain(doubt) {
        let _ = writeln!(svg, "<desc>{}</desc>", escaped(&note));
    }
    for (index, place) in places.iter().enumerate().skip(1) {
        if let Some(place) = place {
            svg.push_str(&node(&selection, index, place));
        }
    }
    places.iter().flatten().for_each(|place| rest(&mut svg, place));
    let _ = writeln!(svg, "<text x=\"4\" y=\"{}\" fill=\"#57606a\">{LEGEND}</text>", foot + 16.0);
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// Where each node is; nothing for those that cannot be seen.
fn places<G: CommandLineGame>(selection: &TreeSelection<'_, G>) -> Vec<Option<Place>> {
    let mut places = vec![Some(Place { x: 0.0, width: WIDTH, row: 0, used: 0.0 })];
    let effort = |index: usize| selection.told(index).effort as f64;
    for (index, node) in selection.nodes().iter().enumerate().skip(1) {
        let parent = node.parent.unwrap_or_default();
        let place = places[parent].as_mut().and_then(|above| {
            let width = above.width * effort(index) / effort(parent).max(1.0);
            let place = Place { x: above.x + above.used, width, row: above.row + 1, used: 0.0 };
            (width >= NARROWEST).then(|| {
                above.used += width;
                place
            })
        });
        places.push(place);
    }
    places
}

fn node<G: CommandLineGame>(
    selection: &TreeSelection<'_, G>,
    index: usize,
    place: &Place,
) -> String {
    let san = selection.move_text(index).map_or(String::new(), |mv| mv.human);
    let (x, width) = (place.x, place.width);
    let y = HEAD + ROW * (place.row - 1) as f64;
    let fill = match colour(loss(selection, index)) {
        Colour::Good => "#5fbb8f",
        Colour::Neither => "#b3d9c6",
        Colour::Bad => "#c3c8d0",
    };
    let score = selection.score(index);
    let mut text = format!(
        "<rect x=\"{x:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"{}\" rx=\"2\" fill=\"{fill}\" \
         stroke=\"#ffffff\"><title>{} {score}</title></rect>\n",
        ROW - 1.0,
        escaped(&san)
    );
    let label = format!("{san} {score}");
    let fits = |label: &str| LETTER * label.chars().count() as f64 + 8.0 < width;
    let label = [label, san].into_iter().find(|label| fits(label));
    if let Some(label) = label {
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{}\">{}</text>",
            x + 5.0,
            y + 16.0,
            escaped(&label)
        );
    }
    text
}

/// What no move below a node has for itself, where the moves below it can be seen.
fn rest(svg: &mut String, place: &Place) {
    let width = place.width - place.used;
    if place.used == 0.0 || width < NARROWEST {
        return;
    }
    let (x, y) = (place.x + place.used, HEAD + ROW * place.row as f64);
    let _ = writeln!(
        svg,
        "<rect x=\"{x:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"{}\" rx=\"2\" fill=\"url(#hatch)\"><title>{TOGETHER}</title></rect>",
        ROW - 1.0
    );
}

/// How much less a node is worth than the best of its siblings, for the side that chooses there.
pub fn loss<G: CommandLineGame>(selection: &TreeSelection<'_, G>, index: usize) -> i64 {
    let parent = selection.node(selection.node(index).parent.unwrap_or_default());
    let viewer = mover(&selection.node(0).position);
    let sign = if mover(&parent.position) == viewer { 1 } else { -1 };
    let worth = |index: usize| sign * centipawns(selection.score(index));
    let best = parent.children.iter().map(|&child| worth(child)).max().unwrap_or_default();
    best - worth(index)
}

/// Writes the position and a line for each node, below the one that leads to it.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write<G: CommandLineGame>(
    selection: &TreeSelection<'_, G>,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let position = &selection.node(0).position;
    let side = G::player_name(mover(position));
    let rests = rests_text(selection.told(0).rests_on());
    writeln!(out, "{}\n{side} to move, {}{rests}", position.heading(), selection.score(0))?;
    if let Some(moves) = selection.unsettled_by(0) {
        writeln!(out, "{moves}")?;
    }
    writeln!(out)?;
    write_below(selection, 0, "", style, out)?;
    writeln!(out, "\nAll scores are from {side}'s point of view.")?;
    if let Some(note) = left_out::note(selection.reader().search().root()) {
        writeln!(out, "{note}")?;
    }
    Ok(())
}

// A call for each ply, of which there are `MAX_PLIES` at most.
fn write_below<G: CommandLineGame>(
    selection: &TreeSelection<'_, G>,
    parent: usize,
    before: &str,
    style: Style,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let node = selection.node(parent);
    for (place, &child) in node.children.iter().enumerate() {
        let is_last = place + 1 == node.children.len();
        let (branch, below) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        let san = selection.move_text(child).map_or(String::new(), |mv| mv.human);
        let score = selection.score(child).to_string();
        let line = shortened(&format!("{before}{branch}{san} {score}"), style.width());
        let painted = style.paint(colour(loss(selection, child)), &score);
        writeln!(
            out,
            "{}",
            line.strip_suffix(&score).map_or(line.clone(), |rest| rest.to_string() + &painted)
        )?;
        write_below(selection, child, &format!("{before}{below}"), style, out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tests::Example;
    use crate::inspect::TreeReader;

    #[test]
    fn the_picture_holds_the_moves_with_most_effort() -> anyhow::Result<()> {
        let search = Example::start().search();
        let reader = TreeReader::new(&search);
        let svg = svg(&reader)?;
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        let best = TreeSelection::of_shape(&reader, 1, 1, 2)?.move_text(1).map(|mv| mv.human);
        let title = format!("<title>{} ", best.unwrap_or_default());
        assert!(svg.contains(&title) && svg.contains("#5fbb8f"), "{svg}");
        assert_eq!(svg.matches("<rect").count(), 1 + svg.matches("<title>").count());
        Ok(())
    }

    #[test]
    fn answers_are_indented_below_their_moves() -> anyhow::Result<()> {
        let search = Example::start().search();
        let reader = TreeReader::new(&search);
        let selection = TreeSelection::of_shape(&reader, 2, 2, 99)?;
        let mut out = Vec::new();
        write(&selection, Style::PLAIN, &mut out)?;
        let text = String::from_utf8(out)?;
        let starts: Vec<String> =
            text.lines().skip(3).take(6).map(|line| line.chars().take(4).collect()).collect();
        let is = |line: &str, start: &str| line.starts_with(start);
        assert!(
            is(&starts[0], "├─ ") && is(&starts[1], "│  ├") && is(&starts[2], "│  └"),
            "{text}"
        );
        assert!(
            is(&starts[3], "└─ ") && is(&starts[4], "   ├") && is(&starts[5], "   └"),
            "{text}"
        );
        assert!(text.contains("All scores are from White's point of view."), "{text}");
        Ok(())
    }
}
