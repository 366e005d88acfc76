//! The options `Save Tree` and `Load Tree`.

use std::path::Path;

use anyhow::{Context, bail, ensure};

use crate::app::engines::EngineSettings;
use crate::app::files::tree_engine::other_engine;
use crate::app::files::tree_evaluation::evaluation_of;
use crate::app::files::{ending_tables, saving};
use crate::app::games::{CommandLineGame, EndingTables};
use crate::app::reporting::score::counted;
use crate::app::searchers::{self, SearcherKind};
use crate::app::settings;
use crate::search::{BestFirst, MemoryLimits};
use crate::session::{KeepOptions, SaveFile, SavePlace};
use crate::store::{self, SaveOptions, TreeFile};

/// Saves a tree in place of an older state of it, or if there is none. Returns what is reported about
/// it.
///
/// # Errors
///
/// A file that is another tree, or none, or that cannot be written.
pub fn save<G: CommandLineGame>(
    path: &Path,
    search: &BestFirst<G>,
    searcher: &str,
) -> anyhow::Result<String> {
    named(path)?;
    let mut place = SavePlace::at(path);
    place.take()?;
    if store::is_tree(path) {
        is_of_same_root(path, search)?;
    }
    let searcher = searcher.to_string();
    let tables = SaveOptions::TABLES;
    let options = KeepOptions { searcher, compress: false, tables, checkpoint: None };
    let mut file = SaveFile::new(place, options);
    let saved = file.save(search);
    file.troubles().iter().for_each(saving::warn_of);
    let saved = saved?;
    let nodes = counted(search.tree().len() as u64, "tree node");
    let bytes = counted(saved.parts.bytes(), "byte");
    Ok(format!("saved {nodes} to {}, {bytes}", saved.path.display()))
}

/// Loads a tree to continue with it, over this engine if one has made it; every number of it is checked.
/// Returns it with its searcher, and with what is reported if endgame tables that made it are not at
/// hand.
///
/// # Errors
///
/// An engine that cannot be started, or is not the one that has made the tree; a file that is not a tree of this program, or is damaged, or does not fit into the memory.
pub fn load<G: CommandLineGame>(
    path: &Path,
    (evaluator, tables): (&G::Evaluator, &EndingTables),
    room: MemoryLimits,
    engine: Option<EngineSettings>,
) -> anyhow::Result<(BestFirst<G>, SearcherKind, Option<String>)> {
    named(path)?;
    let file = TreeFile::open(path)?;
    file.expect_game::<G>()?;
    let info = file.info::<G>(evaluator);
    let made_by = evaluation_of::<G>(&file).filter(|_| !info.same_evaluation);
    if let Some(kind) = made_by {
        bail!("{} was made with another evaluation; set Evaluation to {kind}", path.display());
    }
    if let Some(what) = info.difference() {
        bail!(
            "{} was made with another {what}; shans resume --force can take it over",
            path.display()
        );
    }
    let searcher = searchers::of_tree(&info.searcher)
        .with_context(|| format!("{} was made by a different searcher", path.display()))?;
    let engine = engine.filter(|_| searcher.takes_engine());
    let searcher = settings::searcher_over(&searcher, engine)?;
    if let Some(other) = other_engine(path, &info.searcher, &searcher)? {
        bail!("{other}");
    }
    let tables = tables.clone().for_tree(file.table_pieces());
    let warning = ending_tables::lacking(path, &tables);
    let evaluator = match tables.remembered {
        0 => evaluator.clone(),
        _ => G::with_tables(evaluator.clone(), tables),
    };
    let search = file.load_to_go_on::<G>(evaluator, room)?.search;
    search.check().with_context(|| format!("{} holds an impossible tree", path.display()))?;
    Ok((searcher.with_engine(search)?, searcher, warning))
}

fn named(path: &Path) -> anyhow::Result<()> {
    ensure!(!path.as_os_str().is_empty(), "no file; set the option TreeFile");
    Ok(())
}

/// Refuses to replace the tree of another analysis: there is no user to ask.
fn is_of_same_root<G: CommandLineGame>(path: &Path, search: &BestFirst<G>) -> anyhow::Result<()> {
    let evaluator = search.position().evaluator().clone();
    let there = TreeFile::open(path)?.load_to_look::<G>(evaluator)?.search;
    let is_same = there.root().start().describe() == search.root().start().describe()
        && there.root().moves() == search.root().moves()
        && there.root().candidates == search.root().candidates;
    ensure!(
        is_same && there.nodes() <= search.nodes(),
        "{} holds another tree, or more of this one; set TreeFile to another name",
        path.display()
    );
    Ok(())
}
