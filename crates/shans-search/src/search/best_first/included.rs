//! Lines that somebody wants in the tree: their positions are searched before anything else.
//!
//! They wait in a list. As long as one of it is not done, the next iteration goes to the first of its
//! moves that is not in the tree, and makes it before its turn; nothing else of the iteration is
//! another one. Those that leave the way to the position analysed are looked at once, and not by every iteration: there
//! may be a million of them, and nothing grows where they lead.

use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::tree::NodeId;

/// The next move of a line that is to be in the tree: at the node at the end of this way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncludedMove {
    /// Which line it is of.
    pub line: usize,
    /// From the root of the tree to the node.
    pub way: Vec<NodeId>,
    /// The move to be made there.
    pub mv: MoveCode,
}

/// How far a line is.
enum Standing {
    /// All of it is in the tree, or as much as there can be.
    Done,
    /// It leaves the way to the position analysed, below which alone the tree grows.
    Beside,
    Wants(Vec<NodeId>, MoveCode),
}

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Lines that are still to be made part of the tree, each from the root of it.
    pub fn included(&self) -> &[Vec<MoveCode>] {
        &self.included
    }

    /// The moves from the root of the tree to the position analysed.
    pub fn moves_to_position(&self) -> Vec<MoveCode> {
        self.focus.walk.stem.iter().skip(1).map(|&id| self.tree.node(id).mv).collect()
    }

    /// A line from the position analysed as one from the root of the tree, and the position before its last
    /// move.
    ///
    /// # Errors
    ///
    /// The number, from 1 on, of the first move that is missing, not legal where it stands, or left out.
    pub(super) fn line_from_root(&self, line: &[G::Move]) -> Result<(Vec<MoveCode>, G), usize> {
        let mut game = self.position().clone();
        let mut codes = self.moves_to_position();
        let (&last, way) = line.split_last().ok_or(1_usize)?;
        for (index, &mv) in way.iter().enumerate() {
            codes.push(self.legal_code(&game, codes.len(), mv).ok_or(index + 1)?);
            game.play(mv);
        }
        codes.push(self.legal_code(&game, codes.len(), last).ok_or(line.len())?);
        Ok((codes, game))
    }

    /// The code of a move of a position so many plies below the root, if the tree may hold it.
    pub(super) fn legal_code(&self, game: &G, level: usize, mv: G::Move) -> Option<MoveCode> {
        let code = game.encode(mv);
        (self.root.allows(game, level, mv) && game.legal(code).is_some()).then_some(code)
    }

    /// What the first line wants that wants anything below the position analysed.
    pub(in crate::search) fn included_move(&self) -> Option<IncludedMove> {
        let mut lines = self.included.iter().enumerate().skip(self.focus.lines_passed);
        lines.find_map(|(line, moves)| match self.standing_of(moves) {
            Standing::Wants(way, mv) => Some(IncludedMove { line, way, mv }),
            Standing::Done | Standing::Beside => None,
        })
    }

    /// Forgets the lines that are done, up to the first that wants anything, and passes those that lie beside.
    pub(super) fn forget_included(&mut self) {
        let (mut passed, mut end) = (self.focus.lines_passed, self.focus.lines_passed);
        while let Some(line) = self.included.get(end) {
            match self.standing_of(line) {
                Standing::Done => {}
                Standing::Beside => {
                    self.included.swap(passed, end);
                    passed += 1;
                }
                Standing::Wants(..) => break,
            }
            end += 1;
        }
        if passed < end {
            self.pass_none();
            self.included.drain(passed..end);
        }
        self.focus.lines_passed = passed;
    }

    /// All lines are to be looked at again: they are other ones, or stand at other places.
    pub(super) fn pass_none(&mut self) {
        self.focus.all.iter_mut().for_each(|focus| focus.lines_passed = 0);
    }

    /// Forgets the first line of which a move is missing: that move cannot be made.
    pub(in crate::search) fn give_up_included_move(&mut self) {
        if let Some(included) = self.included_move() {
            self.pass_none();
            self.included.remove(included.line);
        }
    }

    /// Forgets all that wait below the position analysed: there is no room for them.
    pub(in crate::search) fn give_up_included(&mut self) {
        let stem = self.moves_to_position();
        self.pass_none();
        self.included.retain(|line| !line.starts_with(&stem));
    }

    fn standing_of(&self, line: &[MoveCode]) -> Standing {
        let mut at = self.tree.root();
        let mut way = vec![at];
        for &mv in line {
            let node = self.tree.node(at);
            if let Some(id) = self.tree.child_behind(at, mv) {
                at = id;
                way.push(id);
            } else if !way.starts_with(&self.focus.walk.stem) {
                return Standing::Beside;
            } else if node.is_finished() || !node.is_leaf() && !node.next.exists() {
                // It has no more moves to make.
                return Standing::Done;
            } else {
                return Standing::Wants(way, mv);
            }
        }
        Standing::Done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::search::chance::ChanceModel;
    use crate::search::limits::Limits;
    use crate::search::memory::MemoryLimits;
    use crate::search::report::{Root, Searcher};
    use crate::testing::Duel;

    /// Lines beside the position analysed are looked at once, and again where another one is analysed.
    #[test]
    fn lines_beside_are_passed() {
        for model in [ChanceModel::default(), ChanceModel::searching()] {
            let room = MemoryLimits::new(8 << 20);
            let mut search = BestFirst::new(Root::new(Duel::start()), model, room);
            let mut moves = Vec::new();
            search.position().moves(&mut moves);
            let (first, others) = (moves[0], &moves[1..]);
            search.step(first).unwrap_or_else(|error| panic!("{error}"));
            search.step_back().unwrap_or_else(|error| panic!("{error}"));
            // Lines of two moves: a step makes all of the first ones in the pure form.
            for &mv in others {
                let (mut behind, mut replies) = (*search.position(), Vec::new());
                behind.play(mv);
                behind.moves(&mut replies);
                search.include(&[mv, replies[0]]).unwrap_or_else(|error| panic!("{error}"));
            }
            search.step(first).unwrap_or_else(|error| panic!("{error}"));
            let go_on = |search: &mut BestFirst<Duel>| {
                let nodes = Some(search.nodes() + 20_000);
                search.search(&Limits { nodes, settles: false, ..Limits::default() }, &mut |_| {});
                assert_eq!(search.check(), Ok(search.tree.len()));
            };
            go_on(&mut search);
            let waiting = search.included.len();
            assert!(
                waiting > 0 && search.focus.lines_passed == waiting,
                "{} of {waiting}",
                search.focus.lines_passed
            );
            search.step_back().unwrap_or_else(|error| panic!("{error}"));
            go_on(&mut search);
            assert_eq!((search.included.len(), search.focus.lines_passed), (0, 0));
            assert_eq!(usize::from(search.tree.made(search.tree.root())), moves.len());
        }
    }
}
