//! The game that a tree is of: its moves from the root on. They are kept with the tree, and the search does not read
//! them.

use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics, MoveCode};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The moves of the game from the root of the tree on; none where the tree is not that of a game.
    pub fn game_line(&self) -> Vec<G::Move> {
        self.root.game.legal_line(&self.game_line)
    }

    /// Whether the tree is that of a game.
    pub fn is_of_game(&self) -> bool {
        !self.game_line.is_empty()
    }

    /// Keeps these moves as those of the game, from the root of the tree on, in place of what is kept.
    ///
    /// # Panics
    ///
    /// May panic if a move is not legal where it stands.
    pub fn set_game_line(&mut self, moves: &[G::Move]) {
        self.game_line = self.root.game.encode_line(moves);
    }

    /// The codes of these moves, as a file has them.
    pub fn game_line_codes(&self) -> &[MoveCode] {
        &self.game_line
    }

    /// The moves of the game as those of a tree that begins at the position analysed; none where the game does not lead
    /// there.
    pub(super) fn game_line_below(&self) -> Vec<MoveCode> {
        let below = self.game_line.strip_prefix(&self.moves_to_position()[..]);
        below.map(<[MoveCode]>::to_vec).unwrap_or_default()
    }

    /// Takes over the moves of the game of a search whose root lies behind these moves, where this one has none.
    pub(super) fn game_line_of(&mut self, other: &BestFirst<G>, way: &[MoveCode]) {
        if self.game_line.is_empty() && !other.game_line.is_empty() {
            self.game_line = [way, &other.game_line].concat();
        }
    }
}
