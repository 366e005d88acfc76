//! `shans show --tree`: the tree below a position, indented.

use std::io::Write;

use super::tree_svg::loss;
use crate::app::games::CommandLineGame;
use crate::app::reporting::left_out;
use crate::app::reporting::loss::colour;
use crate::app::reporting::score::{mover, rests_text};
use crate::app::reporting::style::Style;
use crate::app::reporting::text_table::shortened;
use crate::inspect::TreeSelection;

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
