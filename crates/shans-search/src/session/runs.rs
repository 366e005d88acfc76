//! A search, the runs that it is searched in, and its file.

use std::path::Path;

use super::save_file::{LastSave, SaveFile, Trouble};
use crate::game::{Heuristics, Notation};
use crate::search::{BestFirst, Limits, Report, Stop};
use crate::store::{Saved, StoreError};

/// The limits of one run. Its nodes count from those that limits have allowed before: an iteration
/// that an earlier limit ended is made, and what it takes is not lost twice.
#[derive(Clone, Debug, Default)]
pub struct More(pub Limits);

impl More {
    /// The limits of the search.
    pub(super) fn beyond(&self, spent: u64) -> Limits {
        let nodes = self.0.nodes.map(|more| spent.saturating_add(more));
        Limits { nodes, ..self.0.clone() }
    }
}

/// A report, and what was done before the run that it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionReport<M> {
    /// What was found. Its counters count from the beginning of the search, over all runs; its times
    /// from the beginning of this one.
    pub report: Report<M>,
    /// Nodes that were spent before this run.
    pub nodes_before: u64,
}

impl<M> SessionReport<M> {
    /// Nodes spent in this run.
    pub fn nodes(&self) -> u64 {
        self.report.counters.nodes.saturating_sub(self.nodes_before)
    }

    /// Positions searched a second of wall-clock time in this run; 0 if no time went by.
    pub fn speed(&self) -> u64 {
        let seconds = self.report.elapsed.as_secs_f64();
        if seconds > 0.0 { (self.nodes() as f64 / seconds) as u64 } else { 0 }
    }
}

/// The report of a search that has one run only.
impl<M> From<Report<M>> for SessionReport<M> {
    fn from(report: Report<M>) -> SessionReport<M> {
        SessionReport { report, nodes_before: 0 }
    }
}

/// A search that may be searched in several runs, and the file that it is kept in.
///
/// A run begins with [`Session::begin`]; [`Session::advance`] does a piece of it, until it says that
/// the run is over, and [`Session::finish`] tells what was found. Between two pieces the search is at
/// rest: it can be looked at, and saved.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use nim::Nim;
/// use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root};
/// use shans_search::session::{More, Session};
///
/// let root = Root::new(Nim::new(&[7, 9, 11, 13]));
/// let search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(8 << 20));
/// let mut session = Session::new(search);
/// // For callers that do not look in between, a run is one call.
/// let report = session.run(&More(Limits { nodes: Some(1_000), ..Limits::default() }));
/// assert!(report.nodes() <= 1_000);
/// // It has no file, so its work is nowhere but here.
/// assert!(session.has_unsaved_work() && session.save().is_none());
/// ```
#[derive(Debug)]
pub struct Session<G: Heuristics> {
    search: BestFirst<G>,
    file: Option<SaveFile>,
    /// Those of the run.
    limits: Limits,
    /// Nodes spent before the run.
    nodes_before: u64,
}

impl<G: Heuristics + Notation> Session<G> {
    /// A session that is kept nowhere.
    pub fn new(search: BestFirst<G>) -> Session<G> {
        Session { search, file: None, limits: Limits::default(), nodes_before: 0 }
    }

    /// The same, kept in this file, or in none.
    #[must_use]
    pub fn kept_in(self, file: impl Into<Option<SaveFile>>) -> Session<G> {
        Session { file: file.into(), ..self }
    }

    /// The search, at rest.
    pub fn search(&self) -> &BestFirst<G> {
        &self.search
    }

    /// The search between two runs, for what a session does not look after: its root, its memory.
    pub fn search_mut(&mut self) -> &mut BestFirst<G> {
        &mut self.search
    }

    /// The search alone.
    pub fn into_search(self) -> BestFirst<G> {
        self.search
    }

    /// The limits of the run, those on nodes as the search counts them: over all runs.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Begins a run.
    pub fn begin(&mut self, more: &More) {
        self.nodes_before = self.search.nodes();
        self.go_on(more);
    }

    /// Continues with the run that has ended last, within other limits. Its reports are about all of it;
    /// the times in them begin afresh.
    pub fn go_on(&mut self, more: &More) {
        self.limits = more.beyond(self.search.nodes());
        self.search.begin(&self.limits);
    }

