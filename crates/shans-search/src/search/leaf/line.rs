//! The positions on the way to a leaf.

use std::sync::Arc;

use crate::game::{Game, MoveCode};
use crate::search::report::Root;

/// The way to the last leaf. The next one usually shares its beginning, so that few moves have to be
/// replayed.
#[derive(Clone, Debug)]
pub(super) struct PositionLine<G: Game> {
    root: Option<Arc<Root<G>>>,
    moves: Vec<MoveCode>,
    /// The position at the root, then the one after each move.
    positions: Vec<G>,
    /// Keys of the positions before the last one, those before the root included.
    past: Vec<u64>,
}

impl<G: Game> Default for PositionLine<G> {
    fn default() -> Self {
        PositionLine { root: None, moves: Vec::new(), positions: Vec::new(), past: Vec::new() }
    }
}

impl<G: Game> PositionLine<G> {
    /// Plays these moves from the root, which are legal; the position after them.
    pub(super) fn go_to(&mut self, root: &Arc<Root<G>>, moves: &[MoveCode]) -> &G {
        if !self.root.as_ref().is_some_and(|known| Arc::ptr_eq(known, root)) {
            self.root = Some(Arc::clone(root));
            self.moves.clear();
            self.positions = vec![root.game().clone()];
            self.past = root.history().to_vec();
        }
        let shared = self.moves.iter().zip(moves).take_while(|(a, b)| a == b).count();
        self.moves.truncate(shared);
        self.positions.truncate(shared + 1);
        self.past.truncate(root.history().len() + shared);
        let mut game = self.positions[shared].clone();
        for &code in &moves[shared..] {
            self.past.push(game.key());
            if let Some(mv) = game.decode(code) {
                game.play(mv);
            }
            self.moves.push(code);
            self.positions.push(game.clone());
        }
        &self.positions[moves.len()]
    }

    /// Keys of the positions before it.
    pub(super) fn past(&self) -> &[u64] {
        &self.past
    }
}
