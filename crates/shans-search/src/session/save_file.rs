//! The file that a search is saved to: on the way, at its end, and elsewhere where that fails.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::place::SavePlace;
use crate::fingerprint::Fingerprint;
use crate::game::{Evaluate, Heuristics, Notation};
use crate::search::{BestFirst, Interval};
use crate::store::{self, SaveOptions, Saved, StoreError, Written};

/// How a search is kept in a file.
#[derive(Clone, Debug)]
pub struct KeepOptions {
    /// The full name of the searcher that made it, for people.
    pub searcher: String,
    /// Smaller files for more time.
    pub compress: bool,
    /// [`SaveOptions::tables`].
    pub tables: u64,
    /// From the end of one checkpoint to the next; `None` if there are none.
    pub checkpoint: Option<Duration>,
}

/// A file that a search is saved to. What another program puts there in the meantime stays: the tree is
/// saved beside it from then on.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use nim::Nim;
/// use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root};
/// use shans_search::session::{KeepOptions, LastSave, More, SaveFile, SavePlace, Session};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("nim.tree");
///
/// let options = KeepOptions { searcher: "best-first".to_string(), compress: true, tables: 16 << 20, checkpoint: None };
/// let file = SaveFile::new(SavePlace::at(&path), options);
/// let root = Root::new(Nim::new(&[7, 8, 9]));
/// let search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(8 << 20));
/// let mut session = Session::new(search).kept_in(file);
/// // Nobody else saves there from now on.
/// session.take_file()?;
/// session.run(&More(Limits { nodes: Some(1_000), ..Limits::default() }));
/// // If the place has become unusable, the tree goes to another name, or to the spare folder.
/// let last = session.save_last(&std::env::temp_dir());
/// assert!(matches!(last, Some(LastSave::Done(tree)) if tree.path == path));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SaveFile {
    place: SavePlace,
    options: KeepOptions,
    /// When the next checkpoint is due.
    checkpoints: Option<Interval>,
    /// Work that is in the file.
    saved: Option<Work>,
    /// A checkpoint that another thread is bringing to the disk.
    underway: Option<Underway>,
    /// Why it is not saved where it was to be, if something else came there.
    left: Option<String>,
    troubles: Vec<Trouble>,
}

/// What went wrong, and ends nothing.
#[derive(Debug)]
pub enum Trouble {
    /// Something else came where the tree was to be saved: it is saved to another place from now on.
    Moved {
        /// What came.
        why: String,
        /// The file from now on.
        to: PathBuf,
    },
    /// A checkpoint failed. What was there before still is, and the next one may succeed.
    Checkpoint(StoreError),
}

/// What became of a tree that was saved for the last time.
#[derive(Debug)]
pub enum LastSave {
    /// It is in its file.
    Done(Saved),
    /// It is in another file.
    Elsewhere {
        /// Where.
        tree: Saved,
        /// What was wrong with its own.
        why: String,
        /// Whether its tables are with it; without them it continues a little slower at first.
        has_tables: bool,
    },
    /// It is nowhere. What was in its place before still is.
    Nowhere {
        /// What was wrong with its place.
        why: String,
    },
}

/// What tells an older state of a tree from a newer one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Work {
    nodes: u64,
    /// Moves from the root of the tree to the position analysed.
    steps: usize,
    /// A hash of all comments, 0 without any.
    comments: u64,
    /// A hash of what is known of the game before the root of the tree.
    game: u64,
}

#[derive(Debug)]
struct Underway {
    work: Work,
    thread: JoinHandle<Result<Saved, StoreError>>,
}

impl SaveFile {
    /// A file at this place, to which nothing was saved yet. The first checkpoint is due an interval
    /// from now.
    pub fn new(place: SavePlace, options: KeepOptions) -> SaveFile {
        SaveFile {
            place,
            checkpoints: options.checkpoint.map(Interval::new),
            options,
            saved: None,
            underway: None,
            left: None,
            troubles: Vec::new(),
        }
    }

    /// The same where it holds the tree as it is.
    #[must_use]
    pub fn holding<G: Heuristics + Evaluate>(self, search: &BestFirst<G>) -> SaveFile {
        SaveFile { saved: Some(work(search)), ..self }
    }