    /// Begins a run that was interrupted, with what is left of its limits: as [`BestFirst::begin_again`].
    pub fn begin_again(&mut self, more: &More, nodes_before: u64) {
        self.nodes_before = self.search.nodes();
        self.limits = more.beyond(self.nodes_before);
        self.search.begin_again(&self.limits, nodes_before);
    }

    /// Does a piece of the run, as [`BestFirst::advance`] does. Returns the rule that ends it, once
    /// there is one; [`Session::finish`] takes it then.
    pub fn advance(&mut self) -> Option<Stop> {
        self.search.advance()
    }

    /// The report between two pieces, where one is due: four times a second.
    pub fn report_if_due(&mut self) -> Option<SessionReport<G::Move>> {
        let report = self.search.report_if_due()?;
        Some(SessionReport { report, nodes_before: self.nodes_before })
    }

    /// Ends the run.
    pub fn finish(&mut self, stop: Stop) -> SessionReport<G::Move> {
        SessionReport { report: self.search.finish(stop), nodes_before: self.nodes_before }
    }

    /// A run from beginning to end, for callers that do not look in between.
    pub fn run(&mut self, more: &More) -> SessionReport<G::Move> {
        self.run_watched(more, |_| {})
    }

    /// A run from beginning to end; `watch` may look, save and answer between two pieces.
    pub fn run_watched(
        &mut self,
        more: &More,
        mut watch: impl FnMut(&mut Session<G>),
    ) -> SessionReport<G::Move> {
        self.begin(more);
        loop {
            if let Some(stop) = self.advance() {
                return self.finish(stop);
            }
            watch(self);
        }
    }

    /// The file that it is kept in.
    pub fn file(&self) -> Option<&SaveFile> {
        self.file.as_ref()
    }

    /// As [`SaveFile::take`].
    ///
    /// # Errors
    ///
    /// As [`SaveFile::take`].
    pub fn take_file(&mut self) -> Result<(), StoreError> {
        self.file.as_mut().map_or(Ok(()), SaveFile::take)
    }

    /// Whether there is work that is in no file.
    pub fn has_unsaved_work(&self) -> bool {
        match &self.file {
            Some(file) => file.is_behind(&self.search),
            None => self.search.nodes() > 0 || !self.search.notes().comments().is_empty(),
        }
    }

    /// Saves the search if that is due. What goes wrong is reported by [`Session::troubles`];
    /// the search continues.
    pub fn checkpoint_if_due(&mut self) {
        if let Some(file) = self.file.as_mut().filter(|file| file.checkpoint_is_due()) {
            self.search.at_rest(|search| file.checkpoint(search));
        }
    }

    /// What went wrong with saving since this was asked last, the oldest first.
    pub fn troubles(&mut self) -> Vec<Trouble> {
        self.file.as_mut().map(SaveFile::troubles).unwrap_or_default()
    }

    /// Saves the search to its file, as [`SaveFile::save`] does; `None` if it has none.
    pub fn save(&mut self) -> Option<Result<Saved, StoreError>> {
        let file = self.file.as_mut()?;
        Some(self.search.at_rest(|search| file.save(search)))
    }

    /// Saves the search to another file, in which it is kept from now on.
    ///
    /// # Errors
    ///
    /// As [`SaveFile::save`]; it is kept where it was then.
    pub fn save_as(&mut self, mut file: SaveFile) -> Result<Saved, StoreError> {
        self.end_checkpoint();
        let saved = self.search.at_rest(|search| file.save(search))?;
        self.file = Some(file);
        Ok(saved)
    }

    /// Waits for a checkpoint that is on its way to the disk.
    pub fn end_checkpoint(&mut self) {
        self.file.iter_mut().for_each(SaveFile::end_checkpoint);
    }

    /// Saves the search for the last time, as [`SaveFile::save_last`] does; `None` if it has no
    /// file.
    pub fn save_last(&mut self, spare: &Path) -> Option<LastSave> {
        let file = self.file.as_mut()?;
        Some(self.search.at_rest(|search| file.save_last(search, spare)))
    }
}
