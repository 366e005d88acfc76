//! The file that the tree is kept in: the only one that is ever written.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::app::args::SavingArgs;
use crate::app::games::CommandLineGame;
use crate::app::save_file::SaveFile;
use crate::search::BestFirst;
use crate::store::{FileParts, Seen, StoreError};

/// A file, what is in it, and when it is due again.
#[derive(Debug)]
pub struct Keeper {
    /// Locked before anything is searched that may be saved.
    file: SaveFile,
    /// Work that is in the file.
    saved: Option<Work>,
    /// Work in a checkpoint that is on its way to the disk.
    underway: Option<Work>,
    /// Between two checkpoints; `None` where there are none.
    interval: Option<Duration>,
    checkpoint: Instant,
}

/// What tells an older state of a tree from a newer one: nodes, and how many moves lead to the
/// position analysed.
type Work = (u64, usize);

impl Keeper {
    /// Of a file that nothing was saved to yet, or that the tree was loaded from; in place of what was
    /// `seen` there.
    pub fn new(path: &Path, seen: Seen, searcher: &str, args: &SavingArgs) -> Keeper {
        Keeper {
            file: SaveFile::new(path, seen, searcher, args.compress),
            saved: None,
            underway: None,
            interval: args.checkpoint,
            checkpoint: Instant::now(),
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
        self.file.take()
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// The name of the file, without its folder.
    pub fn name(&self) -> String {
        let name = self.path().file_name().unwrap_or(self.path().as_os_str());
        name.to_string_lossy().into_owned()
    }

    /// Whether the tree holds work that the file does not.
    pub fn is_behind<G: CommandLineGame>(&self, search: &BestFirst<G>) -> bool {
        self.saved != Some(work(search)) && work(search).0 > 0
    }

    /// Saves the tree.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; what was there stays then.
    pub fn save<G: CommandLineGame>(
        &mut self,
        search: &BestFirst<G>,
    ) -> Result<FileParts, StoreError> {
        // What is saved now is newer: a checkpoint that failed is of no interest.
        let _ = self.end_checkpoint();
        let parts = self.file.save(search)?;
        self.saved = Some(work(search));
        self.checkpoint = Instant::now();
        Ok(parts)
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
            self.file.begin_checkpoint(search)?;
            self.underway = Some(work(search));
        }
        Ok(())
    }

    fn end_checkpoint(&mut self) -> Result<(), StoreError> {
        let underway = self.underway.take();
        if self.file.end_checkpoint()? {
            self.saved = underway;
        }
        Ok(())
    }

    /// Saves the tree for the last time, elsewhere if it must be; returns where, if anything was to
    /// be saved.
    ///
    /// # Errors
    ///
    /// The tree is not saved, or under another name.
    pub fn finish<G: CommandLineGame>(
        mut self,
        search: &BestFirst<G>,
    ) -> anyhow::Result<Option<PathBuf>> {
        // Where a checkpoint failed, the tree is saved now.
        let _ = self.end_checkpoint();
        if !self.is_behind(search) {
            return Ok(None);
        }
        match self.file.save_or_rescue(search) {
            (_, Some(error)) => Err(error),
            (saved, None) => Ok(saved.map(|saved| saved.path)),
        }
    }
}

fn work<G: CommandLineGame>(search: &BestFirst<G>) -> Work {
    let state = search.state();
    (state.nodes, state.line.len())
}