    /// One at another place, to which nothing was saved yet, for the same search in the same form.
    #[must_use]
    pub fn elsewhere(&self, place: SavePlace) -> SaveFile {
        let beside = SaveFile::new(place, self.options.clone());
        SaveFile { checkpoints: self.checkpoints, ..beside }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.place.path()
    }

    /// As [`SavePlace::take`]; saving does it otherwise.
    ///
    /// # Errors
    ///
    /// As [`SavePlace::take`].
    pub fn take(&mut self) -> Result<(), StoreError> {
        self.place.take()
    }

    /// Whether the tree holds work that the file does not.
    pub fn is_behind<G: Heuristics + Evaluate>(&self, search: &BestFirst<G>) -> bool {
        let work = work(search);
        self.saved != Some(work) && (work.nodes > 0 || work.comments > 0)
    }

    /// What went wrong since this was asked last, the oldest first.
    pub fn troubles(&mut self) -> Vec<Trouble> {
        std::mem::take(&mut self.troubles)
    }

    /// Whether it is time for the next checkpoint.
    pub fn checkpoint_is_due(&self) -> bool {
        self.checkpoints.is_some_and(|interval| interval.is_over())
    }

    /// Writes the tree as it is now, where there is anything new; another thread waits for the disk.
    pub fn checkpoint<G: Heuristics + Notation>(&mut self, search: &BestFirst<G>) {
        self.end_checkpoint();
        if self.is_behind(search)
            && let Err(error) = self.begin_checkpoint(search)
        {
            self.troubles.push(Trouble::Checkpoint(error));
        }
        self.begin_interval();
    }

    /// Waits for a checkpoint that is on its way to the disk.
    pub fn end_checkpoint(&mut self) {
        if let Err(error) = self.join() {
            self.troubles.push(Trouble::Checkpoint(error));
        }
    }

    /// Saves the tree, beside its file if something else is there by now. Whether a checkpoint before
    /// it failed no longer matters.
    ///
    /// # Errors
    ///
    /// [`StoreError`]; what was there stays then.
    pub fn save<G: Heuristics + Notation>(
        &mut self,
        search: &BestFirst<G>,
    ) -> Result<Saved, StoreError> {
        self.take()?;
        let _ = self.join();
        let before = self.left.is_some();
        let mut placed = self.write(search).and_then(Written::put_in_place);
        if let Err(error) = &placed {
            self.give_way(error);
            if self.left.is_some() && !before {
                placed = self.write(search).and_then(Written::put_in_place);
            }
        }
        let saved = placed?;
        self.note(&saved, work(search));
        self.begin_interval();
        Ok(saved)
    }

    /// Saves the tree for the last time. Where that fails, it is saved under another name if
    /// possible: beside its file, or else in the `spare` folder. Others may save to the file then.
    pub fn save_last<G: Heuristics + Notation>(
        &mut self,
        search: &BestFirst<G>,
        spare: &Path,
    ) -> LastSave {
        self.end_checkpoint();
        let last = match (self.save(search), self.left.take()) {
            (Ok(tree), None) => LastSave::Done(tree),
            (Ok(tree), Some(why)) => LastSave::Elsewhere { tree, why, has_tables: true },
            (Err(error), _) => self.rescue(search, spare, error.to_string()),
        };
        self.place.release();
        last
    }

    fn begin_interval(&mut self) {
        self.checkpoints.iter_mut().for_each(Interval::begin_anew);
    }

    fn begin_checkpoint<G: Heuristics + Notation>(
        &mut self,
        search: &BestFirst<G>,
    ) -> Result<(), StoreError> {
        self.take()?;
        let written = self.write(search).inspect_err(|error| self.give_way(error))?;
        let thread = thread::spawn(|| written.put_in_place());
        self.underway = Some(Underway { work: work(search), thread });
        Ok(())
    }

    /// Waits for a checkpoint that is on its way, and notes what became of it.
    fn join(&mut self) -> Result<(), StoreError> {
        // A thread that panicked has reported it, and nothing was saved.
        let Some(Underway { work, thread }) = self.underway.take() else { return Ok(()) };
        let Ok(placed) = thread.join() else { return Ok(()) };
        let saved = placed.inspect_err(|error| self.give_way(error))?;
        self.note(&saved, work);
        Ok(())
    }

