//! A comment on a position, and how two of them become one.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::{Game, MoveCode};

/// A comment on the position after a line of moves, whether the tree has that position now or not.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use nim::Nim;
/// use shans_search::game::{Game, Notation};
/// use shans_search::search::{BestFirst, ChanceModel, MemoryLimits, Root};
///
/// let position = Nim::new(&[3, 4, 5]);
/// let line = [position.encode(position.read_move("3-2")?)];
/// let mut search = BestFirst::new(Root::new(position), ChanceModel::default(), MemoryLimits::new(8 << 20));
/// search.notes_mut().comment(&line, "leaves three heaps that are hard to count")?;
/// assert!(search.notes().comment_on(&line).is_some_and(|text| text.starts_with("leaves")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comment {
    /// The moves from the root of the tree.
    pub line: Vec<MoveCode>,
    /// What is said, at most [`Comment::LONGEST`] bytes.
    pub text: String,
}

impl Comment {
    /// The longest text, in bytes.
    pub const LONGEST: usize = 16 << 10;
    /// The most comments of a tree.
    pub const MOST: usize = 1 << 16;

    /// Whether it may stand in a tree whose root is this position.
    pub(super) fn fits<G: Game>(&self, root: &G) -> bool {
        let is_legal = root.legal_line(&self.line).len() == self.line.len();
        (1..=Comment::LONGEST).contains(&self.text.len()) && is_legal
    }

    /// Takes in what another text says about the same position. Who takes in whom does not matter, nor how
    /// often; what does not fit is cut.
    pub(super) fn join(text: &mut String, other: &str) {
        if text.contains(other) {
            return;
        }
        *text = match text.as_str().cmp(other) {
            _ if other.contains(&*text) => other.to_string(),
            Ordering::Greater => format!("{other}\n{text}"),
            _ => format!("{text}\n{other}"),
        };
        text.truncate(Comment::cut(text, Comment::LONGEST).len());
    }

    /// As much of a text as so many bytes hold, cut between two letters.
    pub(super) fn cut(text: &str, most: usize) -> &str {
        let end = (0..=most.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
        &text[..end.unwrap_or_default()]
    }
}

/// Why a comment cannot be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CannotComment {
    /// A move of the line is illegal.
    #[error("the line has an illegal move")]
    NoMove,
    /// The text is too long.
    #[error("a comment has at most {} bytes", Comment::LONGEST)]
    TooLong,
    /// The tree has as many as it may have.
    #[error("a tree has at most {} comments", Comment::MOST)]
    TooMany,
}
