//! What may be saved in place of an existing tree: work is lost only with --force.

use std::io::Read;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::app::reporting::score::counted;
use crate::store::{self, TreeFile};

/// A tree that would be lost.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WouldReplace {
    /// A new analysis in its place.
    #[error(
        "{path} holds a tree{work}; continue it (shans resume), save to another file, or give \
         --force to overwrite it"
    )]
    Tree {
        /// The file.
        path: PathBuf,
        /// How much went into it, if that can be read.
        work: String,
    },
    /// Another analysis that continues in its place.
    #[error("{path} holds a tree {of}; save to another file, or give --force to overwrite it")]
    OtherTree {
        /// The file.
        path: PathBuf,
        /// What tells it apart.
        of: String,
    },
}

/// Refuses to save a new analysis in place of a tree.
///
/// # Errors
///
/// [`WouldReplace`] if there is one.
pub fn by_new_analysis(target: &Path) -> Result<(), WouldReplace> {
    if !store::is_tree(target) {
        return Ok(());
    }
    let work = TreeFile::open(target).ok().and_then(|tree| tree.work());
    let work = work.map(|nodes| format!(" with {} of work", counted(nodes, "node")));
    Err(WouldReplace::Tree { path: target.to_path_buf(), work: work.unwrap_or_default() })
}

/// Refuses to save an analysis that continues from `tree` in place of a tree of another root, or
/// with more work.
///
/// # Errors
///
/// [`WouldReplace`] if such a one is there.
pub fn by_tree<R: Read>(target: &Path, tree: &TreeFile<R>) -> Result<(), WouldReplace> {
    if !store::is_tree(target) {
        return Ok(());
    }
    let path = target.to_path_buf();
    let of = match TreeFile::open(target) {
        Err(_) => "that cannot be read".to_string(),
        Ok(other) if !other.has_root_of(tree) => "of another analysis".to_string(),
        Ok(other) => match (other.work(), tree.work()) {
            (Some(there), Some(here)) if there <= here => return Ok(()),
            (Some(there), _) => format!("with {} of work, more than here", counted(there, "node")),
            (None, _) => "that cannot be read".to_string(),
        },
    };
    Err(WouldReplace::OtherTree { path, of })
}