    fn write<G: Heuristics + Notation>(
        &self,
        search: &BestFirst<G>,
    ) -> Result<Written, StoreError> {
        let written = store::write(self.path(), search, self.options())?;
        Ok(written.instead_of(self.place.seen().clone()))
    }

    /// Remembers what was saved: the next save replaces it.
    fn note(&mut self, saved: &Saved, work: Work) {
        self.place.note(saved.seen.clone());
        self.saved = Some(work);
    }

    /// Where the error says that something else is there by now, the tree is saved beside it from now
    /// on.
    fn give_way(&mut self, error: &StoreError) {
        if !matches!(error, StoreError::Changed(_) | StoreError::NotToBeReplaced { .. }) {
            return;
        }
        // Otherwise there is still the rescue at the end.
        let Ok(beside) = SavePlace::free(free_name_beside(self.path())) else { return };
        let (why, to) = (error.to_string(), beside.path().to_path_buf());
        self.left.get_or_insert(why.clone());
        self.troubles.push(Trouble::Moved { why, to });
        self.place = beside;
    }

    /// Saves a tree that cannot be saved to its file if that is possible, in a smaller form if it
    /// must be.
    fn rescue<G: Heuristics + Notation>(
        &self,
        search: &BestFirst<G>,
        spare: &Path,
        why: String,
    ) -> LastSave {
        let as_asked = self.options();
        let packed = SaveOptions { compress: true, ..as_asked };
        let without_tables = SaveOptions { tables: 0, ..packed };
        let forms = [as_asked, packed, without_tables];
        let saved =
            forms.into_iter().skip(usize::from(self.options.compress)).find_map(|options| {
                let save = |path: PathBuf| {
                    let saved = store::save(&path, search, options).ok()?;
                    Some((saved, options.tables > 0))
                };
                rescue_places(self.path(), spare).into_iter().find_map(save)
            });
        match saved {
            Some((tree, has_tables)) => LastSave::Elsewhere { tree, why, has_tables },
            None => LastSave::Nowhere { why },
        }
    }

    fn options(&self) -> SaveOptions<'_> {
        let KeepOptions { searcher, compress, tables, .. } = &self.options;
        SaveOptions { searcher, compress: *compress, tables: *tables }
    }
}

fn work<G: Heuristics + Evaluate>(search: &BestFirst<G>) -> Work {
    let mut comments = Fingerprint::new("comments");
    for comment in search.notes().comments() {
        comment.line.iter().for_each(|code| comments.add(i32::from(code.0)));
        comments.add_bytes(comment.text.as_bytes());
    }
    let comments = if search.notes().comments().is_empty() { 0 } else { comments.finish() };
    let mut game = Fingerprint::new("game");
    for (name, value) in search.notes().source_game().tags() {
        game.add_bytes(name.as_bytes());
        game.add_bytes(value.as_bytes());
    }
    for (moves, text) in search.notes().source_game().all_said() {
        game.add_bytes(&moves.to_le_bytes());
        game.add_bytes(text.as_bytes());
    }
    let steps = search.moves_to_position().len();
    Work { nodes: search.nodes(), steps, comments, game: game.finish() }
}

/// Where a tree is saved that cannot be saved to `path`: beside it, or else in the `spare` folder,
/// under a name that is free.
fn rescue_places(path: &Path, spare: &Path) -> [PathBuf; 2] {
    let name = path.file_name().unwrap_or_default();
    [free_name_beside(path), free_name_beside(&spare.join(name))]
}

/// The first of `PATH.rescued`, `PATH.rescued2` ... that is free.
fn free_name_beside(path: &Path) -> PathBuf {
    let numbered = |number: u32| {
        let mut name = OsString::from(path);
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
        let [folder, spare] = [tempfile::tempdir()?, tempfile::tempdir()?];
        let path = folder.path().join("a.tree");
        let places = || rescue_places(&path, spare.path());
        assert_eq!(places()[0], folder.path().join("a.tree.rescued"));
        fs::write(folder.path().join("a.tree.rescued"), "")?;
        assert_eq!(places()[0], folder.path().join("a.tree.rescued2"));
        assert_eq!(places()[1], spare.path().join("a.tree.rescued"));
        Ok(())
    }
}
