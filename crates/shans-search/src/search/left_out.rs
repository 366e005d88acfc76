//! Moves that are not to be considered, at the root and below it.

use thiserror::Error;

use super::report::Root;
use crate::game::{Game, MoveCode};
use crate::tree::{self, LeftOut};

/// Why a move cannot be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CannotLeaveOut {
    /// A move of the line is not legal where it stands; the first has the number 1.
    #[error("move {0} of the line is not legal, or is left out itself")]
    NoMove(usize),
    /// Without it there would be no move.
    #[error("no other move would be left in that position")]
    NothingLeft,
    /// At a random turn no side could leave it out.
    #[error("the turn before the last move is a random one")]
    RandomTurn,
    /// Those who search are somewhere below that position.
    #[error("the position analysed lies behind that move")]
    OnTheWay,
}

impl<G: Game> Root<G> {
    /// Moves that are not considered, besides those that [`Root::candidates`] leaves out.
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// The same as moves, each line from the root on.
    pub fn lines_left_out(&self) -> Vec<Vec<G::Move>> {
        self.left_out.iter().map(|left_out| self.game.legal_line(&left_out.line)).collect()
    }

    /// Whether what is proven in the tree is proven only of the game without the moves that are left out. At the root
    /// that includes the moves that are no candidates; the others count everywhere, since their positions may be reached
    /// in another order of moves.
    pub fn leaves_moves_out(&self, is_at_root: bool) -> bool {
        !self.left_out.is_empty() || is_at_root && self.candidates.is_some()
    }

    /// Leaves the last move of a line out, in the position in which it is made, wherever that is reached.
    ///
    /// # Errors
    ///
    /// [`CannotLeaveOut`]; nothing changes then.
    pub fn leave_out(&mut self, line: &[MoveCode]) -> Result<(), CannotLeaveOut> {
        let mut game = self.game.clone();
        let mut last = None;
        for (index, &code) in line.iter().enumerate() {
            let mv = game.legal(code).filter(|&mv| self.allows(&game, index, mv));
            let mv = mv.ok_or(CannotLeaveOut::NoMove(index + 1))?;
            if index + 1 < line.len() {
                game.play(mv);
            }
            last = Some(mv);
        }
        let Some(mv) = last else { return Err(CannotLeaveOut::NoMove(1)) };
        if game.turn().player().is_none() {
            return Err(CannotLeaveOut::RandomTurn);
        }
        let others = self.choices(&game, line.len() - 1);
        if others.iter().all(|&other| other == mv) {
            return Err(CannotLeaveOut::NothingLeft);
        }
        self.left_out.push(LeftOut { line: line.to_vec(), key: game.key() });
        Ok(())
    }

    /// The moves to choose from in a position, this many plies below the root.
    pub(crate) fn choices(&self, game: &G, level: usize) -> Vec<G::Move> {
        let mut moves = Vec::new();
        match self.candidates.as_ref().filter(|_| level == 0) {
            Some(candidates) => moves.clone_from(candidates),
            None => game.moves(&mut moves),
        }
        tree::leave_out(&self.left_out, game, &mut moves);
        moves
    }

    /// The moves to choose from in a position, this many plies below the root, where not all legal ones may be
    /// chosen.
    pub(crate) fn chosen(&self, game: &G, level: usize) -> Option<Vec<G::Move>> {
        let is_restricted =
            level == 0 && self.candidates.is_some() || tree::is_restricted(&self.left_out, game);
        is_restricted.then(|| self.choices(game, level))
    }

    /// Whether a move may be considered in a position, this many plies below the root.
    pub fn allows(&self, game: &G, level: usize, mv: G::Move) -> bool {
        let candidates = self.candidates.as_ref().filter(|_| level == 0);
        candidates.is_none_or(|candidates| candidates.contains(&mv))
            && tree::allows(&self.left_out, game, mv)
    }
}
