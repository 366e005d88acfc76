//! Replacing a file as a whole: a crash at any moment leaves the old one or the new one.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

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
    pub fn of(target: &Path) -> Result<Replacement, StoreError> {
        // A link stays a link, to the new file.
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_path_buf());
        let mut name = OsString::from(".");
        match target.file_name() {
            Some(file) if !target.is_dir() => name.push(file),
            _ => return Err(no_file(&target)),
        }
        name.push(SUFFIX);
        let path = target.with_file_name(name);
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
    /// [`StoreError::System`]; the old version stays then.
    pub fn put_in_place(self) -> Result<(), StoreError> {
        let Replacement { file, path, target } = &self;
        let placed = file
            .sync_all()
            .map_err(StoreError::system("write", path))
            .and_then(|()| fs::rename(path, target).map_err(StoreError::system("replace", target)))
            .and_then(|()| sync_folder(target));
        if placed.is_err() {
            self.discard();
        }
        placed
    }

    /// Gives up; the old version stays.
    pub fn discard(self) {
        // What is left of it is taken over by the next one.
        let _ = fs::remove_file(&self.path);
    }
}

impl Written {
    /// A new version, whole: so many bytes.
    pub(super) fn new(replacement: Replacement, bytes: u64) -> Written {
        Written { replacement, bytes }
    }

    /// Puts it in place of the old version, and returns its bytes.
    ///
    /// # Errors
    ///
    /// [`StoreError::System`]; the old version stays then.
    pub fn put_in_place(self) -> Result<u64, StoreError> {
        self.replacement.put_in_place()?;
        Ok(self.bytes)
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
    let source = std::io::Error::new(std::io::ErrorKind::InvalidInput, "it names no file");
    StoreError::system("write", path)(source)
}
