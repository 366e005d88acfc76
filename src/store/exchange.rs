//! Putting a file in place of another one, and of no third.

use std::fs::{self, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

use super::lock::open;
use super::seen::Seen;

/// Renames `new` to `place` if nothing stands there, or still what was `seen`; `false` where something
/// else does, and everything stays. At any moment one of the two files is at `place`, whole.
///
/// Linux and macOS do this in one step each, so that a file that comes at the last moment is not
/// lost. Elsewhere, and on file systems that cannot, there is a moment between looking and renaming.
/// [`ErrorKind::WouldBlock`] where another program has locked what is there.
pub fn put(new: &Path, place: &Path, seen: &Seen) -> io::Result<bool> {
    let present = Seen::at(place);
    if present == Seen::NOTHING {
        return put_at_free_place(new, place);
    }
    if present != *seen {
        return Ok(false);
    }
    // While it has the other name nobody shall take it for what a crash has left.
    let old = match open(place, OpenOptions::new().write(true)) {
        Ok(old) => old,
        Err(error) if error.kind() == ErrorKind::NotFound => return put_at_free_place(new, place),
        Err(error) => return Err(error),
    };
    if let Err(TryLockError::WouldBlock) = old.try_lock() {
        return Err(ErrorKind::WouldBlock.into());
    }
    match rename(new, place, How::Exchange) {
        Ok(()) => take_out(new, place, seen),
        Err(error) if error.kind() == ErrorKind::NotFound => put_at_free_place(new, place),
        Err(error) => Err(error),
    }
}

fn put_at_free_place(new: &Path, place: &Path) -> io::Result<bool> {
    match rename(new, place, How::ToNothing) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        renamed => renamed.map(|()| true),
    }
}

/// Removes what was exchanged, now at `old`, or puts it back if it is not what was seen.
fn take_out(old: &Path, place: &Path, seen: &Seen) -> io::Result<bool> {
    match Seen::at(old) {
        // Where files cannot be exchanged it was replaced.
        Seen::NOTHING => Ok(true),
        present if present == *seen => fs::remove_file(old).map(|()| true),
        _ => rename(old, place, How::Exchange).map(|()| false),
    }
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

    /// A file that comes between looking and renaming is put back.
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    #[test]
    fn what_comes_at_the_last_moment_is_not_lost() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let [new, place] = ["new", "place"].map(|name| folder.path().join(name));
        fs::write(&place, "old")?;
        let seen = Seen::at(&place);
        fs::write(&new, "new")?;
        fs::write(&place, "a stranger's")?;
        rename(&new, &place, How::Exchange)?;
        assert!(!take_out(&new, &place, &seen)?);
        let texts = [&place, &new].map(|path| fs::read_to_string(path).unwrap_or_default());
        assert_eq!(texts, ["a stranger's", "new"]);
        assert!(rename(&new, &place, How::ToNothing).is_err());
        Ok(())
    }
}
