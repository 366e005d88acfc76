//! Replacing a file as a whole: a crash at any moment leaves the old one or the new one.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::error::StoreError;
use super::lock::lock;
use super::target::Target;

/// What a file is called while it is being written.
const SUFFIX: &str = ".part";

/// A new version of a file, beside the old one. There is one such at a time; what a crash
/// leaves of one is taken over by the next.
#[derive(Debug)]
pub struct Replacement {
    /// To be written.
    pub file: File,
    path: PathBuf,
    target: Target,
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
    /// [`StoreError`] where what is there is no file that could be replaced, the folder does not
    /// allow it, or another program is at it.
    pub fn begin(target: &Path) -> Result<Replacement, StoreError> {
        let target = Target::new(target)?;
        let path = target.beside(SUFFIX);
        let file = lock(&path, target.given())?;
        file.set_len(0).map_err(StoreError::system("write", target.given()))?;
        if let Ok(old) = fs::metadata(target.path()) {
            file.set_permissions(old.permissions())
                .map_err(StoreError::system("set the permissions of", target.given()))?;
        }
        Ok(Replacement { file, path, target })
    }

    /// The file that is to be replaced, as errors call it.
    pub fn target(&self) -> &Path {
        self.target.given()
    }

    /// Makes sure that everything is on the disk, and puts it in place of the old version.
    ///
    /// # Errors
    ///
    /// [`StoreError::System`]; the old version or the new one is in place then, whole.
    pub fn put_in_place(self) -> Result<(), StoreError> {
        let Replacement { file, path, target } = &self;
        let placed =
            file.sync_all().map_err(StoreError::system("write", target.given())).and_then(|()| {
                let renamed = fs::rename(path, target.path());
                renamed.map_err(StoreError::system("replace", target.given()))
            });
        if let Err(error) = placed {
            self.discard();
            return Err(error);
        }
        sync_folder(target.path())
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
