//! Saving a search while it runs, and at its end.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::anyhow;

use super::analysis::SavedTree;
use super::args::SavingArgs;
use super::exit;
use super::games::CommandLineGame;
use super::progress_display::ProgressDisplay;
use crate::search::{BestFirst, Checkpoints, Limits, Report};
use crate::store::{self, SaveLock, SaveOptions, StoreError};

/// A file that a search is saved to.
#[derive(Debug)]
pub struct Saving {
    path: PathBuf,
    interval: Option<Duration>,
    searcher: String,
    compress: bool,
    /// Nobody else saves there as long as it is held.
    _lock: SaveLock,
    /// A checkpoint that another thread is bringing to the disk.
    underway: Option<JoinHandle<Result<u64, StoreError>>>,
}

impl Saving {
    /// Prepares to save to `path`, of which this is the lock.
    ///
    /// # Errors
    ///
    /// [`StoreError`] where that is impossible, as far as can be known before anything is
    /// searched.
    pub fn new(
        path: &Path,
        lock: SaveLock,
        args: &SavingArgs,
        searcher: &str,
    ) -> Result<Saving, StoreError> {
        store::probe(path)?;
        Ok(Saving {
            path: path.to_path_buf(),
            interval: args.checkpoint,
            searcher: searcher.to_string(),
            compress: args.compress,
            _lock: lock,
            underway: None,
        })
    }

    /// Searches, and saves checkpoints on the way where that was asked for.
    pub fn search<G: CommandLineGame>(
        &mut self,
        search: &mut BestFirst<G>,
        limits: &Limits,
        display: &ProgressDisplay,
    ) -> Report<G::Move> {
        let position = search.position().clone();
        let checkpoints = self.interval.map(|interval| Checkpoints {
            interval,
            save: |search: &BestFirst<G>| self.save_checkpoint(search),
        });
        let mut observer = |report: &_| display.show(&position, report);
        search.search_with_checkpoints(limits, &mut observer, checkpoints)
    }

    /// Writes the tree; another thread waits for the disk. A failure is only a warning: the
    /// previous file is whole, the tree is in memory, and the next checkpoint may succeed.
    fn save_checkpoint<G: CommandLineGame>(&mut self, search: &BestFirst<G>) {
        self.end_checkpoint();
        match store::write(&self.path, search, self.options()) {
            Ok(written) => self.underway = Some(thread::spawn(|| written.put_in_place())),
            Err(error) => warn(&error),
        }
    }

    fn end_checkpoint(&mut self) {
        let result = self.underway.take().map(JoinHandle::join);
        if let Some(Ok(Err(error))) = &result {
            warn(error);
        }
    }

    /// Saves the search at its end. Where that fails, it is saved under another name if possible;
    /// the error says where. Returns what was saved, and what failed.
    pub fn finish<G: CommandLineGame>(
        mut self,
        search: &BestFirst<G>,
    ) -> (Option<SavedTree>, Option<anyhow::Error>) {
        self.end_checkpoint();
        let error = match store::save(&self.path, search, self.options()) {
            Ok(bytes) => return (Some(SavedTree { path: self.path, bytes }), None),
            Err(error) => error,
        };
        let rescued = rescue(&self.path, search, self.options());
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

    fn options(&self) -> SaveOptions<'_> {
        SaveOptions { searcher: &self.searcher, compress: self.compress }
    }
}

fn warn(error: &StoreError) {
    exit::warn(&format_args!("checkpoint: {error}; the search goes on"));
}

/// Saves a tree that cannot be saved to `path` where that is possible.
pub fn rescue<G: CommandLineGame>(
    path: &Path,
    search: &BestFirst<G>,
    options: SaveOptions<'_>,
) -> Option<SavedTree> {
    rescue_places(path).into_iter().find_map(|path| {
        let bytes = store::save(&path, search, options).ok()?;
        Some(SavedTree { path, bytes })
    })
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
