//! A selection as a graph in the language of Graphviz.
//!
//! A node's label is its move, its score and its tree nodes, from the view of the side to move at
//! the top. Nodes are white where White is to move and dark where Black is; the principal
//! variation is bold.

use std::io::Write;

use indicatif::HumanCount;

use super::super::selection::{Branch, Selection};
use crate::app::score::mover;
use crate::app::variation::name;
use crate::game::Notation;
use crate::value::Player;

/// Writes a graph.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write(selection: &Selection<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let top = selection.branch(0);
    let title = format!("{}\nscores are {}'s", top.position.fen(), name(top.view.viewer));
    writeln!(out, "digraph shans {{")?;
    writeln!(out, "  graph [label={}, labelloc=t];", quoted(&title))?;
    writeln!(out, "  node [shape=box, style=filled, fontname=\"sans-serif\"];")?;
    for (index, branch) in selection.branches().iter().enumerate() {
        write!(out, "  n{index} [label={}", quoted(&label(selection, branch)))?;
        match mover(&branch.position) {
            Player::Max => write!(out, ", fillcolor=white")?,
            Player::Min => write!(out, ", fillcolor=gray25, fontcolor=white")?,
        }
        let bold = if branch.is_principal { ", penwidth=3" } else { "" };
        writeln!(out, "{bold}];")?;
        if let Some(parent) = branch.parent {
            let bold = if branch.is_principal { " [penwidth=3]" } else { "" };
            writeln!(out, "  n{parent} -> n{index}{bold};")?;
        }
    }
    writeln!(out, "}}")?;
    Ok(())
}

fn label(selection: &Selection<'_>, branch: &Branch) -> String {
    let node = selection.node(branch);
    let value = if branch.parent.is_none() { selection.study().value() } else { node.value };
    let mv = branch.mv.map(|mv| selection.before(branch).human_text(mv));
    let title = mv.unwrap_or_else(|| format!("{} to move", name(mover(&branch.position))));
    let effort = HumanCount(u64::from(node.effort));
    format!("{title}\n{}\n{effort}", branch.view.score(value))
}

/// A string of the language; new lines are kept.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::super::super::example::Example;
    use super::*;

    #[test]
    fn strings_are_quoted() {
        assert_eq!(quoted("a\"b\\c\nd"), r#""a\"b\\c\nd""#);
    }

    #[test]
    fn nodes_edges_and_the_principal_variation() -> anyhow::Result<()> {
        let study = Example::start().study();
        let selection = Selection::most_important(&study, 30)?;
        let mut out = Vec::new();
        write(&selection, &mut out)?;
        let text = String::from_utf8(out)?;
        assert_eq!(text.matches(" -> ").count(), 29);
        assert_eq!(text.matches("[label=\"").count(), 30 + 1);
        let principal = selection.branches().iter().filter(|branch| branch.is_principal).count();
        assert_eq!(text.matches(" [penwidth=3];").count(), principal - 1);
        assert_eq!(text.matches(", penwidth=3];").count(), principal);
        let first = selection.branch(1);
        let line = text.lines().find(|line| line.starts_with("  n1 ")).unwrap_or_default();
        let san = study.position.human_text(first.mv.unwrap_or_else(|| panic!("no move")));
        let score = first.view.score(selection.node(first).value);
        assert!(line.starts_with(&format!("  n1 [label=\"{san}\\n{score}\\n")), "{line}");
        assert!(line.contains("fillcolor=gray25"), "Black is to move: {line}");
        Ok(())
    }
}
