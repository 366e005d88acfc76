//! An explanation with its position: what all sentences are written about.

use crate::app::games::CommandLineGame;
use crate::app::reporting::variation::numbered;
use crate::inspect::{MoveExplanation, MoveText};
use crate::value::Player;

/// An explanation, and the position that it is about.
pub(super) struct Text<'a, G> {
    pub(super) explanation: &'a MoveExplanation,
    pub(super) position: &'a G,
    /// The side to move.
    pub(super) side: Player,
}

impl<G: CommandLineGame> Text<'_, G> {
    /// The name of the side to move.
    pub(super) fn player(&self) -> &'static str {
        G::player_name(self.side)
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
