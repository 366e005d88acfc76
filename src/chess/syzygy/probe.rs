//! What is asked of tables, and of the crate that reads them.

use shakmaty::Chess;
use shakmaty_syzygy::{Dtz, MaybeRounded, Metric, ProbeError, SyzygyError, Tablebase, Wdl};
use thiserror::Error;

use super::held_files::HeldFiles;
use super::material::file_name;

/// Anything that answers as tables do.
pub trait Probe: Send + Sync {
    /// No position with more pieces is known, kings included.
    fn most_pieces(&self) -> u32;

    /// Who wins a position without rights to castle, the last move being a capture or a move of a pawn:
    /// for the side to move.
    ///
    /// # Errors
    ///
    /// [`ProbeTrouble`] where no table says so.
    fn wdl(&self, chess: &Chess) -> Result<Wdl, ProbeTrouble>;

    /// In how many plies the next capture, move of a pawn or mate follows, for the side to move, whose win
    /// is kept by it.
    ///
    /// # Errors
    ///
    /// [`ProbeTrouble`] where no table says so.
    fn dtz(&self, chess: &Chess) -> Result<MaybeRounded<Dtz>, ProbeTrouble>;

    /// Bytes of memory taken so far.
    fn bytes(&self) -> u64 {
        0
    }
}

/// Why tables say nothing of a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProbeTrouble {
    /// There is no such table.
    #[error("the table {0} is missing")]
    Missing(String),
    /// A table cannot be read.
    #[error("the table {file} is left out: {why}")]
    Unreadable {
        /// The name of its file.
        file: String,
        /// The reason, as a part of a sentence.
        why: String,
    },
    /// No table is about such positions.
    #[error("no table is about such positions")]
    Beyond,
}

impl From<SyzygyError> for ProbeTrouble {
    fn from(error: SyzygyError) -> ProbeTrouble {
        match error {
            SyzygyError::Castling | SyzygyError::TooManyPieces => ProbeTrouble::Beyond,
            SyzygyError::MissingTable { metric, material } => {
                ProbeTrouble::Missing(file_name(&material.to_string(), ending(metric)))
            }
            SyzygyError::ProbeFailed { metric, material, error } => ProbeTrouble::Unreadable {
                file: file_name(&material.to_string(), ending(metric)),
                why: match *error {
                    ProbeError::Read { error } => format!("it cannot be read: {error}"),
                    ProbeError::Magic { .. } => "it does not begin as a table does".to_string(),
                    ProbeError::CorruptedTable { .. } => "it is damaged or cut off".to_string(),
                },
            },
        }
    }
}

/// How the names of files end that say this.
fn ending(metric: Metric) -> &'static str {
    match metric {
        Metric::Wdl => "rtbw",
        Metric::Dtz => "rtbz",
    }
}

/// Tables in files.
#[derive(Debug)]
pub(super) struct FileProbe {
    pub(super) tables: Tablebase<Chess>,
    pub(super) files: HeldFiles,
}

impl Probe for FileProbe {
    fn most_pieces(&self) -> u32 {
        self.tables.max_pieces() as u32
    }

    fn wdl(&self, chess: &Chess) -> Result<Wdl, ProbeTrouble> {
        Ok(self.tables.probe_wdl_after_zeroing(chess)?)
    }

    fn dtz(&self, chess: &Chess) -> Result<MaybeRounded<Dtz>, ProbeTrouble> {
        Ok(self.tables.probe_dtz(chess)?)
    }

    fn bytes(&self) -> u64 {
        self.files.bytes()
    }
}
