//! Replacing a file as a whole: a crash at any moment leaves the old one or the new one.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::error::StoreError;
use super::exchange::New;
use super::file_parts::FileParts;
use super::lock::{Locked, lock, remove};
use super::seen::Seen;
use super::target::Target;

/// What a file is called while it is being written.
const SUFFIX: &str = ".part";

/// A new version of a file, beside the old one. There is one such at a time; what a crash
/// leaves of one is taken over by the next.
///
/// ```
/// use std::io::Write;
/// use shans_search::store::Replacement;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("notes");
///
/// std::fs::write(&path, "old")?;
/// let new = Replacement::begin(&path)?;
/// new.file().write_all(b"new")?;
/// // A crash before this line leaves the old file, one after it the new one.
/// assert_eq!(std::fs::read_to_string(&path)?, "old");
/// new.put_in_place()?;
/// assert_eq!(std::fs::read_to_string(&path)?, "new");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Replacement {
    file: Locked,
    path: PathBuf,
    target: Target,
    /// What it takes the place of.
    seen: Seen,
}

/// A new version that is whole, but maybe not yet on the disk, and not yet in place.
#[derive(Debug)]
#[must_use = "it has to be put in place"]
pub struct Written {
    pub(super) replacement: Replacement,
    pub(super) parts: FileParts,
}

/// A new version in place.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Saved {
    /// The file, by the name that it was given.
    pub path: PathBuf,
    /// What takes the bytes of the file.
    pub parts: FileParts,
    /// The file, as the next save will find it unless another program comes.
    pub seen: Seen,
}

impl Replacement {
    /// Begins a new version of `target`, empty.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if what is there cannot be replaced, the folder does not
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
        let seen = Seen::at(target.path());
        Ok(Replacement { file, path, target, seen })
    }

    /// To be written.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Takes the place of what was `seen` at some other time than when it began.
    #[must_use]
    pub fn instead_of(self, seen: Seen) -> Replacement {
        Replacement { seen, ..self }
    }

    /// Makes sure that everything is on the disk, and puts it in place of what was there. Returns it
    /// as it is seen from now on.
    ///
    /// # Errors
    ///
    /// [`StoreError::Changed`] if something else is there by now, which stays;
    /// [`StoreError::System`]; the old version or the new one is in place then, whole.
    pub fn put_in_place(self) -> Result<Seen, StoreError> {
        self.put_in_place_by(File::sync_all)
    }

    /// The same; `sync` brings a file or a folder to the disk.
    fn put_in_place_by(self, sync: impl Fn(&File) -> io::Result<()>) -> Result<Seen, StoreError> {
        let placed = self.place(&sync);
        // Gone where it was placed.
        remove(&self.file, &self.path);
        let seen = placed?;
        sync_folder(self.target.path(), sync)?;
        Ok(seen)
    }

    fn place(&self, sync: &impl Fn(&File) -> io::Result<()>) -> Result<Seen, StoreError> {
        let Replacement { file, path, target, seen } = self;
        sync(file).map_err(StoreError::system("write", target.given()))?;
        let failed = |error| StoreError::system("replace", target.given())(error);
        // As it is before it has its name: from then on others may write to it.
        let own = Seen::file(file).map_err(failed)?;
        match (New { file, path }).put(target.path(), seen) {
            Ok(true) => Ok(own),
            Ok(false) => Err(StoreError::Changed(target.given().to_path_buf())),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                Err(StoreError::Busy(target.given().to_path_buf()))
            }
            Err(error) => Err(failed(error)),
        }
    }

    /// Gives up; the old version stays.
    pub fn discard(self) {
        // What is left of it is taken over by the next one.
        remove(&self.file, &self.path);
    }
}

impl Written {
    /// As [`Replacement::instead_of`].
    pub fn instead_of(self, seen: Seen) -> Written {
        Written { replacement: self.replacement.instead_of(seen), ..self }
    }

    /// Puts it in place of what was there.
    ///
    /// # Errors
    ///
    /// As [`Replacement::put_in_place`].
    pub fn put_in_place(self) -> Result<Saved, StoreError> {
        let path = self.replacement.target.given().to_path_buf();
        let seen = self.replacement.put_in_place()?;
        Ok(Saved { path, parts: self.parts, seen })
    }
}

