//! Saving a search while it runs, and at its end.

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
use crate::store::{self, SaveOptions, StoreError};

/// A file that a search is saved to.
#[derive(Debug)]
pub struct Saving {
    path: PathBuf,
    interval: Option<Duration>,
    searcher: String,
    compress: bool,
    /// A checkpoint that another thread is bringing to the disk.
    underway: Option<JoinHandle<Result<u64, StoreError>>>,
}

impl Saving {
    /// Prepares to save to `path`.
    ///
    /// # Errors
    ///
    /// [`StoreError`] where that is impossible, as far as can be known before anything is
    /// searched.
    pub fn new(path: &Path, args: &SavingArgs, searcher: &str) -> Result<Saving, StoreError> {
        store::probe(path)?;
        Ok(Saving {
            path: path.to_path_buf(),
            interval: args.checkpoint,
            searcher: searcher.to_string(),
            compress: args.compress,
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

    /// Saves the search at its end.
    ///
    /// # Errors
    ///
    /// The tree cannot be written; the previous file is whole then.
    pub fn finish<G: CommandLineGame>(
        mut self,
        search: &BestFirst<G>,
    ) -> anyhow::Result<SavedTree> {
        self.end_checkpoint();
        let bytes = store::save(&self.path, search, self.options()).map_err(|error| {
            anyhow!("{error}; the analysis is not saved, what was at its place before still is")
        })?;
        Ok(SavedTree { path: self.path, bytes })
    }

    fn options(&self) -> SaveOptions<'_> {
        SaveOptions { searcher: &self.searcher, compress: self.compress }
    }
}

fn warn(error: &StoreError) {
    exit::warn(&format_args!("checkpoint: {error}; the search goes on"));
}
