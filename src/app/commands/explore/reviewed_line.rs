//! The line of a game that is to be reviewed.

use super::curve::played;
use super::question::Moves;
use crate::app::games::CommandLineGame;
use crate::search::{BestFirst, Root};

/// What there is to review of the line with these moves from the root of the tree, as far as a tree can hold it, which ends where
/// a draw could be claimed: the positions, one more than moves, and the moves.
///
/// # Errors
///
/// A move that is not legal.
pub fn reviewed_line<G: CommandLineGame>(
    search: &BestFirst<G>,
    texts: &Moves,
) -> Result<(Vec<G>, Vec<G::Move>), String> {
    let (mut positions, mut moves) = played(search, texts)?;
    let mut root: Root<G> = search.root().clone();
    let is_open = |mv: &G::Move| {
        let is_over = root.game().outcome(&root.past()).is_some();
        root.play(*mv);
        !is_over
    };
    let length = moves.iter().copied().take_while(is_open).count();
    moves.truncate(length);
    positions.truncate(length + 1);
    Ok((positions, moves))
}