/// A rename is on the disk once its folder is.
fn sync_folder(file: &Path, sync: impl Fn(&File) -> io::Result<()>) -> Result<(), StoreError> {
    if cfg!(not(unix)) {
        // Folders cannot be opened there.
        return Ok(());
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let synced = File::open(folder).and_then(|folder| sync(&folder));
    synced.map_err(StoreError::system("write", folder))
}

#[cfg(all(test, unix))]
mod tests {
    use std::cell::RefCell;
    use std::io::Write;

    use super::*;

    fn begin(path: &Path) -> io::Result<Replacement> {
        let replacement = Replacement::begin(path).map_err(io::Error::other)?;
        replacement.file().write_all(b"new")?;
        Ok(replacement)
    }

    /// After a crash a name may be on the disk before what it names, unless it waits for that.
    #[test]
    fn a_file_is_on_the_disk_before_its_name_is() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("a.tree");
        // Which synchronisation fails: that of the file, that of the folder, or none.
        for failing in [Some(0), Some(1), None] {
            fs::write(&path, "old")?;
            let found = RefCell::new(Vec::new());
            let sync = |file: &File| {
                let is_folder = file.metadata()?.is_dir();
                let mut found = found.borrow_mut();
                found.push((is_folder, fs::read_to_string(&path)?));
                let fails = failing == Some(found.len() - 1);
                if fails { Err(io::Error::other("no disk")) } else { Ok(()) }
            };
            let placed = begin(&path)?.put_in_place_by(sync);
            assert_eq!(placed.is_ok(), failing.is_none(), "{failing:?}");
            let file = (false, "old".to_string());
            let order = [file, (true, "new".to_string())];
            let synced = if failing == Some(0) { &order[..1] } else { &order };
            assert_eq!(found.into_inner(), synced);
            assert_eq!(fs::read_dir(folder.path())?.count(), 1, "nothing is left beside it");
        }
        Ok(())
    }

    /// As a child process holds them that was begun at the wrong moment.
    #[test]
    fn copies_of_files_that_were_replaced_lock_nothing() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("a.tree");
        let mut copies = Vec::new();
        for _ in 0..3 {
            let replacement = begin(&path)?;
            copies.push(replacement.file.try_clone()?);
            replacement.put_in_place().map_err(io::Error::other)?;
        }
        Ok(())
    }

    /// The system is asked: it refuses to synchronise this.
    #[cfg(target_os = "linux")]
    #[test]
    fn what_cannot_be_synchronised_is_not_put_in_place() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("a.tree");
        let mut replacement = begin(&path)?;
        replacement.file = Locked::new(fs::OpenOptions::new().write(true).open("/dev/null")?)?;
        let placed = replacement.put_in_place();
        let error = placed.expect_err("/dev/null is on no disk").to_string();
        assert!(error.contains("cannot write") && error.contains("Invalid argument"), "{error}");
        assert!(!path.exists());
        Ok(())
    }

    #[test]
    fn what_another_program_put_there_stays() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let [path, other] = ["a.tree", "other"].map(|name| folder.path().join(name));
        for before in [None, Some("old")] {
            let _ = fs::remove_file(&path);
            before.map_or(Ok(()), |old| fs::write(&path, old))?;
            let seen = Seen::at(&path);
            fs::write(&other, "a stranger's")?;
            fs::rename(&other, &path)?;
            let placed = begin(&path)?.instead_of(seen).put_in_place();
            assert!(matches!(placed, Err(StoreError::Changed(_))), "{placed:?}");
            assert_eq!(fs::read_to_string(&path)?, "a stranger's");
            assert_eq!(fs::read_dir(folder.path())?.count(), 1);
        }
        // What was put in place is what the next one finds; what has gone is not an obstacle.
        let mut seen = Seen::at(&path);
        for _ in 0..2 {
            let placed = begin(&path)?.instead_of(seen).put_in_place();
            seen = placed.map_err(io::Error::other)?;
        }
        fs::remove_file(&path)?;
        assert!(begin(&path)?.instead_of(seen).put_in_place().is_ok());
        // A new file that is no longer ours is not put there.
        let replacement = begin(&path)?;
        fs::write(&other, "a stranger's")?;
        fs::rename(&other, folder.path().join(".a.tree.part"))?;
        assert!(replacement.put_in_place().is_err());
        assert_eq!(fs::read_to_string(&path)?, "new");
        Ok(())
    }
}
