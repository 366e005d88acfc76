//! Moves that are not to be considered.

use crate::game::{Game, MoveCode};

/// A move that is not considered in one position, wherever and in whatever order it is reached. What is
/// proven is proven of the game without this move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// From the root of the tree, the move last.
    pub line: Vec<MoveCode>,
    /// The key of the position.
    pub key: u64,
}

impl LeftOut {
    /// Whether a move of a position is this one.
    fn is<G: Game>(&self, game: &G, mv: G::Move) -> bool {
        self.line.last() == Some(&game.encode(mv))
    }
}

/// Whether a move may be considered in a position.
pub fn allows<G: Game>(left_out: &[LeftOut], game: &G, mv: G::Move) -> bool {
    left_out.is_empty() || !here(left_out, game.key()).any(|left_out| left_out.is(game, mv))
}

/// Takes the moves that are not considered out of those of a position.
pub fn leave_out<G: Game>(left_out: &[LeftOut], game: &G, moves: &mut Vec<G::Move>) {
    if is_restricted(left_out, game) {
        moves.retain(|&mv| allows(left_out, game, mv));
    }
}

/// Whether some move of a position is not considered.
pub fn is_restricted<G: Game>(left_out: &[LeftOut], game: &G) -> bool {
    !left_out.is_empty() && here(left_out, game.key()).next().is_some()
}

/// What is left out below a move of the root, told from there on.
pub fn left_out_behind(left_out: &[LeftOut], code: MoveCode) -> Vec<LeftOut> {
    let behind = left_out.iter().filter_map(|left_out| {
        let line = left_out.line.strip_prefix(&[code])?.to_vec();
        Some(LeftOut { line, key: left_out.key })
    });
    behind.filter(|left_out| !left_out.line.is_empty()).collect()
}

fn here(left_out: &[LeftOut], key: u64) -> impl Iterator<Item = &LeftOut> {
    left_out.iter().filter(move |left_out| left_out.key == key)
}
