//! Replacing a file as a whole: a crash at any moment leaves the old one or the new one.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use same_file::Handle;

use super::error::StoreError;

/// What a file is called while it is being written.
const SUFFIX: &str = ".part";

/// A new version of a file, beside the old one. There is one such at a time; what a crash
/// leaves of one is taken over by the next.
#[derive(Debug)]
pub struct Replacement {
    /// To be written.
    pub file: File,
    path: PathBuf,
    target: PathBuf,
}

/// A new version that is whole, but maybe not yet on the disk, and not yet in place.
#[derive(Debug)]
#[must_use = "it has to be put in place"]
pub struct Written {
    replacement: Replacement,
    bytes: u64,
}

impl Replacement {
    /// Begins a new version of `target`, empty.
    ///
    /// # Errors
    ///
    /// [`StoreError`] where the folder does not allow it or another program is at it.
    pub fn begin(target: &Path) -> Result<Replacement, StoreError> {
        // A link stays a link, to the new file.
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_path_buf());
        let mut name = OsString::from(".");
        match target.file_name() {
            Some(file) if !target.is_dir() && !ends_as_folder(&target) => name.push(file),
            _ => return Err(no_file(&target)),
        }
        name.push(SUFFIX);
        let path = target.with_file_name(name);
        let file = loop {
            // Not cut off before it is locked: another program may be writing it.
            let options = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
            let file = options.map_err(StoreError::system("create", &path))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(StoreError::Busy(target)),
                Err(TryLockError::Error(error)) => {
                    return Err(StoreError::system("lock", &path)(error));
                }
            }
            // If another program was done in between, this is the file that it put in place.
            if is_at(&file, &path).map_err(StoreError::system("create", &path))? {
                break file;
            }
        };
        file.set_len(0).map_err(StoreError::system("write", &path))?;
        if let Ok(old) = fs::metadata(&target) {
            file.set_permissions(old.permissions())
                .map_err(StoreError::system("set the permissions of", &path))?;
        }
        Ok(Replacement { file, path, target })
    }

    /// Where it is written.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes sure that everything is on the disk, and puts it in place of the old version.
    ///
    /// # Errors
    ///
    /// [`StoreError::System`]; the old version or the new one is in place then, whole.
    pub fn put_in_place(self) -> Result<(), StoreError> {
        let Replacement { file, path, target } = &self;
        let placed = file
            .sync_all()
            .map_err(StoreError::system("write", path))
            .and_then(|()| fs::rename(path, target).map_err(StoreError::system("replace", target)));
        if let Err(error) = placed {
            self.discard();
            return Err(error);
        }
        sync_folder(target)
    }

    /// Gives up; the old version stays.
    pub fn discard(self) {
        // What is left of it is taken over by the next one.
        let _ = fs::remove_file(&self.path);
    }
}

impl Written {
    /// A new version, whole, of this length.
    pub(super) fn new(replacement: Replacement, bytes: u64) -> Written {
        Written { replacement, bytes }
    }

    /// Puts it in place of the old version, and returns its bytes.
    ///
    /// # Errors
    ///
    /// [`StoreError::System`]; the old version or the new one is in place then, whole.
    pub fn put_in_place(self) -> Result<u64, StoreError> {
        self.replacement.put_in_place()?;
        Ok(self.bytes)
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

/// A rename is on the disk once its folder is.
fn sync_folder(file: &Path) -> Result<(), StoreError> {
    if cfg!(not(unix)) {
        // Folders cannot be opened there.
        return Ok(());
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let opened = File::open(folder).and_then(|folder| folder.sync_all());
    opened.map_err(StoreError::system("write", folder))
}

fn no_file(path: &Path) -> StoreError {
    let source = io::Error::new(io::ErrorKind::InvalidInput, "it names no file");
    StoreError::system("write", path)(source)
}

fn ends_as_folder(path: &Path) -> bool {
    path.to_string_lossy().ends_with(std::path::is_separator)
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
}
