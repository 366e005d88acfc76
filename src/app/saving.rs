//! Saving a search while it runs, and at its end.

use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::anyhow;

use super::analysis::{Analysis, Task};
use super::args::SavingArgs;
use super::exit;
use super::live::Live;
use super::plan::Plan;
use crate::chess::Position;
use crate::search::{BestFirst, Checkpoints};
use crate::store::{self, SaveOptions, StoreError};

/// A file that a search is saved to.
#[derive(Debug)]
pub struct Saving {
    path: PathBuf,
    interval: Option<Duration>,
    searcher: String,
    compress: bool,
    /// A checkpoint on its way to the disk.
    underway: Option<JoinHandle<Result<u64, StoreError>>>,
}

/// What was saved.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The file.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
}

impl Saving {
    /// Saving to `path`, if that can be done.
    ///
    /// # Errors
    ///
    /// [`StoreError`] where it cannot, as far as that can be known before anything is searched.
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

    /// Searches, and saves on the way where that was asked for.
    pub fn run<'a>(
        &mut self,
        search: &mut BestFirst<Position>,
        task: Task,
        plan: &'a Plan,
        quiet: bool,
    ) -> Analysis<'a> {
        let live = Live::new(quiet, task.nodes_before);
        let position = search.position().clone();
        let checkpoints = self.interval.map(|interval| Checkpoints {
            interval,
            save: |search: &BestFirst<Position>| self.checkpoint(search),
        });
        let mut observer = |report: &_| live.show(&position, report);
        let report = search.search_with_checkpoints(&plan.limits, &mut observer, checkpoints);
        live.clear();
        Analysis { task, plan, report, saved: None }
    }

    /// Writes the tree, and leaves it to another thread to wait for the disk. A failure is only
    /// told: the file there was is whole, the tree is in memory, and the next time it may work.
    fn checkpoint(&mut self, search: &BestFirst<Position>) {
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
    /// [`StoreError`]; the file there was is whole then.
    pub fn finish(mut self, search: &BestFirst<Position>) -> anyhow::Result<Saved> {
        self.end_checkpoint();
        let bytes = store::save(&self.path, search, self.options()).map_err(|error| {
            anyhow!("{error}; the analysis is not saved, what was at its place before still is")
        })?;
        Ok(Saved { path: self.path, bytes })
    }

    fn options(&self) -> SaveOptions<'_> {
        SaveOptions { searcher: &self.searcher, compress: self.compress }
    }
}

fn warn(error: &StoreError) {
    exit::warn(&format_args!("checkpoint: {error}; the search goes on"));
}
