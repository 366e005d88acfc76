//! What stood at a place, so that what came there later can be told from it.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

/// A file as it was seen at its place, or that there was none. Another file is unequal to it, and so
/// is the same one once it was written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen(Option<Marks>);

/// What changes with the file or with its contents.
type Marks = [u64; 5];

impl Seen {
    /// What stands at `path` now, or behind the links there; nothing where that cannot be known.
    pub fn at(path: &Path) -> Seen {
        Seen(fs::metadata(path).ok().map(|metadata| marks(&metadata)))
    }

    /// An empty place.
    pub const NOTHING: Seen = Seen(None);

    /// This file, wherever it is.
    ///
    /// # Errors
    ///
    /// A file that tells nothing of itself.
    pub fn file(file: &File) -> io::Result<Seen> {
        Ok(Seen(Some(marks(&file.metadata()?))))
    }
}

#[cfg(unix)]
fn marks(metadata: &Metadata) -> Marks {
    use std::os::unix::fs::MetadataExt;
    let [seconds, fraction] = [metadata.mtime(), metadata.mtime_nsec()].map(i64::cast_unsigned);
    [metadata.dev(), metadata.ino(), metadata.len(), seconds, fraction]
}

#[cfg(windows)]
fn marks(metadata: &Metadata) -> Marks {
    use std::os::windows::fs::MetadataExt;
    [metadata.creation_time(), metadata.last_write_time(), metadata.file_size(), 0, 0]
}

/// Whether the file is the one at `path` itself, not one behind a link there.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let own = file.metadata()?;
    match fs::symlink_metadata(path) {
        Ok(present) => Ok((present.dev(), present.ino()) == (own.dev(), own.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether the file is the one at `path`.
#[cfg(not(unix))]
pub(super) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use same_file::Handle;
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
    fn another_file_and_other_contents_are_told_apart() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let [path, other] = ["a", "b"].map(|name| folder.path().join(name));
        assert_eq!(Seen::at(&path), Seen::NOTHING);
        fs::write(&path, "one")?;
        let seen = Seen::at(&path);
        assert_eq!((&seen, &seen), (&Seen::at(&path), &Seen::file(&File::open(&path)?)?));
        // As `cp` does it, and as `mv` does it.
        fs::write(&path, "other")?;
        assert_ne!(Seen::at(&path), seen);
        let seen = Seen::at(&path);
        fs::copy(&path, &other)?;
        fs::rename(&other, &path)?;
        assert_ne!(Seen::at(&path), seen);
        Ok(())
    }

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
