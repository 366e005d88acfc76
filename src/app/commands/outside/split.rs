//! `shans remote split`, and the trees that are to be split or to get answers.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use thiserror::Error;

use crate::app::args::{MOST_TASKS, SplitArgs, TableArgs};
use crate::app::exit::{self, Exit};
use crate::app::files::output_file::OutputFile;
use crate::app::files::tree_evaluation::evaluator_for;
use crate::app::files::{ending_tables, loading};
use crate::app::games::CommandLineGame;
use crate::app::net::lines::{TaskLine, Terms};
use crate::app::printable::printable_path;
use crate::app::reporting::score::counted;
use crate::app::usage::UsageError;
use crate::app::{searchers, signals};
use crate::search::BestFirst;
use crate::store::FileInfo;

/// Tasks for each file where nothing else is asked for.
const TASKS_A_PART: u16 = 16;

/// Nothing to be split.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} has no question left to ask: it is solved, or full")]
pub struct NothingToAsk(String);

/// Writes what a tree would ask next to files.
///
/// # Errors
///
/// [`UsageError`] where there is nothing to ask or a file is in the way; a file that cannot be read or
/// written.
pub fn run<G: CommandLineGame>(args: &SplitArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let files = (1..=args.parts).map(|part| {
        let path = place(args, part);
        OutputFile::new(&path, args.force, [args.file.as_path()]).map(|file| (path, file))
    });
    let files = files.collect::<anyhow::Result<Vec<_>>>()?;
    let Some(tree) = open::<G>(&args.file, &args.tables)? else {
        return Ok(Exit::Interrupted);
    };
    let tasks = tasks(tree, args.tasks.unwrap_or(args.parts.saturating_mul(TASKS_A_PART)));
    if tasks.is_empty() {
        return Err(UsageError::new(NothingToAsk(args.file.display().to_string())).into());
    }
    let parts = files.len();
    for (part, (path, file)) in files.into_iter().enumerate() {
        let own = tasks.iter().skip(part).step_by(parts);
        let count = own.len();
        file.write(|out| {
            for task in own {
                serde_json::to_writer(&mut *out, task)?;
                writeln!(out)?;
            }
            Ok(())
        })?;
        writeln!(out, "{}: {}", printable_path(&path), counted(count as u64, "task"))?;
    }
    Ok(Exit::Done)
}

/// The name of a file: `PREFIX-1.jsonl`, with as many digits as the last one has.
fn place(args: &SplitArgs, part: u16) -> PathBuf {
    let prefix = args.output.clone().unwrap_or_else(|| args.file.with_extension(""));
    let digits = args.parts.to_string().len();
    let mut name = prefix.into_os_string();
    name.push(format!("-{part:0digits$}.jsonl"));
    name.into()
}

fn tasks<G: CommandLineGame>(tree: OpenTree<G>, asked: u16) -> Vec<TaskLine> {
    let OpenTree { mut search, info, terms } = tree;
    let asked = asked.min(MOST_TASKS);
    let apart = search.rules().model().leaf_search.is_some_and(|leaves| leaves.apart);
    let mut tasks = Vec::new();
    search.ask_outside(usize::from(asked), |open| {
        tasks.extend(open.iter().map(|task| TaskLine {
            terms: terms.clone(),
            searcher: info.searcher.clone(),
            asked,
            apart,
            task: task.record(),
        }));
        Vec::new()
    });
    tasks
}

/// A tree that asks nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} values its leaves statically: there is nothing to ask about them")]
pub struct AsksNothing(pub String);

/// A tree with what workers have to match.
pub(super) struct OpenTree<G: CommandLineGame> {
    pub search: BestFirst<G>,
    pub info: FileInfo,
    pub terms: Terms,
}

/// Loads and checks the tree; `None` where Ctrl-C came first.
///
/// # Errors
///
/// A file that cannot be read, or that another program or evaluation has made.
pub(super) fn open<G: CommandLineGame>(
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
    let to_go_on = (evaluator, file.memory_limits());
    let loaded = loading::load_and_check::<G>(file, path, to_go_on, true, &interrupt)?;
    let Some((search, _)) = loaded else { return Ok(None) };
    if search.rules().model().leaf_search.is_none() {
        return Err(UsageError::new(AsksNothing(path.display().to_string())).into());
    }
    Ok(Some(OpenTree { search, info, terms }))
}
