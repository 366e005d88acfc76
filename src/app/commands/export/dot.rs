//! A selection as a graph in the language of Graphviz.
//!
//! A node's label is its move, its score and its effort, from the
//! point of view of the side to move at the top. Nodes are white where White is to move and dark
//! where Black is; the principal variation is bold.

use std::io::{self, Write};

use indicatif::HumanCount;

use crate::app::games::CommandLineGame;
use crate::app::reporting::left_out;
use crate::app::reporting::score::mover;
use crate::inspect::TreeSelection;
use crate::value::Player;

/// Writes a graph.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write<G: CommandLineGame>(
    selection: &TreeSelection<'_, G>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let top = selection.node(0);
    let mut title = format!(
        "{}\nscores are {}'s",
        top.position.describe(),
        G::player_name(mover(&top.position))
    );
    if let Some(note) = left_out::note(selection.reader().search().root()) {
        title += &format!("\n{note}");
    }
    writeln!(out, "digraph shans {{")?;
    writeln!(out, "  graph [label={}, labelloc=t];", quoted(&title))?;
    writeln!(out, "  node [shape=box, style=filled, fontname=\"sans-serif\"];")?;
    for (index, node) in selection.nodes().iter().enumerate() {
        write!(out, "  n{index} [label={}", quoted(&label(selection, index)))?;
        match mover(&node.position) {
            Player::Max => write!(out, ", fillcolor=white")?,
            Player::Min => write!(out, ", fillcolor=gray25, fontcolor=white")?,
        }
        let bold = if node.is_principal { ", penwidth=3" } else { "" };
        writeln!(out, "{bold}];")?;
        if let Some(parent) = node.parent {
            let bold = if node.is_principal { " [penwidth=3]" } else { "" };
            writeln!(out, "  n{parent} -> n{index}{bold};")?;
        }
    }
    writeln!(out, "}}")
}

fn label<G: CommandLineGame>(selection: &TreeSelection<'_, G>, index: usize) -> String {
    let to_move = || format!("{} to move", G::player_name(mover(&selection.node(index).position)));
    let title = selection.move_text(index).map_or_else(to_move, |mv| mv.human);
    let told = selection.told(index);
    let score = selection.score(index);
    let settled = if told.is_unsettled() { ", not settled" } else { "" };
    format!("{title}\n{score}{settled}\n{}", HumanCount(told.effort))
}

/// A string of the language; new lines are kept.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tests::Example;
    use crate::game::Notation;
    use crate::inspect::TreeReader;

    #[test]
    fn strings_are_quoted() {
        assert_eq!(quoted("a\"b\\c\nd"), r#""a\"b\\c\nd""#);
    }

    #[test]
    fn nodes_edges_and_the_principal_variation() -> anyhow::Result<()> {
        let search = Example::start().search();
        let reader = TreeReader::new(&search);
        let selection = TreeSelection::most_important(&reader, 30)?;
        let mut out = Vec::new();
        write(&selection, &mut out)?;
        let text = String::from_utf8(out)?;
        assert_eq!(text.matches(" -> ").count(), 29);
        assert_eq!(text.matches("[label=\"").count(), 30 + 1);
        let principal = selection.nodes().iter().filter(|node| node.is_principal).count();
        assert_eq!(text.matches(" [penwidth=3];").count(), principal - 1);
        assert_eq!(text.matches(", penwidth=3];").count(), principal);
        let first = selection.node(1);
        let line = text.lines().find(|line| line.starts_with("  n1 ")).unwrap_or_default();
        let san = reader.position().human_text(first.mv.unwrap_or_else(|| panic!("no move")));
        let score = first.perspective.score(selection.tree_node(1).value);
        assert!(line.starts_with(&format!("  n1 [label=\"{san}\\n{score}\\n")), "{line}");
        assert!(line.contains("fillcolor=gray25"), "Black is to move: {line}");
        Ok(())
    }
}
