//! Saving a search while it runs, and at its end.

use std::path::Path;
use std::time::Duration;

use super::analysis::SavedTree;
use super::args::SavingArgs;
use super::exit;
use super::games::CommandLineGame;
use super::progress_display::ProgressDisplay;
use super::save_file::SaveFile;
use crate::search::{BestFirst, Checkpoints, Limits, Report};
use crate::store::{SaveLock, Seen, StoreError};

/// A search that is saved to a file.
#[derive(Debug)]
pub struct Saving {
    file: SaveFile,
    interval: Option<Duration>,
}

impl Saving {
    /// Prepares to save to `path`, of which this is the lock, in place of what was `seen` there.
    ///
    /// # Errors
    ///
    /// As [`SaveFile::hold`].
    pub fn new(
        path: &Path,
        seen: Seen,
        lock: SaveLock,
        args: &SavingArgs,
        searcher: &str,
    ) -> Result<Saving, StoreError> {
        let mut file = SaveFile::new(path, seen, searcher, args.compress);
        file.hold(lock)?;
        Ok(Saving { file, interval: args.checkpoint })
    }

    /// Searches, and saves checkpoints on the way where that was asked for. One that fails is only a
    /// warning: the previous file is whole, the tree is in memory, and the next one may succeed.
    pub fn search<G: CommandLineGame>(
        &mut self,
        search: &mut BestFirst<G>,
        limits: &Limits,
        display: &ProgressDisplay,
    ) -> Report<G::Move> {
        let position = search.position().clone();
        let file = &mut self.file;
        let checkpoints = self.interval.map(|interval| Checkpoints {
            interval,
            save: |search: &BestFirst<G>| {
                warn_of(file.end_checkpoint());
                warn_of(file.begin_checkpoint(search));
            },
        });
        let mut observer = |report: &_| display.show(&position, report);
        search.search_with_checkpoints(limits, &mut observer, checkpoints)
    }

    /// Saves the search at its end, as [`SaveFile::save_or_rescue`] does.
    pub fn finish<G: CommandLineGame>(
        mut self,
        search: &BestFirst<G>,
    ) -> (Option<SavedTree>, Option<anyhow::Error>) {
        warn_of(self.file.end_checkpoint());
        self.file.save_or_rescue(search)
    }
}

fn warn_of<T>(checkpoint: Result<T, StoreError>) {
    if let Err(error) = checkpoint {
        exit::warn(&format_args!("checkpoint: {error}; the search goes on"));
    }
}
