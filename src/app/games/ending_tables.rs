//! Endgame tables from outside the program, as commands hand them to an evaluator.

use std::path::PathBuf;

use crate::chess::syzygy::{OpenedTables, Syzygy};

/// Endgame tables: those that are available, and those that made a tree.
#[derive(Clone, Debug, Default)]
pub struct EndingTables {
    /// The tables that are available.
    pub asked: Option<Syzygy>,
    /// Positions with this many pieces may have been known when a tree was made; 0 without one.
    pub remembered: u8,
}

impl EndingTables {
    /// The tables in these folders, to be asked about positions with this many pieces at most; what could not be
    /// used is reported in sentences.
    pub fn open(folders: &[PathBuf], most_pieces: u32) -> (EndingTables, Vec<String>) {
        if folders.is_empty() {
            return (EndingTables::default(), Vec::new());
        }
        let opened = OpenedTables::open(folders, most_pieces);
        (EndingTables { asked: opened.tables, remembered: 0 }, opened.troubles)
    }

    /// The same for a tree that was made with tables of positions with this many pieces.
    pub fn for_tree(self, pieces: u8) -> EndingTables {
        EndingTables { remembered: pieces, ..self }
    }

    /// Whether tables that made the tree are missing.
    pub fn lack_some(&self) -> bool {
        let pieces = self.asked.as_ref().map_or(0, Syzygy::pieces);
        u32::from(self.remembered) > pieces
    }
}
