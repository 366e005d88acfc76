//! What people said about positions of a tree, for what is written of a part of it.

use serde::Serialize;

use crate::app::files::game_file::without_commands;
use crate::app::games::CommandLineGame;
use crate::inspect::TreeSelection;

/// A comment on a position that was selected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UserComment {
    /// The moves that lead to it from the position at the top.
    pub moves: Vec<String>,
    /// What is said.
    pub text: String,
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
    comments: Vec<UserComment>,
}

impl<'s, G: CommandLineGame> WithComments<'s, TreeSelection<'s, G>> {
    /// The selection, and what is said in it.
    pub fn of(selection: &'s TreeSelection<'s, G>) -> Self {
        WithComments { selection, comments: comments(selection) }
    }
}

/// How the command begins that tells the end of a line of the notation (`shans explore`): `[%line 3]`.
const LINE: &str = "[%line ";
/// How the command begins that stands for a mark of the move: `[%nag 1]`.
const MARK: &str = "[%nag ";

/// The place in the notation of the line that ends with the position of this comment.
pub fn line_number(comment: &str) -> Option<usize> {
    let (_, behind) = comment.rsplit_once(LINE)?;
    behind.strip_suffix(']')?.parse().ok()
}

/// A comment without the command that tells the end of a line.
pub fn without_line(comment: &str) -> String {
    let said = line_number(comment).and_then(|_| comment.rsplit_once(LINE));
    said.map_or(comment, |(said, _)| said).trim().to_string()
}

/// What a comment says to people: without the commands of programs, such as `[%cal Gd2d4]`. One that does not end is text.
pub fn words_of(comment: &str) -> String {
    let (words, unfinished) = without_commands(comment);
    (words + unfinished).trim().to_string()
}

/// The marks in a comment, by their numbers in PGN (`[%nag 1]`), and the comment without them.
pub fn marks_and_rest(comment: &str) -> (Vec<u8>, String) {
    let (mut marks, mut rest) = (Vec::new(), String::new());
    let mut pieces = comment.split(MARK);
    rest.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let number = piece.split_once(']').and_then(|(number, behind)| {
            let number = number.trim().trim_start_matches('$').parse().ok()?;
            Some((number, behind))
        });
        match number {
            Some((number, behind)) => {
                marks.push(number);
                rest.push_str(behind);
            }
            None => rest.extend([MARK, piece]),
        }
    }
    (marks, rest.trim().to_string())
}

/// A comment with that command, where its position is the end of a line.
pub fn marked_line(comment: &str, number: Option<usize>) -> String {
    let mark = number.map(|number| format!("{LINE}{number}]"));
    [comment, mark.as_deref().unwrap_or_default()].join(" ").trim().to_string()
}

/// The comments on the positions of a selection, the oldest first.
pub fn comments<G: CommandLineGame>(selection: &TreeSelection<'_, G>) -> Vec<UserComment> {
    let search = selection.reader().search();
    let Some(top) = search.root().line_to(selection.reader().root()) else { return Vec::new() };
    let below = search.notes().comments().iter().filter_map(|comment| {
        let (mut node, mut moves) = (0, Vec::new());
        for &code in comment.line.strip_prefix(&top[..])? {
            let position = &selection.node(node).position;
            let is_it = |&&child: &&usize| {
                selection.node(child).mv.is_some_and(|mv| position.encode(mv) == code)
            };
            node = *selection.node(node).children.iter().find(is_it)?;
            moves.push(position.machine_text(selection.node(node).mv?));
        }
        let text = without_line(&comment.text);
        (!text.is_empty()).then_some(UserComment { moves, text, node })
    });
    below.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_programs_are_not_for_people() {
        assert_eq!(words_of("[%nag $1] the pawn falls [%cal Gd2d4][%line 0]"), "the pawn falls");
        assert_eq!(words_of("[%csl Rd4]"), "");
        let told = |text: &str| marks_and_rest(text);
        assert_eq!(told("[%nag 1] good [%nag $14]"), (vec![1, 14], "good".to_string()));
        assert_eq!(told("[%nag 999] [%nag 1"), (vec![], "[%nag 999] [%nag 1".to_string()));
        assert_eq!(words_of("one\ntwo [%cal"), "one\ntwo [%cal");
    }
}
