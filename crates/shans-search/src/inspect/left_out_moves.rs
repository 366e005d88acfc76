//! The moves that a search was told not to consider, as data.

use serde::{Serialize, Serializer};

use super::move_text::{MoveText, variation_text};
use crate::game::Notation;
use crate::search::Root;

/// The moves that a search was told not to consider. What is proven is proven of the game without them.
///
/// In JSON these are two fields, of which those that are empty are missing: scripts rely on the names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LeftOutMoves {
    /// Lines from the root of the tree, each with the move that is left out at its end.
    #[serde(rename = "left_out", serialize_with = "machine_lines")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Vec<MoveText>>,
    /// The moves of the root that may be chosen; empty if all may.
    #[serde(serialize_with = "super::move_text::machine_only")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<MoveText>,
}

impl LeftOutMoves {
    /// Those of a root.
    pub fn of<G: Notation>(root: &Root<G>) -> LeftOutMoves {
        let game = root.game();
        let lines = root.lines_left_out();
        let only = root.candidates.iter().flatten();
        LeftOutMoves {
            lines: lines.iter().map(|line| variation_text(game, line)).collect(),
            only: only.map(|&mv| MoveText::new(game, mv)).collect(),
        }
    }

    /// Whether no move is left out.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.only.is_empty()
    }
}

fn machine_lines<S: Serializer>(lines: &[Vec<MoveText>], to: S) -> Result<S::Ok, S::Error> {
    let machine = |line: &Vec<MoveText>| Vec::from_iter(line.iter().map(|mv| mv.machine.clone()));
    to.collect_seq(lines.iter().map(machine))
}
