//! The file that a search is saved to: on the way, at its end, and elsewhere where that fails.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use anyhow::anyhow;

use super::analysis::SavedTree;
use super::exit;
use super::games::CommandLineGame;
use crate::search::BestFirst;
use crate::store::{self, FileParts, SaveLock, SaveOptions, Saved, Seen, StoreError, Written};

/// A file, and the right to save to it: from [`SaveFile::hold`] or [`SaveFile::take`] on nobody else
/// does. Whatever another program puts there nevertheless stays: the tree is saved beside it then.
#[derive(Debug)]
pub struct SaveFile {
    path: PathBuf,
    searcher: String,
    compress: bool,
    lock: Option<SaveLock>,
    /// What may be replaced.
    seen: Seen,
    /// Why it is not saved where it was to be, if something else came there.
    left: Option<String>,
    /// A checkpoint that another thread is bringing to the disk.
    underway: Option<JoinHandle<Result<Saved, StoreError>>>,
}

impl SaveFile {
    /// The file at `path` for the trees of this searcher. It is not touched yet. What was `seen` there
    /// when it was decided that it may be replaced is what will be.
    pub fn new(path: &Path, seen: Seen, searcher: &str, compress: bool) -> SaveFile {
        SaveFile {
            path: path.to_path_buf(),
            searcher: searcher.to_string(),
            compress,
            lock: None,
            seen,
            left: None,
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
        let written = self.write(search).inspect_err(|error| self.give_way(error))?;
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
            Some(Ok(placed)) => match self.note(placed) {
                Err(error) => {
                    self.give_way(&error);
                    Err(error)
                }
                Ok(_) => Ok(true),
            },
            Some(Err(_)) | None => Ok(false),
        }
    }

    /// Saves the tree, beside its file if another one is there by now. Whether a checkpoint before it
    /// failed is of no interest any more.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; what was there stays then.
    pub fn save<G: CommandLineGame>(
        &mut self,
        search: &BestFirst<G>,
    ) -> Result<FileParts, StoreError> {
        self.take()?;
        let _ = self.end_checkpoint();
        let before = self.left.is_some();
        let mut placed = self.write(search).and_then(Written::put_in_place);
        if let Err(error) = &placed {
            self.give_way(error);
            if self.left.is_some() && !before {
                placed = self.write(search).and_then(Written::put_in_place);
            }
        }
        Ok(self.note(placed)?.parts)
    }

    /// Saves the tree for the last time. Where that fails, it is saved under another name if
    /// possible; the error says where. Returns what was saved, and what failed.
    pub fn save_or_rescue<G: CommandLineGame>(
        mut self,
        search: &BestFirst<G>,
    ) -> (Option<SavedTree>, Option<anyhow::Error>) {
        let (error, rescued) = match (self.save(search), self.left.take()) {
            (Ok(parts), left) => {
                let saved = SavedTree { path: self.path, parts };
                let Some(why) = left else { return (Some(saved), None) };
                (why, Some((saved, "")))
            }
            (Err(error), _) => (error.to_string(), self.rescue(search)),
        };
        let error = match &rescued {
            Some((SavedTree { path, .. }, how)) => {
                anyhow!("{error}; the tree is saved to {} instead{how}", path.display())
            }
            None => {
                anyhow!("{error}; the analysis is not saved, what was at its place before still is")
            }
        };
        (rescued.map(|(saved, _)| saved), Some(error))
    }

    fn write<G: CommandLineGame>(&self, search: &BestFirst<G>) -> Result<Written, StoreError> {
        let written = store::write(&self.path, search, self.options())?;
        Ok(written.instead_of(self.seen.clone()))
    }

    /// Remembers what was saved: the next save replaces it.
    fn note(&mut self, placed: Result<Saved, StoreError>) -> Result<Saved, StoreError> {
        if let Ok(saved) = &placed {
            self.seen = saved.seen.clone();
        }
        placed
    }

    /// Where the error says that another file is there by now, the tree is saved beside it from now
    /// on.
    fn give_way(&mut self, error: &StoreError) {
        if !matches!(error, StoreError::Changed(_) | StoreError::NotToBeReplaced { .. }) {
            return;
        }
        let [beside, _] = rescue_places(&self.path);
        // Otherwise there is still the rescue at the end.
        let Ok(lock) = SaveLock::take(&beside) else { return };
        let place = beside.display();
        exit::warn(&format_args!("{error}; the tree is saved to {place} from now on"));
        self.left.get_or_insert(error.to_string());
        self.path = beside;
        self.lock = Some(lock);
        self.seen = Seen::NOTHING;
    }

    /// Saves a tree that cannot be saved to its file where that is possible, in a smaller form if it
    /// must be. Returns what is to be told of that, too.
    fn rescue<G: CommandLineGame>(
        &self,
        search: &BestFirst<G>,
    ) -> Option<(SavedTree, &'static str)> {
        let as_asked = self.options();
        let packed = SaveOptions { compress: true, ..as_asked };
        let without_tables = SaveOptions { tables: false, ..packed };
        let forms = [(as_asked, ""), (packed, ""), (without_tables, ", without its tables")];
        let forms = forms.into_iter().skip(usize::from(self.compress));
        forms.into_iter().find_map(|(options, how)| {
            let save = |path: PathBuf| {
                let parts = store::save(&path, search, options).ok()?.parts;
                Some((SavedTree { path, parts }, how))
            };
            rescue_places(&self.path).into_iter().find_map(save)
        })
    }

    fn options(&self) -> SaveOptions<'_> {
        SaveOptions { searcher: &self.searcher, compress: self.compress, tables: true }
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
