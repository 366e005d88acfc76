//! The file that the tree is kept in: the only one that is ever written.

use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::anyhow;

use crate::app::args::SavingArgs;
use crate::app::games::CommandLineGame;
use crate::app::saving;
use crate::search::BestFirst;
use crate::store::{self, SaveLock, SaveOptions, StoreError};

/// A file, and the right to save to it.
#[derive(Debug)]
pub struct Keeper {
    path: PathBuf,
    searcher: String,
    compress: bool,
    /// Taken before anything is searched that may be saved.
    lock: Option<SaveLock>,
    /// Work that is in the file.
    saved: Option<Work>,
    /// Between two checkpoints; `None` where there are none.
    interval: Option<Duration>,
    checkpoint: Instant,
    /// A checkpoint that another thread is bringing to the disk, and the work in it.
    underway: Option<(JoinHandle<Result<u64, StoreError>>, Work)>,
}

/// What tells an older state of a tree from a newer one: nodes, and how many moves lead to the
/// position analysed.
type Work = (u64, usize);

impl Keeper {
    /// Of a file that nothing was saved to yet, or that the tree was loaded from.
    pub fn new(path: &Path, searcher: &str, args: &SavingArgs) -> Keeper {
        Keeper {
            path: path.to_path_buf(),
            searcher: searcher.to_string(),
            compress: args.compress,
            lock: None,
            saved: None,
            interval: args.checkpoint,
            checkpoint: Instant::now(),
            underway: None,
        }
    }

    /// The tree is in the file as it is.
    #[must_use]
    pub fn holding<G: CommandLineGame>(mut self, search: &BestFirst<G>) -> Keeper {
        self.saved = Some(work(search));
        self
    }

    /// Keeps all others from saving there, and finds out whether it can be saved to.
    ///
    /// # Errors
    ///
    /// [`StoreError`] where it cannot.
    pub fn take(&mut self) -> Result<(), StoreError> {
        if self.lock.is_none() {
            let lock = SaveLock::take(&self.path)?;
            store::probe(&self.path)?;
            self.lock = Some(lock);
        }
        Ok(())
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name of the file, without its folder.
    pub fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        name.to_string_lossy().into_owned()
    }

    /// Whether the tree holds work that the file does not.
    pub fn is_behind<G: CommandLineGame>(&self, search: &BestFirst<G>) -> bool {
        self.saved != Some(work(search)) && work(search).0 > 0
    }

    /// Saves the tree; returns the bytes of the file.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; what was there stays then.
    pub fn save<G: CommandLineGame>(&mut self, search: &BestFirst<G>) -> Result<u64, StoreError> {
        self.take()?;
        // What is saved now is newer: a checkpoint that failed is of no interest.
        let _ = self.end_checkpoint();
        let bytes = store::save(&self.path, search, self.options())?;
        self.saved = Some(work(search));
        self.checkpoint = Instant::now();
        Ok(bytes)
    }

    /// Saves a search on the way, when that is due; another thread waits for the disk.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; what was there stays then, and the next checkpoint may succeed.
    pub fn keep_up<G: CommandLineGame>(&mut self, search: &BestFirst<G>) -> Result<(), StoreError> {
        let is_due = self.interval.is_some_and(|interval| self.checkpoint.elapsed() >= interval);
        if !is_due {
            return Ok(());
        }
        self.checkpoint = Instant::now();
        self.end_checkpoint()?;
        if self.is_behind(search) {
            let written = store::write(&self.path, search, self.options())?;
            self.underway = Some((thread::spawn(|| written.put_in_place()), work(search)));
        }
        Ok(())
    }

    fn end_checkpoint(&mut self) -> Result<(), StoreError> {
        let Some((thread, work)) = self.underway.take() else { return Ok(()) };
        if let Ok(placed) = thread.join() {
            placed?;
            self.saved = Some(work);
        }
        Ok(())
    }

    /// Saves the tree for the last time, elsewhere if it must be; returns what is told of it.
    ///
    /// # Errors
    ///
    /// The tree is not saved, or under another name.
    pub fn finish<G: CommandLineGame>(
        mut self,
        search: &BestFirst<G>,
    ) -> anyhow::Result<Option<PathBuf>> {
        // Where it failed, the tree is saved now.
        let _ = self.end_checkpoint();
        if !self.is_behind(search) {
            return Ok(None);
        }
        let error = match self.save(search) {
            Ok(_) => return Ok(Some(self.path)),
            Err(error) => error,
        };
        match saving::rescue(&self.path, search, self.options()) {
            Some(saved) => {
                Err(anyhow!("{error}; the tree is saved to {} instead", saved.path.display()))
            }
            None => Err(anyhow!("{error}; what was searched since the last save is lost")),
        }
    }

    fn options(&self) -> SaveOptions<'_> {
        SaveOptions { searcher: &self.searcher, compress: self.compress }
    }
}

fn work<G: CommandLineGame>(search: &BestFirst<G>) -> Work {
    let state = search.state();
    (state.nodes, state.line.len())
}
