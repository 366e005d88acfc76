//! What an analysis begins with, and what it ends with.

use super::games::{GivenLine, GivenPosition};
use super::settings::SearchSettings;
use crate::game::Game;
use crate::search::Root;
use crate::session::SessionReport;
use crate::store::Saved;

/// A position to be analysed.
#[derive(Clone, Debug)]
pub struct AnalysisInput<G: Game> {
    /// The position and its past.
    pub root: Root<G>,
    /// What was ignored to make sense of it.
    pub warnings: Vec<String>,
    /// Its name, where it came with one.
    pub id: Option<String>,
    /// The number of its line in standard input, from 1 on.
    pub input_line: Option<u64>,
}

/// A position that was analysed.
#[derive(Debug)]
pub struct AnalysisResult<G: Game> {
    /// The position.
    pub input: AnalysisInput<G>,
    /// How it was searched.
    pub settings: SearchSettings,
    /// What was found, and what was spent before the search was resumed.
    pub run: SessionReport<G::Move>,
    /// Where its tree is.
    pub saved: Option<Saved>,
}

impl<G: Game> AnalysisInput<G> {
    /// A position that was given as text, its past unknown before the moves that it came with.
    pub fn new(given: impl Into<GivenLine<G>>) -> AnalysisInput<G> {
        let GivenLine { start: GivenPosition { position, id, warnings, .. }, moves } = given.into();
        let mut root = Root::new(position);
        moves.into_iter().for_each(|mv| root.play(mv));
        AnalysisInput { warnings, id, ..AnalysisInput::from_root(root) }
    }

    /// A position with its past.
    pub fn from_root(root: Root<G>) -> AnalysisInput<G> {
        AnalysisInput { root, warnings: Vec::new(), id: None, input_line: None }
    }
}

impl<G: Game> AnalysisResult<G> {
    /// The position.
    pub fn position(&self) -> &G {
        self.input.root.game()
    }
}
