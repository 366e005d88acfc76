//! A tree that is to be split, or to get answers.

use std::path::Path;

use anyhow::bail;
use thiserror::Error;

use crate::app::args::TableArgs;
use crate::app::exit;
use crate::app::files::ending_tables;
use crate::app::files::loading;
use crate::app::files::tree_evaluation::evaluator_for;
use crate::app::games::CommandLineGame;
use crate::app::net::lines::Terms;
use crate::app::searchers;
use crate::app::signals;
use crate::app::usage::UsageError;
use crate::search::BestFirst;
use crate::store::FileInfo;

/// A tree that asks nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} values its leaves statically: there is nothing to ask about them")]
pub struct AsksNothing(pub String);

/// A tree with what workers have to match.
pub struct OpenTree<G: CommandLineGame> {
    pub search: BestFirst<G>,
    pub info: FileInfo,
    pub terms: Terms,
}

/// Loads and checks the tree; `None` where Ctrl-C came first.
///
/// # Errors
///
/// A file that cannot be read, or that another program or evaluation has made.
pub fn open<G: CommandLineGame>(
    path: &Path,
    tables: &TableArgs,
) -> anyhow::Result<Option<OpenTree<G>>> {
    let interrupt = signals::catch()?;
    let file = loading::open(path, &interrupt)?;
    file.expect_game::<G>()?;
    let tables = ending_tables::open(tables).for_tree(file.table_pieces());
    ending_tables::lacking(path, &tables).iter().for_each(|warning| exit::warn(warning));
    let evaluator = evaluator_for::<G>(&file, tables);
    let info = file.info::<G>(&evaluator);
    if let Some(what) = info.difference() {
        bail!("{} was made with another {what} ({})", path.display(), info.program);
    }
    let engine = searchers::engine_of(&info.searcher).map(|(_, engine)| engine.to_string());
    let terms = Terms::of::<G>(&evaluator, engine);
    let room = file.memory_limits();
    let search = match file.load_to_go_on::<G>(evaluator, room) {
        Ok(loaded) => loaded.search,
        Err(_) if interrupt.is_thrown() => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    if !loading::check(&search, path, true, &interrupt)? {
        return Ok(None);
    }
    if search.rules().model().leaf_search.is_none() {
        return Err(UsageError::new(AsksNothing(path.display().to_string())).into());
    }
    Ok(Some(OpenTree { search, info, terms }))
}
