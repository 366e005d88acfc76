//! Where a tree may be saved.

use std::path::{Path, PathBuf};

use crate::store::{self, SaveLock, Seen, StoreError};

/// A place for a tree, as it was found. From [`SavePlace::take`] on nothing else saves there.
///
/// ```
/// use shans_search::session::SavePlace;
/// use shans_search::store::StoreError;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("nim.tree");
///
/// let mut place = SavePlace::at(&path);
/// place.take()?;
/// // A second analysis cannot save to the same file.
/// assert!(matches!(SavePlace::at(&path).take(), Err(StoreError::Busy(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SavePlace {
    path: PathBuf,
    /// What may be replaced.
    seen: Seen,
    lock: Option<SaveLock>,
}

impl SavePlace {
    /// The place as it is now; it is not touched yet. What stands there now may be replaced later, and
    /// nothing else: the decision is made by looking at it after this.
    pub fn at(path: &Path) -> SavePlace {
        SavePlace { path: path.to_path_buf(), seen: Seen::at(path), lock: None }
    }

    /// A place where nothing is, locked at once.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if another program has the lock, or nothing can be saved.
    pub(super) fn free(path: PathBuf) -> Result<SavePlace, StoreError> {
        let lock = Some(SaveLock::take(&path)?);
        Ok(SavePlace { path, seen: Seen::NOTHING, lock })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps all others from saving there, if that was not done yet.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if another program has the lock, and where saving there is impossible, as far
    /// as can be known before anything is searched.
    pub fn take(&mut self) -> Result<(), StoreError> {
        if self.lock.is_none() {
            let lock = SaveLock::take(&self.path)?;
            store::probe(&self.path)?;
            self.lock = Some(lock);
        }
        Ok(())
    }

    /// Lets others save there again.
    pub(super) fn release(&mut self) {
        self.lock = None;
    }

    /// What may be replaced.
    pub(super) fn seen(&self) -> &Seen {
        &self.seen
    }

    /// What was put there now is what the next save replaces.
    pub(super) fn note(&mut self, seen: Seen) {
        self.seen = seen;
    }
}
