//! An explanation with its position: what all sentences are written about.

use crate::app::games::{Causes, CommandLineGame};
use crate::app::reporting::score::{Score, in_words, mover};
use crate::app::reporting::variation::numbered;
use crate::inspect::{MoveExplanation, MoveText, Verdict};
use crate::value::Player;

/// An explanation, and the position that it is about.
pub(super) struct Text<'a, G: CommandLineGame> {
    pub(super) explanation: &'a MoveExplanation,
    pub(super) position: &'a G,
    /// Why the move is bad, or what it does.
    pub(super) causes: &'a Causes<G::Move>,
    /// The side to move.
    pub(super) side: Player,
    /// Whose scores are told in sentences.
    pub(super) viewer: Player,
}

impl<'a, G: CommandLineGame> Text<'a, G> {
    /// The scores are those of the side to move.
    pub(super) fn new(
        explanation: &'a MoveExplanation,
        position: &'a G,
        causes: &'a Causes<G::Move>,
    ) -> Self {
        let side = mover(position);
        Text { explanation, position, causes, side, viewer: side }
    }

    /// A score of the explanation, which is that of the side to move, in the words of the viewer.
    pub(super) fn words(&self, score: Score) -> String {
        in_words(if self.viewer == self.side { score } else { score.of_opponent() })
    }

    /// The name of the side to move.
    pub(super) fn player(&self) -> &'static str {
        G::player_name(self.side)
    }

    /// Whether leaves are searched.
    pub(super) fn is_searched(&self) -> bool {
        self.explanation.is_searched
    }

    /// Whether it is the answer.
    pub(super) fn is_preferred(&self) -> bool {
        self.explanation.verdict == Verdict::Preferred
    }

    /// What follows the first of these moves, with numbers, this many plies at most; empty if nothing does.
    pub(super) fn behind_first(&self, line: &[MoveText], plies: usize) -> String {
        let Some((first, behind)) = line.split_first() else { return String::new() };
        let (_, after) = replay(self.position, std::slice::from_ref(first));
        replay(&after, &behind[..behind.len().min(plies)]).0
    }
}

/// A variation with move numbers, and the position behind it.
pub(super) fn replay<G: CommandLineGame>(position: &G, variation: &[MoveText]) -> (String, G) {
    let (moves, at) = played(position, variation);
    (numbered(position, &moves, usize::MAX), at)
}

/// The moves of a variation, and the position behind it.
pub(super) fn played<G: CommandLineGame>(
    position: &G,
    variation: &[MoveText],
) -> (Vec<G::Move>, G) {
    let mut at = position.clone();
    let mut moves = Vec::new();
    for text in variation {
        if let Some(mv) = at.parse_move(&text.machine) {
            at.play(mv);
            moves.push(mv);
        }
    }
    (moves, at)
}
