//! Locks beside files, so that one program at a time writes to a place.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use super::error::StoreError;
use super::seen::is_at;
use super::target::Target;

/// What the lock of an analysis adds to the name of its file.
const SUFFIX: &str = ".lock";

/// The right of one program to save to a file, from before it reads the tree until the last save.
/// It ends with the program, however that ends: a leftover lock file then blocks nothing.
#[derive(Debug)]
pub struct SaveLock {
    path: PathBuf,
    file: Locked,
}

/// A file that no other program can lock until this is dropped.
///
/// It is unlocked then, not just closed: a child process that this program begins at that moment
/// holds a copy of each open file until it runs its own program, and the lock would last as long.
#[derive(Debug)]
pub(super) struct Locked(File);

impl Locked {
    /// Locks the file; never waits.
    pub(super) fn new(file: File) -> Result<Locked, TryLockError> {
        file.try_lock()?;
        Ok(Locked(file))
    }
}

impl Drop for Locked {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

impl Deref for Locked {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl SaveLock {
    /// Takes the right to save to `target`, whether there is a file yet or not.
    ///
    /// # Errors
    ///
    /// [`StoreError::Busy`] if another program has it; [`StoreError`] if nothing can be
    /// saved there.
    pub fn take(target: &Path) -> Result<SaveLock, StoreError> {
        let target = Target::new(target)?;
        let path = target.beside(SUFFIX);
        let file = lock(&path, target.given())?;
        Ok(SaveLock { path, file })
    }
}

impl Drop for SaveLock {
    fn drop(&mut self) {
        // A program that has opened it in the meantime finds that it is gone, and makes a new one.
        remove(&self.file, &self.path);
    }
}

/// Opens the file at `path`, or makes it, and locks it. Errors name `target`.
///
/// Files beside others are this program's own: a link there, a pipe, or a file with a second name,
/// leads to what is not, and is refused.
pub(super) fn lock(path: &Path, target: &Path) -> Result<Locked, StoreError> {
    let failed = |error| StoreError::system("write in the folder of", target)(error);
    let in_the_way = |what| StoreError::InTheWay {
        path: target.to_path_buf(),
        hidden: path.to_path_buf(),
        what,
    };
    loop {
        // Not cut off before it is locked: another program may be writing it.
        let options = &mut OpenOptions::new();
        let file = match open(path, options.write(true).create(true).truncate(false)) {
            Ok(file) => file,
            Err(error) => {
                let present = fs::symlink_metadata(path).ok().and_then(|there| foreign(&there));
                return Err(present.map_or_else(|| failed(error), in_the_way));
            }
        };
        if let Some(what) = foreign(&file.metadata().map_err(failed)?) {
            return Err(in_the_way(what));
        }
        let file = Locked::new(file).map_err(|error| match error {
            TryLockError::WouldBlock => StoreError::Busy(target.to_path_buf()),
            TryLockError::Error(error) => StoreError::system("lock", target)(error),
        })?;
        // If another program was done in between, this file is elsewhere now, or gone.
        if is_at(&file, path).map_err(failed)? {
            return Ok(file);
        }
    }
}

/// Removes the file from `path`, unless that is another one by now.
pub(super) fn remove(file: &File, path: &Path) {
    if is_at(file, path).unwrap_or(false) {
        let _ = fs::remove_file(path);
    }
}

/// Opens what is at `path` itself: a link is not followed, and a pipe is not waited for.
pub(super) fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed());
    }
    options.open(path)
}

/// What tells that a file is not this program's own; `None` if nothing does.
fn foreign(metadata: &Metadata) -> Option<&'static str> {
    if metadata.is_symlink() {
        return Some("a link");
    }
    if !metadata.is_file() {
        return Some("not a regular file");
    }
    (names(metadata) > 1).then_some("a file with a second name")
}

#[cfg(unix)]
fn names(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(metadata)
}

#[cfg(not(unix))]
fn names(_: &Metadata) -> u64 {
    1
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// A place that leads elsewhere: nothing is written there, or waited for.
    #[cfg(unix)]
    #[test]
    fn what_is_not_ours_is_refused() -> io::Result<()> {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir()?;
        let [path, mine] = ["a.tree", "mine"].map(|name| folder.path().join(name));
        let hidden = folder.path().join(".a.tree.lock");
        fs::write(&mine, "precious")?;
        let refused = |what: &str| {
            let error = SaveLock::take(&path).expect_err(what);
            let told = format!(".a.tree.lock in the same folder is {what}; move it away");
            assert!(error.to_string().ends_with(&told), "{error}");
            fs::remove_file(&hidden)
        };
        symlink("mine", &hidden)?;
        refused("a link")?;
        symlink("nowhere", &hidden)?;
        refused("a link")?;
        assert!(!folder.path().join("nowhere").exists());
        fs::hard_link(&mine, &hidden)?;
        refused("a file with a second name")?;
        let made = std::process::Command::new("mkfifo").arg(&hidden).status()?;
        assert!(made.success());
        refused("not a regular file")?;
        assert_eq!(fs::read(&mine)?, b"precious");
        // What came in place of the lock is not removed with it.
        let lock = SaveLock::take(&path);
        fs::rename(&mine, &hidden)?;
        drop(lock);
        assert_eq!(fs::read(&hidden)?, b"precious");
        Ok(())
    }
}
