//! What can be wrong with a tree file.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a tree could not be saved or loaded. Every message names the file and what to do.
#[derive(Debug, Error)]
#[non_exhaustive]
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
    /// Another program analyses the tree of this file, or writes to it.
    #[error("{0} is in use by another analysis; wait for it, or save elsewhere")]
    Busy(PathBuf),
    /// What is at this place is not to be replaced.
    #[error("{path} {what}; save to another file")]
    NotToBeReplaced {
        /// The file.
        path: PathBuf,
        /// What is there.
        what: &'static str,
    },
    /// What is written beside a file cannot be this program's own.
    #[error("cannot write {path}: {hidden} in the same folder is {what}; move it away")]
    InTheWay {
        /// The file.
        path: PathBuf,
        /// What is in the way.
        hidden: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// Another program has put something else there since it was read or written last.
    #[error("{0} was changed by another program in the meantime and is left alone")]
    Changed(PathBuf),
    /// Something else.
    #[error("{0} is not a tree file")]
    NoTree(PathBuf),
    /// A folder, a device or a pipe: reading it may never end.
    #[error("{0} is not a regular file, so it cannot be a tree")]
    NoFile(PathBuf),
    /// A format that this program does not know.
    #[error(
        "{path} has format version {found}, this program reads version {known} only; use the program \
         that wrote it"
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u16,
        /// The version that can be read.
        known: u16,
    },
    /// A part of it needs a newer program.
    #[error("{path} has a {what} {name} unknown to this program; use a newer one")]
    Unknown {
        /// The file.
        path: PathBuf,
        /// What kind of part it is.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// A tree of another game.
    #[error("{path} is a tree for {found:?}, not for {expected:?}")]
    Game {
        /// The file.
        path: PathBuf,
        /// Its game.
        found: String,
        /// The game that was to be read.
        expected: &'static str,
    },
    /// It does not hold what it should.
    #[error("{path} is damaged {place}: {what}; restore a copy, or analyse again")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where: a part of the file with the place of its first byte.
        place: String,
        /// What is wrong there.
        what: String,
    },
    /// The tree is larger than the room for it, and cannot be made smaller, or may not.
    #[error(
        "{path} has {nodes} tree nodes that must stay, and there is room for {room}; give at \
         least --memory {mebibytes}MiB, and --tree-nodes {nodes} if they are limited, or let the \
         search free the least important nodes (--when-full free)"
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
    /// There is not as much memory as it is to have.
    #[error(
        "{path} needs {mebibytes} MiB for nodes, more than this machine has; lower --memory or \
         --tree-nodes, or use a larger machine"
    )]
    NoMemory {
        /// The file.
        path: PathBuf,
        /// The memory for its nodes.
        mebibytes: u64,
    },
}

impl StoreError {
    pub(super) fn system(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
        move |reason| StoreError::System { doing, path: path.to_path_buf(), reason }
    }
}

/// Why a header cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadHeader {
    /// What is wrong in it.
    Damaged(String),
    /// It needs a newer program.
    Unknown {
        /// A kind of thing.
        what: &'static str,
        /// The one that is not known, as it is to be printed.
        name: String,
    },
}

impl BadHeader {
    /// Something is wrong.
    pub fn damaged(what: impl Into<String>) -> BadHeader {
        BadHeader::Damaged(what.into())
    }

    /// The error of the file at `path`.
    pub fn in_file(self, path: &Path) -> StoreError {
        let path = path.to_path_buf();
        match self {
            BadHeader::Damaged(what) => {
                StoreError::Damaged { path, place: "in its header (byte 0)".to_string(), what }
            }
            BadHeader::Unknown { what, name } => StoreError::Unknown { path, what, name },
        }
    }
}
