//! The file that a search is saved to: on the way, at its end, and elsewhere where that fails.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use anyhow::anyhow;

use super::analysis::SavedTree;
use super::games::CommandLineGame;
use crate::search::BestFirst;
use crate::store::{self, SaveLock, SaveOptions, StoreError};

/// A file, and the right to save to it: from [`SaveFile::hold`] or [`SaveFile::take`] on nobody else
/// does.
#[derive(Debug)]
pub struct SaveFile {
    path: PathBuf,
    searcher: String,
    compress: bool,
    lock: Option<SaveLock>,
    /// A checkpoint that another thread is bringing to the disk.
    underway: Option<JoinHandle<Result<u64, StoreError>>>,
}

impl SaveFile {
    /// The file at `path` for the trees of this searcher. It is not touched yet.
    pub fn new(path: &Path, searcher: &str, compress: bool) -> SaveFile {
        SaveFile {
            path: path.to_path_buf(),
            searcher: searcher.to_string(),
            compress,
            lock: None,
            underway: None,
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps its lock.
    ///
    /// # Errors
    ///
    /// [`StoreError`] where saving there is impossible, as far as can be known before anything is
    /// searched.
    pub fn hold(&mut self, lock: SaveLock) -> Result<(), StoreError> {
        store::probe(&self.path)?;
        self.lock = Some(lock);
        Ok(())
    }

    /// Locks it, if that was not done yet.
    ///
    /// # Errors
    ///
    /// [`StoreError`] where another one has the lock, and as [`SaveFile::hold`].
    pub fn take(&mut self) -> Result<(), StoreError> {
        match self.lock {
            Some(_) => Ok(()),
            None => self.hold(SaveLock::take(&self.path)?),
        }
    }

    /// Writes the tree as it is now; another thread waits for the disk. What became of a checkpoint
    /// before it is told by [`SaveFile::end_checkpoint`] alone.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; what was there stays then, and the next checkpoint may succeed.
    pub fn begin_checkpoint<G: CommandLineGame>(
        &mut self,
        search: &BestFirst<G>,
    ) -> Result<(), StoreError> {
        self.take()?;
        let _ = self.end_checkpoint();
        let written = store::write(&self.path, search, self.options())?;
        self.underway = Some(thread::spawn(|| written.put_in_place()));
        Ok(())
    }

    /// Waits for a checkpoint that is on its way to the disk; returns whether one is there now.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; what was there before stays then.
    pub fn end_checkpoint(&mut self) -> Result<bool, StoreError> {
        match self.underway.take().map(JoinHandle::join) {
            Some(Ok(placed)) => placed.map(|_| true),
            Some(Err(_)) | None => Ok(false),
        }
    }

    /// Saves the tree; returns the bytes of the file. Whether a checkpoint before it failed is of
    /// no interest any more.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; what was there stays then.
    pub fn save<G: CommandLineGame>(&mut self, search: &BestFirst<G>) -> Result<u64, StoreError> {
        self.take()?;
        let _ = self.end_checkpoint();
        store::save(&self.path, search, self.options())
    }

    /// Saves the tree for the last time. Where that fails, it is saved under another name if
    /// possible; the error says where. Returns what was saved, and what failed.
    pub fn save_or_rescue<G: CommandLineGame>(
        mut self,
        search: &BestFirst<G>,
    ) -> (Option<SavedTree>, Option<anyhow::Error>) {
        let error = match self.save(search) {
            Ok(bytes) => return (Some(SavedTree { path: self.path, bytes }), None),
            Err(error) => error,
        };
        let rescued = self.rescue(search);
        let error = match &rescued {
            Some(SavedTree { path, .. }) => {
                anyhow!("{error}; the tree is saved to {} instead", path.display())
            }
            None => {
                anyhow!("{error}; the analysis is not saved, what was at its place before still is")
            }
        };
        (rescued, Some(error))
    }

    /// Saves a tree that cannot be saved to its file where that is possible.
    fn rescue<G: CommandLineGame>(&self, search: &BestFirst<G>) -> Option<SavedTree> {
        rescue_places(&self.path).into_iter().find_map(|path| {
            let bytes = store::save(&path, search, self.options()).ok()?;
            Some(SavedTree { path, bytes })
        })
    }

    fn options(&self) -> SaveOptions<'_> {
        SaveOptions { searcher: &self.searcher, compress: self.compress }
    }
}

/// Where a tree is saved that cannot be saved to `path`: beside it, or else in the folder for
/// temporary files, under a name that is free.
fn rescue_places(path: &Path) -> [PathBuf; 2] {
    let name = path.file_name().unwrap_or_default();
    [free_name(path.to_path_buf()), free_name(env::temp_dir().join(name))]
}

/// The first of `PATH.rescued`, `PATH.rescued2` ... that is free.
fn free_name(path: PathBuf) -> PathBuf {
    let numbered = |number: u32| {
        let mut name = OsString::from(&path);
        name.push(".rescued");
        if number > 1 {
            name.push(number.to_string());
        }
        PathBuf::from(name)
    };
    let free = (1..u32::MAX).map(numbered).find(|name| !name.exists() && !name.is_symlink());
    free.unwrap_or_else(|| numbered(u32::MAX))
}

#[cfg(test)]
mod tests {
    use std::{fs, io};

    use super::*;

    #[test]
    fn a_rescue_replaces_nothing() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("a.tree");
        let names = || rescue_places(&path).map(|place| place.file_name().map(OsString::from));
        assert_eq!(names()[0], Some("a.tree.rescued".into()));
        fs::write(folder.path().join("a.tree.rescued"), "")?;
        assert_eq!(names()[0], Some("a.tree.rescued2".into()));
        assert!(rescue_places(&path)[1].starts_with(env::temp_dir()));
        Ok(())
    }
}
