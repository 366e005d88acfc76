//! A game with its variations as a tree of moves.

use crate::game::Game;

/// No more moves of a line are taken: no game is longer, and of lines that lie one within another each would have
/// those of all around it.
pub(super) const MOST_PLIES: usize = 1_000;

/// A game as a tree of moves from its first position on.
pub(super) struct GameTree<G: Game> {
    /// The line of the file in which it begins.
    pub(super) line: u64,
    /// The first position.
    pub(super) start: G,
    /// The positions, the first one first, each behind the one that it follows.
    pub(super) nodes: Vec<Node<G::Move>>,
    /// Where its lines end: in which line of the file, and with which position.
    pub(super) ends: Vec<(u64, usize)>,
}

/// A position of a game.
pub(super) struct Node<M> {
    /// What it is told from others by.
    pub(super) key: u64,
    /// The position before it, and the move; none for the first one.
    pub(super) from: Option<(usize, M)>,
}

/// A part of a line.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) from: usize,
    pub(super) end: usize,
    pub(super) plies: usize,
}

impl<G: Game> GameTree<G> {
    /// For each position the way to it from the first one with this key before it.
    pub(super) fn reached(&self, key: u64) -> Vec<Option<Way>> {
        let mut reached: Vec<Option<Way>> = Vec::with_capacity(self.nodes.len());
        for (index, node) in self.nodes.iter().enumerate() {
            let before = node.from.and_then(|(before, _)| reached[before]);
            let here = Way { from: index, end: index, plies: 0 };
            reached.push(match before {
                Some(way) if way.plies == MOST_PLIES => Some(way),
                Some(way) => Some(Way { end: index, plies: way.plies + 1, ..way }),
                None => (node.key == key).then_some(here),
            });
        }
        reached
    }

    /// The moves from one position to another one behind it.
    pub(super) fn moves_between(&self, from: usize, end: usize) -> Vec<G::Move> {
        let (mut moves, mut at) = (Vec::new(), end);
        while let Some((before, mv)) = self.nodes[at].from.filter(|_| at != from) {
            moves.push(mv);
            at = before;
        }
        moves.reverse();
        moves
    }
}
