//! The line of a game that is to be reviewed.

use super::curve::played;
use super::question::Moves;
use crate::app::games::CommandLineGame;
use crate::search::{BestFirst, Root};

/// What there is to review: the line as far as a tree can hold it, which ends where a draw could be claimed.
pub struct ReviewedLine<G: CommandLineGame> {
    /// The positions, one more than moves.
    pub positions: Vec<G>,
    /// The moves.
    pub moves: Vec<G::Move>,
}

impl<G: CommandLineGame> ReviewedLine<G> {
    /// The line with these moves from the root of the tree.
    ///
    /// # Errors
    ///
    /// A move that is not legal.
    pub fn new(search: &BestFirst<G>, texts: &Moves) -> Result<ReviewedLine<G>, String> {
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
        Ok(ReviewedLine { positions, moves })
    }
}
