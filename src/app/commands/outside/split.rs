//! `shans remote split`.

use std::io::Write;
use std::path::PathBuf;

use thiserror::Error;

use super::open_tree::{self, OpenTree};
use crate::app::args::{MOST_TASKS, SplitArgs};
use crate::app::exit::Exit;
use crate::app::files::output_file::OutputFile;
use crate::app::games::CommandLineGame;
use crate::app::net::lines::TaskLine;
use crate::app::printable::printable_path;
use crate::app::reporting::score::counted;
use crate::app::usage::UsageError;

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
    let Some(tree) = open_tree::open::<G>(&args.file, &args.tables)? else {
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
