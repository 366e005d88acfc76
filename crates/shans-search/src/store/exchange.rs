//! Putting a file in place of another one, and of no third.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

use super::lock::{Locked, open};
use super::seen::{Seen, is_at};

/// A file at a name of its own, to be put in place of another one.
#[derive(Clone, Copy, Debug)]
pub struct New<'a> {
    /// The file.
    pub file: &'a File,
    /// Where it is, if it was not moved.
    pub path: &'a Path,
}

impl New<'_> {
    /// Renames it to `place` if nothing stands there, or still what was `seen`; `false` if
    /// something else does, and everything stays. At any moment one of the two files is at `place`,
    /// whole.
    ///
    /// Linux and macOS do this in one step each, so that a file that comes at the last moment, to
    /// either name, is not lost. Elsewhere, and on file systems that cannot, there is a moment between
    /// looking and renaming. [`ErrorKind::WouldBlock`] if another program has locked what is
    /// there.
    pub fn put(self, place: &Path, seen: &Seen) -> io::Result<bool> {
        if !is_at(self.file, self.path)? {
            return Err(taken_away());
        }
        let present = Seen::at(place);
        if present == Seen::NOTHING {
            return self.put_at_free(place);
        }
        if present != *seen {
            return Ok(false);
        }
        // While it has the other name no program must take it for what a crash has left.
        let old = match open(place, OpenOptions::new().write(true)) {
            Err(error) if error.kind() == ErrorKind::NotFound => return self.put_at_free(place),
            old => old?,
        };
        let locked = Locked::new(old);
        if let Err(TryLockError::WouldBlock) = locked {
            return Err(ErrorKind::WouldBlock.into());
        }
        match rename(self.path, place, How::Exchange) {
            Ok(()) => self.take_out(place, seen),
            Err(error) if error.kind() == ErrorKind::NotFound => self.put_at_free(place),
            Err(error) => Err(error),
        }
    }

    fn put_at_free(self, place: &Path) -> io::Result<bool> {
        match rename(self.path, place, How::ToNothing) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(false),
            renamed => renamed?,
        }
        if is_at(self.file, place)? {
            return Ok(true);
        }
        rename(place, self.path, How::ToNothing)?;
        Err(taken_away())
    }

    /// Removes what it was exchanged with, which has its name now; or puts that back if it is not
    /// what was seen, or if the file itself is not at its place.
    fn take_out(self, place: &Path, seen: &Seen) -> io::Result<bool> {
        let old = Seen::at(self.path);
        if old == Seen::NOTHING {
            // Where files cannot be exchanged it was replaced.
            return Ok(true);
        }
        let is_placed = is_at(self.file, place)?;
        if is_placed && old == *seen {
            return fs::remove_file(self.path).map(|()| true);
        }
        rename(self.path, place, How::Exchange)?;
        if is_placed { Ok(false) } else { Err(taken_away()) }
    }
}

fn taken_away() -> io::Error {
    io::Error::other("another program removed the new file")
}

#[derive(Clone, Copy)]
enum How {
    /// What is there is not replaced.
    ToNothing,
    /// What is there gets the name of the other.
    Exchange,
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn rename(from: &Path, to: &Path, how: How) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    let flags = match how {
        How::ToNothing => RenameFlags::NOREPLACE,
        How::Exchange => RenameFlags::EXCHANGE,
    };
    match renameat_with(CWD, from, CWD, to, flags) {
        // The file system, or the kernel, knows plain renaming only.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => fs::rename(from, to),
        renamed => Ok(renamed?),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn rename(from: &Path, to: &Path, _: How) -> io::Result<()> {
    fs::rename(from, to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(path: &Path, place: &Path, seen: &Seen) -> io::Result<bool> {
        New { file: &File::open(path)?, path }.put(place, seen)
    }

    #[test]
    fn only_what_was_seen_is_replaced() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let [new, place, other] = ["new", "place", "other"].map(|name| folder.path().join(name));
        for before in [None, Some("old")] {
            fs::write(&new, "new")?;
            before.map_or(Ok(()), |old| fs::write(&place, old))?;
            let seen = Seen::at(&place);
            assert!(put(&new, &place, &seen)?);
            assert_eq!(fs::read(&place)?, b"new");
            assert!(!new.exists());
            // Another one came, and was taken away again.
            fs::write(&new, "newer")?;
            for come in ["of the same name", "new"] {
                fs::write(&other, come)?;
                fs::rename(&other, &place)?;
                assert!(!put(&new, &place, &seen)?, "{come}");
                assert_eq!(fs::read_to_string(&place)?, come);
            }
            fs::remove_file(&place)?;
            assert!(put(&new, &place, &seen)?);
            fs::remove_file(&place)?;
        }
        Ok(())
    }

    /// What comes between looking and renaming, to either name, is put back.
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    #[test]
    fn what_comes_at_the_last_moment_is_not_lost() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let [path, place, other] = ["new", "place", "other"].map(|name| folder.path().join(name));
        let texts = || [&place, &path].map(|path| fs::read_to_string(path).unwrap_or_default());
        fs::write(&place, "old")?;
        let seen = Seen::at(&place);
        fs::write(&path, "new")?;
        let file = File::open(&path)?;
        let new = New { file: &file, path: &path };
        fs::write(&place, "a stranger's")?;
        rename(&path, &place, How::Exchange)?;
        assert!(!new.take_out(&place, &seen)?);
        assert_eq!(texts(), ["a stranger's", "new"]);
        assert!(rename(&path, &place, How::ToNothing).is_err());
        // A stranger's file has the name of the new one.
        let seen = Seen::at(&place);
        fs::write(&other, "another stranger's")?;
        fs::rename(&other, &path)?;
        rename(&path, &place, How::Exchange)?;
        assert!(new.take_out(&place, &seen).is_err());
        assert_eq!(texts(), ["a stranger's", "another stranger's"]);
        fs::remove_file(&place)?;
        assert!(new.put_at_free(&place).is_err());
        assert_eq!(texts(), ["", "another stranger's"]);
        assert!(new.put(&place, &Seen::NOTHING).is_err());
        Ok(())
    }
}
