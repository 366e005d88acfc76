//! What an analysis begins with, and what it ends with.

use super::games::GivenPosition;
use super::settings::SearchSettings;
use crate::game::Game;
use crate::search::Root;
use crate::session::{SavedTree, SessionReport};

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
pub struct AnalysisResult<'a, G: Game> {
    /// The position.
    pub input: AnalysisInput<G>,
    /// How it was searched.
    pub settings: &'a SearchSettings,
    /// What was found, and what was spent before the search was resumed.
    pub run: SessionReport<G::Move>,
    /// Where its tree is.
    pub saved: Option<SavedTree>,
}

impl<G: Game> AnalysisInput<G> {
    /// A position that was given as text, its past unknown.
    pub fn new(given: GivenPosition<G>) -> AnalysisInput<G> {
        let GivenPosition { position, id, warnings } = given;
        AnalysisInput { warnings, id, ..AnalysisInput::from_position(position) }
    }

    /// A position that is part of a game or a tree.
    pub fn from_position(position: G) -> AnalysisInput<G> {
        AnalysisInput::from_root(Root::new(position))
    }

    /// A position with its past.
    pub fn from_root(root: Root<G>) -> AnalysisInput<G> {
        AnalysisInput { root, warnings: Vec::new(), id: None, input_line: None }
    }
}

impl<G: Game> AnalysisResult<'_, G> {
    /// The position.
    pub fn position(&self) -> &G {
        self.input.root.game()
    }
}
