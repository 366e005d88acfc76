//! A saved tree that a command with all options of a search goes on with: as it was made, or not at all.

use std::path::Path;
use std::time::Duration;

use thiserror::Error;

use super::{ending_tables, loading, saving};
use crate::app::args::SavingArgs;
use crate::app::exit;
use crate::app::games::{CommandLineGame, EndingTables};
use crate::app::settings::SearchSettings;
use crate::app::usage::UsageError;
use crate::search::BestFirst;
use crate::session::{KeepOptions, SaveFile, SavePlace};

/// Between two checkpoints, where the arguments say nothing of them.
const CHECKPOINT: Duration = Duration::from_secs(30);

/// A tree that another searcher, evaluation or program has made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file} was made with {made_with}; search as it was made, or save to another file")]
pub struct OtherSearch {
    /// The file.
    file: String,
    /// What made it.
    made_with: String,
}

/// The file that a tree is kept in, taken at once, so that nobody else writes there. Without `--checkpoint` it is saved
/// twice a minute.
///
/// # Errors
///
/// A file that another program has taken; an engine that cannot be asked its name.
pub fn save_file(
    path: &Path,
    args: &SavingArgs,
    settings: &SearchSettings,
) -> anyhow::Result<SaveFile> {
    let mut place = SavePlace::at(path);
    place.take()?;
    let options = saving::options(args, &settings.searcher.full_name()?);
    let checkpoint = options.checkpoint.or(Some(CHECKPOINT));
    Ok(SaveFile::new(place, KeepOptions { checkpoint, ..options }))
}

/// The search in a file, every number checked; `None` where an interrupt came first.
///
/// # Errors
///
/// [`UsageError`] for one that was made with other settings; a file that cannot be read.
pub fn search_in<G: CommandLineGame>(
    path: &Path,
    settings: &SearchSettings,
    evaluator: G::Evaluator,
    tables: &EndingTables,
    quiet: bool,
) -> anyhow::Result<Option<BestFirst<G>>> {
    let interrupt = &settings.limits.interrupt;
    let file = loading::open(path, interrupt)?;
    file.expect_game::<G>()?;
    let tables = tables.clone().for_tree(file.table_pieces());
    ending_tables::lacking(path, &tables).iter().for_each(|warning| exit::warn(warning));
    let evaluator = G::with_tables(evaluator, tables);
    let info = file.info::<G>(&evaluator);
    if info.searcher != settings.searcher.full_name()? || info.difference().is_some() {
        let what = info.difference().map_or(String::new(), |what| format!(" and another {what}"));
        let made_with = format!("{}{what}", info.searcher);
        let file = path.display().to_string();
        return Err(UsageError::new(OtherSearch { file, made_with }).into());
    }
    let room = settings.searcher.own_room(settings.room);
    let search = match file.load_to_go_on::<G>(evaluator, room) {
        Ok(loaded) => loaded.search,
        Err(_) if interrupt.is_thrown() => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    if !loading::check(&search, path, quiet, interrupt)? {
        return Ok(None);
    }
    let mut search = settings.searcher.with_engine(search)?;
    search.want_lines(settings.searcher.lines().unwrap_or(1));
    Ok(Some(search))
}
