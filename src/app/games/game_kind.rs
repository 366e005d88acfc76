//! The games by name.

use std::path::Path;

use clap::ValueEnum;

use crate::game::Notation;
use crate::junqi;
use crate::store::TreeFile;

/// A game that can be asked for by name.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum GameKind {
    /// Chess and Chess960
    #[default]
    Chess,
    /// Siguo Junqi, the four-country army chess
    Junqi,
}

impl GameKind {
    /// The game of a saved tree; chess where the file cannot be read, which anyone who reads it
    /// will be told.
    pub fn of_tree(path: &Path) -> GameKind {
        match TreeFile::open(path) {
            Ok(file) if file.game() == junqi::Position::NAME => GameKind::Junqi,
            _ => GameKind::Chess,
        }
    }
}
