//! Locks beside files, so that one program at a time writes to a place.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use same_file::Handle;

use super::error::StoreError;
use super::target::Target;

/// What the lock of an analysis adds to the name of its file.
const SUFFIX: &str = ".lock";

/// The right of one program to save to a file, from before it reads the tree until the last save.
/// It ends with the program, however that ends: what is left of the lock file then blocks nobody.
#[derive(Debug)]
pub struct SaveLock {
    path: PathBuf,
    /// Locked as long as it is open.
    _file: File,
}

impl SaveLock {
    /// Takes the right to save to `target`, whether there is a file yet or not.
    ///
    /// # Errors
    ///
    /// [`StoreError::Busy`] where another program has it; [`StoreError`] where nothing can be
    /// saved there.
    pub fn take(target: &Path) -> Result<SaveLock, StoreError> {
        let target = Target::new(target)?;
        let path = target.beside(SUFFIX);
        let file = lock(&path, target.given())?;
        Ok(SaveLock { path, _file: file })
    }
}

impl Drop for SaveLock {
    fn drop(&mut self) {
        // Whoever has opened it meanwhile finds that it is gone, and makes a new one.
        let _ = fs::remove_file(&self.path);
    }
}

/// Opens the file at `path`, or makes it, and locks it. Errors name `target`.
pub(super) fn lock(path: &Path, target: &Path) -> Result<File, StoreError> {
    let failed = |error| StoreError::system("write in the folder of", target)(error);
    loop {
        // Not cut off before it is locked: another program may be writing it.
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = file.map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::Busy(target.to_path_buf())),
            Err(TryLockError::Error(error)) => {
                return Err(StoreError::system("lock", target)(error));
            }
        }
        // If another program was done in between, this file is elsewhere now, or gone.
        if is_at(&file, path).map_err(failed)? {
            return Ok(file);
        }
    }
}

/// Whether the file is the one at `path`.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let own = Handle::from_file(file.try_clone()?)?;
    match Handle::from_path(path) {
        Ok(present) => Ok(present == own),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_renamed_is_elsewhere() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("a");
        let file = File::create(&path)?;
        assert!(is_at(&file, &path)?);
        fs::rename(&path, folder.path().join("b"))?;
        assert!(!is_at(&file, &path)?);
        File::create(&path)?;
        assert!(!is_at(&file, &path)?);
        Ok(())
    }

    #[test]
    fn one_at_a_time_and_nothing_is_left() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("a.tree");
        // What a killed program leaves.
        fs::write(folder.path().join(".a.tree.lock"), "")?;
        for _ in 0..2 {
            let lock = SaveLock::take(&path);
            assert!(lock.is_ok());
            assert!(matches!(SaveLock::take(&path), Err(StoreError::Busy(_))));
            drop(lock);
            assert_eq!(fs::read_dir(folder.path())?.count(), 0);
        }
        Ok(())
    }
}
