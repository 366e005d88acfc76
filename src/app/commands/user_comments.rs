//! What people said about positions of a tree, for what is written of a part of it.

use serde::Serialize;

use crate::app::games::CommandLineGame;
use crate::inspect::TreeSelection;

/// A comment on a position that was selected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UserComment<'s> {
    /// The moves that lead to it from the position at the top.
    pub moves: Vec<String>,
    /// What is said.
    pub text: &'s str,
    /// Its node in the selection.
    #[serde(skip)]
    pub node: usize,
}

/// A selection with the comments on its positions, in JSON.
#[derive(Serialize)]
pub struct WithComments<'s, T: Serialize> {
    #[serde(flatten)]
    selection: &'s T,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<UserComment<'s>>,
}

impl<'s, G: CommandLineGame> WithComments<'s, TreeSelection<'s, G>> {
    /// The selection, and what is said in it.
    pub fn of(selection: &'s TreeSelection<'s, G>) -> Self {
        WithComments { selection, comments: comments(selection) }
    }
}

/// The comments on the positions of a selection, the oldest first.
pub fn comments<'s, G: CommandLineGame>(
    selection: &'s TreeSelection<'_, G>,
) -> Vec<UserComment<'s>> {
    let search = selection.reader().search();
    let Some(top) = search.line_to(selection.reader().root()) else { return Vec::new() };
    let below = search.comments().iter().filter_map(|comment| {
        let (mut node, mut moves) = (0, Vec::new());
        for &code in comment.line.strip_prefix(&top[..])? {
            let position = &selection.node(node).position;
            let is_it = |&&child: &&usize| {
                selection.node(child).mv.is_some_and(|mv| position.encode(mv) == code)
            };
            node = *selection.node(node).children.iter().find(is_it)?;
            moves.push(position.machine_text(selection.node(node).mv?));
        }
        Some(UserComment { moves, text: comment.text.as_str(), node })
    });
    below.collect()
}
