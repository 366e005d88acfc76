//! How a search is kept in a file by the arguments, and what is said about it.

use std::env;

use anyhow::anyhow;

use crate::app::args::{SavingArgs, TablesSize};
use crate::app::exit;
use crate::app::games::CommandLineGame;
use crate::session::{KeepOptions, LastSave, Session, Trouble};
use crate::store::{FileInfo, Saved};

/// What the arguments say of the file of a tree that this searcher makes.
pub fn options(args: &SavingArgs, searcher: &str) -> KeepOptions {
    let SavingArgs { checkpoint, compress, tables_size } = *args;
    let TablesSize(tables) = tables_size.unwrap_or_default();
    KeepOptions { searcher: searcher.to_string(), compress, tables, checkpoint }
}

/// The same for a tree that was read from a file: a compressed one stays compressed.
pub fn options_of(args: &SavingArgs, info: &FileInfo, searcher: &str) -> KeepOptions {
    let compress = args.compress || info.compressed;
    KeepOptions { compress, ..options(args, searcher) }
}

/// What went wrong while a search continues: the tree is in memory, and the file before is whole.
pub fn told(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Moved { why, to } => {
            format!("{why}; the tree will be saved to {} from now on", to.display())
        }
        Trouble::Checkpoint(error) => format!("checkpoint: {error}; the search continues"),
    }
}

/// Warns of it.
pub fn warn_of(trouble: &Trouble) {
    exit::warn(&told(trouble));
}

/// Saves a search that continues if that is due, and warns of what went wrong.
pub fn keep<G: CommandLineGame>(session: &mut Session<G>) {
    session.checkpoint_if_due();
    session.troubles().iter().for_each(warn_of);
}

/// Saves a search at its end, elsewhere if it must be. Returns what was saved, and what failed.
pub fn save_last<G: CommandLineGame>(
    session: &mut Session<G>,
) -> (Option<Saved>, Option<anyhow::Error>) {
    let saved = session.save_last(&env::temp_dir());
    session.troubles().iter().for_each(warn_of);
    match saved {
        None => (None, None),
        Some(LastSave::Done(tree)) => (Some(tree), None),
        Some(LastSave::Elsewhere { tree, why, has_tables }) => {
            let how = if has_tables { "" } else { ", without its tables" };
            let place = tree.path.display();
            let error = anyhow!("{why}; the tree is saved to {place} instead{how}");
            (Some(tree), Some(error))
        }
        Some(LastSave::Nowhere { why }) => {
            let told = "the analysis could not be saved; the previous file is intact";
            (None, Some(anyhow!("{why}; {told}")))
        }
    }
}
