//! What can be wrong with a tree file.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a tree could not be saved or loaded. Every message names the file and what to do.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The system refused.
    #[error("cannot {doing} {path}: {reason}")]
    System {
        /// What was being done.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// Another program saves to the same file.
    #[error("{0} is being saved by another program; wait for it, or save to another file")]
    Busy(PathBuf),
    /// Something else.
    #[error("{0} is no tree file: it does not begin like one")]
    NoTree(PathBuf),
    /// A format that this program does not know.
    #[error(
        "{path} has format version {found}, this program reads {known}; use the program that \
         wrote it, or a newer one"
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u16,
        /// The version that can be read.
        known: u16,
    },
    /// A tree of another game.
    #[error("{path} is a tree of {found:?}, not of {expected:?}")]
    Game {
        /// The file.
        path: PathBuf,
        /// Its game.
        found: String,
        /// The game that was to be read.
        expected: &'static str,
    },
    /// It does not hold what it should.
    #[error("{path} is damaged {place}: {what}; use a copy of it, or analyse again")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where: a part of the file with the place of its first byte.
        place: String,
        /// What is wrong there.
        what: String,
    },
    /// The tree is larger than the room for it.
    #[error(
        "{path} has {nodes} tree nodes, and there is room for {room}; give at least \
         --memory {mebibytes}MiB, and --tree-nodes {nodes} if they are limited"
    )]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Nodes of the tree.
        nodes: u64,
        /// Nodes that fit.
        room: u64,
        /// The least memory in which the tree has room.
        mebibytes: u64,
    },
}

impl StoreError {
    pub(super) fn system(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
        move |reason| StoreError::System { doing, path: path.to_path_buf(), reason }
    }
}
