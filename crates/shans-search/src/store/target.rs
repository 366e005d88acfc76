//! Places to which a file can be saved without destroying what is there.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::error::StoreError;
use super::preamble;

/// A file that may be created, or replaced as a whole.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// As the user calls it.
    given: PathBuf,
    /// Behind links: a link stays a link, to the new file.
    path: PathBuf,
}

impl Target {
    /// The file at `path`.
    ///
    /// # Errors
    ///
    /// [`StoreError`] for a folder, a device, a pipe, a link to nothing, and a file that is
    /// write-protected.
    pub(super) fn new(path: &Path) -> Result<Target, StoreError> {
        let given = path.to_path_buf();
        let refused = |what| Err(StoreError::NotToBeReplaced { path: given.clone(), what });
        if path.is_dir() || ends_as_folder(path) || path.file_name().is_none() {
            return refused("does not name a file");
        }
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(_) if path.is_symlink() => return refused("is a broken link"),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Target { path: given.clone(), given });
            }
            Err(error) => return Err(StoreError::system("write", path)(error)),
        };
        if !metadata.is_file() {
            return refused("is not a regular file");
        }
        let path = fs::canonicalize(path).map_err(StoreError::system("write", path))?;
        // The user who may do everything is asked to take the protection away, too.
        if metadata.permissions().readonly() || OpenOptions::new().write(true).open(&path).is_err()
        {
            return refused("is write-protected");
        }
        Ok(Target { given, path })
    }

    pub(super) fn given(&self) -> &Path {
        &self.given
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// A hidden file in the same folder.
    pub(super) fn beside(&self, suffix: &str) -> PathBuf {
        let mut name = OsString::from(".");
        name.push(self.path.file_name().unwrap_or_default());
        name.push(suffix);
        self.path.with_file_name(name)
    }
}

/// Whether a tree may be saved to `path`: nothing is there, or an empty file, or a tree. What it
/// holds is the caller's to know: see [`is_tree`].
///
/// # Errors
///
/// [`StoreError`] for everything else.
pub fn may_hold_tree(path: &Path) -> Result<(), StoreError> {
    let target = Target::new(path)?;
    let is_empty = fs::metadata(target.path()).map_or(true, |metadata| metadata.len() == 0);
    if is_empty || is_tree(path) {
        return Ok(());
    }
    let what = "is not a tree file and will not be overwritten";
    Err(StoreError::NotToBeReplaced { path: path.to_path_buf(), what })
}

/// Opens a file that may be a tree, to read it.
///
/// # Errors
///
/// [`StoreError`] if it cannot be read, or is not a regular file.
pub fn open_file(path: &Path) -> Result<fs::File, StoreError> {
    let failed = |error| StoreError::system("read", path)(error);
    // Opening a pipe may block forever, and a device may have no end.
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Err(StoreError::NoFile(path.to_path_buf()));
    }
    fs::File::open(path).map_err(failed)
}

/// Whether a tree file is at `path`, right or damaged, of this version or another one.
pub fn is_tree(path: &Path) -> bool {
    let Ok(file) = open_file(path) else { return false };
    let mut start = Vec::new();
    let read = file.take(preamble::MAGIC.len() as u64).read_to_end(&mut start);
    read.is_ok() && start == preamble::MAGIC
}

fn ends_as_folder(path: &Path) -> bool {
    path.to_string_lossy().ends_with(std::path::is_separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_nothing_or_a_tree_is_replaced() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name);
        fs::write(path("text"), "my notes")?;
        fs::write(path("empty"), "")?;
        fs::write(path("tree"), preamble::MAGIC)?;
        for name in ["new", "empty", "tree"] {
            assert!(may_hold_tree(&path(name)).is_ok(), "{name}");
        }
        assert!(is_tree(&path("tree")) && !is_tree(&path("empty")) && !is_tree(&path("text")));
        for place in [path("text"), path(""), path("text").join(".."), PathBuf::new()] {
            assert!(may_hold_tree(&place).is_err(), "{place:?}");
        }
        let mut mode = fs::metadata(path("tree"))?.permissions();
        mode.set_readonly(true);
        fs::set_permissions(path("tree"), mode)?;
        let message = may_hold_tree(&path("tree")).expect_err("protected").to_string();
        assert!(message.contains("tree is write-protected"), "{message}");
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_links_to_nothing_are_left_alone() -> io::Result<()> {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name);
        symlink("nowhere", path("dangling"))?;
        for place in ["/dev/zero", "/"].map(Path::new) {
            let message = open_file(place).expect_err("no file").to_string();
            assert!(
                message.ends_with("is not a regular file, so it cannot be a tree"),
                "{message}"
            );
        }
        for (place, what) in [
            (path("dangling"), "is a broken link"),
            (PathBuf::from("/dev/null"), "is not a regular file"),
        ] {
            let message = may_hold_tree(&place).expect_err(what).to_string();
            assert!(message.contains(what), "{message}");
            assert!(!is_tree(&place));
        }
        Ok(())
    }
}
