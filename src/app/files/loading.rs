//! Loading and checking a large tree takes a while: Ctrl-C ends it, and a line shows how far it is.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::app::games::CommandLineGame;
use crate::app::printable::printable_path;
use crate::app::reporting::progress_display::is_seen;
use crate::search::{BestFirst, Interrupt, MemoryLimits};
use crate::store::{self, Loaded, StoreError, TreeFile};
use crate::tree::Watch;

/// What can no longer be read once the switch is thrown.
#[derive(Debug)]
pub struct Interruptible<R> {
    input: R,
    interrupt: Interrupt,
}

/// Such a file.
pub type InterruptibleFile = Interruptible<File>;

impl<R> Interruptible<R> {
    /// Reads from `input` until then.
    pub fn new(input: R, interrupt: &Interrupt) -> Interruptible<R> {
        Interruptible { input, interrupt: interrupt.clone() }
    }
}

impl<R: Read> Read for Interruptible<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.interrupt.is_thrown() {
            // `ErrorKind::Interrupted` would mean that it is to be tried again.
            return Err(io::Error::other("interrupted"));
        }
        self.input.read(bytes)
    }
}

/// Opens a tree file, to be read until `interrupt` is thrown.
///
/// # Errors
///
/// As [`TreeFile::open`].
pub fn open(path: &Path, interrupt: &Interrupt) -> Result<TreeFile<InterruptibleFile>, StoreError> {
    let failed = |reason| StoreError::System { doing: "read", path: path.to_path_buf(), reason };
    let file = store::open_file(path)?;
    let bytes = file.metadata().map_err(failed)?.len();
    TreeFile::read(path, Interruptible::new(file, interrupt), bytes)
}

/// The search in a tree file, to go on with in this room: every number checked, and recomputed first where another program
/// has made it, with how many have changed by that; `None` if `interrupt` came first. `name` is the file.
///
/// # Errors
///
/// A file that cannot be read; what is wrong with the tree.
pub fn load_and_check<G: CommandLineGame>(
    file: TreeFile<InterruptibleFile>,
    name: &Path,
    (evaluator, room): (G::Evaluator, MemoryLimits),
    quiet: bool,
    interrupt: &Interrupt,
) -> anyhow::Result<Option<(BestFirst<G>, usize)>> {
    let Loaded { mut search, info, .. } = match file.load_to_go_on::<G>(evaluator, room) {
        Err(_) if interrupt.is_thrown() => return Ok(None),
        loaded => loaded?,
    };
    let changed = match info.difference() {
        Some(_) => recompute(&mut search, name, quiet, interrupt),
        None => Some(0),
    };
    let Some(changed) = changed else { return Ok(None) };
    let is_checked = check(&search, name, quiet, interrupt)?;
    Ok(is_checked.then_some((search, changed)))
}

/// Checks every number of a tree, which `name` holds; `false` if `interrupt` ended that.
///
/// # Errors
///
/// What is wrong with the tree.
pub fn check<G: CommandLineGame>(
    search: &BestFirst<G>,
    name: &Path,
    quiet: bool,
    interrupt: &Interrupt,
) -> anyhow::Result<bool> {
    let name = printable_path(name);
    let bar = bar(search, format!("checking {name}"), quiet);
    let checked = search.check_watched(|nodes| look(&bar, nodes, interrupt));
    bar.finish_and_clear();
    Ok(checked.with_context(|| format!("{name} holds an impossible tree"))?.is_some())
}

/// Takes over the tree of another program, which `name` holds ([`BestFirst::recompute`]). Returns
/// how many nodes have changed; `None` if `interrupt` ended that.
pub fn recompute<G: CommandLineGame>(
    search: &mut BestFirst<G>,
    name: &Path,
    quiet: bool,
    interrupt: &Interrupt,
) -> Option<usize> {
    let bar = bar(search, format!("recomputing {}", printable_path(name)), quiet);
    let changed = search.recompute(|nodes| look(&bar, nodes, interrupt));
    bar.finish_and_clear();
    changed
}

/// Shows how many nodes are done, and says whether to continue.
fn look(bar: &ProgressBar, nodes: usize, interrupt: &Interrupt) -> Watch {
    bar.set_position(nodes as u64);
    if interrupt.is_thrown() { Watch::Stop } else { Watch::GoOn }
}

fn bar<G: CommandLineGame>(search: &BestFirst<G>, message: String, quiet: bool) -> ProgressBar {
    if !is_seen(quiet) {
        return ProgressBar::hidden();
    }
    let nodes = search.tree().len() as u64;
    let bar = ProgressBar::with_draw_target(Some(nodes), ProgressDrawTarget::stderr());
    // Cut off where the terminal ends: a second row would not be removed.
    let style = ProgressStyle::with_template("{human_pos} of {human_len} nodes: {wide_msg}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())).with_message(message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, Tapered};
    use crate::search::{ChanceModel, Limits, MemoryLimits, Root, Searcher};
    use crate::store::{self, SaveOptions};

    #[test]
    fn an_interrupt_ends_reading_and_checking() -> anyhow::Result<()> {
        let root = Root::new(<Position>::default());
        let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(8 << 20));
        let limits = Limits { nodes: Some(60_000), ..Limits::default() };
        search.search(&limits, &mut |_| {});
        assert!(search.tree().len() > 10_000, "{}", search.tree().len());
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("tree");
        store::save(
            &path,
            &search,
            SaveOptions { searcher: "best-first", compress: false, tables: u64::MAX },
        )?;
        let interrupt = Interrupt::default();
        assert!(check(&search, &path, true, &interrupt)?);
        assert_eq!(recompute(&mut search, &path, true, &interrupt), Some(0), "all is right");
        let file = open(&path, &interrupt)?;
        interrupt.throw();
        assert!(!check(&search, &path, true, &interrupt)?);
        assert_eq!(recompute(&mut search, &path, true, &interrupt), None);
        let room = file.memory_limits();
        let loaded = file.load_to_go_on::<Position>(Tapered::default(), room);
        let message = loaded.map(drop).expect_err("interrupted").to_string();
        assert!(message.ends_with("tree: interrupted"), "{message}");
        Ok(())
    }
}
