//! What a header alone tells of an analysis, before any node is read: enough for a list of many files.

use std::io::Read;

use super::error::{BadHeader, StoreError};
use super::mapping;
use super::open::TreeFile;
use crate::game::{Evaluate, MoveCode, Notation};
use crate::search::{Root, SourceGame};

/// An analysis, as its header tells it.
#[derive(Clone, Debug)]
pub struct Glance<G: Evaluate> {
    /// The position at the root of the tree, with its past.
    pub root: Root<G>,
    /// The moves from there to the position analysed.
    pub line: Vec<G::Move>,
    /// The moves of a whole game from the root on; empty if the tree is not that of one.
    pub game_line: Vec<G::Move>,
    /// The preferred move in the position analysed; `None` before anything was searched.
    pub answer: Option<G::Move>,
    /// Nodes spent on it, in every session.
    pub nodes: u64,
    /// The game that leads to the root, as a file told it.
    pub game: SourceGame,
}

impl<R: Read> TreeFile<R> {
    /// What the header tells. Nothing else of the file is read or checked.
    ///
    /// # Errors
    ///
    /// [`StoreError`] for the tree of another game, and for whatever is wrong with the header.
    pub fn glance<G: Notation>(&self, evaluator: G::Evaluator) -> Result<Glance<G>, StoreError> {
        self.expect_game::<G>()?;
        let bad = |bad: BadHeader| bad.in_file(&self.path);
        let root = mapping::root::<G>(&self.header.root, evaluator).map_err(bad)?;
        let state = mapping::state(&self.header).map_err(bad)?;
        let played = |codes: &[MoveCode]| {
            let line = Some(root.game().legal_line(codes)).filter(|line| line.len() == codes.len());
            line.ok_or_else(|| bad(BadHeader::damaged("a line of illegal moves")))
        };
        let (line, game_line) = (played(&state.line)?, played(&state.notes.game_line)?);
        let at = root.game().after_line(&line);
        let answer = state.answer.changes.last().and_then(|change| at.legal(change.best));
        Ok(Glance { line, game_line, answer, nodes: state.nodes, game: state.notes.game, root })
    }
}
