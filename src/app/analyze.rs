//! `shans analyze`.

use std::io::{self, Write};
use std::path::Path;

use super::analysis::{Analysis, Task};
use super::args::{AnalyzeArgs, OutputArgs};
use super::exit::{self, Exit};
use super::plan::{self, BadInput, Plan};
use super::saving::Saving;
use super::{batch, report_json, report_text, signals};
use crate::chess::Position;
use crate::search::BestFirst;

/// Analyses what the arguments name, and writes the results to `out`.
///
/// # Errors
///
/// [`plan::BadInput`] where the arguments cannot be followed; input that cannot be read; `out`
/// that cannot be written.
pub fn run(args: &AnalyzeArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    if plan::is_batch(args)? {
        let plan = Plan::new(&args.search, signals::catch()?)?;
        return batch::run(io::stdin(), &plan, &args.output, out);
    }
    if args.save.is_none() && args.saving.checkpoint.is_some() {
        return Err(BadInput::NothingSaved("--checkpoint").into());
    }
    if args.save.is_none() && args.saving.compress {
        return Err(BadInput::NothingSaved("--compress").into());
    }
    let (root, warnings) = plan::root(args)?;
    let plan = Plan::new(&args.search, signals::catch()?)?;
    for warning in &warnings {
        exit::warn(warning);
    }
    let task = Task::new(root, &warnings);
    if let Some(path) = &args.save {
        return analyze_and_save(task, path, args, &plan, out);
    }
    let analysis = task.run(&plan, args.output.quiet);
    write(&analysis, &args.output, out)?;
    Ok(Exit::Done)
}

fn analyze_and_save(
    task: Task,
    path: &Path,
    args: &AnalyzeArgs,
    plan: &Plan,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let Some(mut search) = plan.searcher.best_first(task.root.clone(), plan.room) else {
        let searcher = plan.searcher.name.clone();
        return Err(BadInput::NoTree { searcher, option: "--save" }.into());
    };
    let saving = Saving::new(path, &args.saving, &plan.searcher.name)?;
    search_and_save(saving, &mut search, task, plan, &args.output, out)
}

/// Searches, saves and reports, in this order: whoever closes `out` early has the file.
pub(super) fn search_and_save(
    mut saving: Saving,
    search: &mut BestFirst<Position>,
    task: Task,
    plan: &Plan,
    output: &OutputArgs,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let mut analysis = saving.run(search, task, plan, output.quiet);
    let saved = saving.finish(search);
    let failure = saved.map(|saved| analysis.saved = Some(saved)).err();
    write(&analysis, output, out)?;
    failure.map_or(Ok(Exit::Done), Err)
}

/// Writes one result in the form that was asked for, and makes sure that it is out.
pub(super) fn write(
    analysis: &Analysis<'_>,
    output: &OutputArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let lines = usize::try_from(output.lines).unwrap_or(usize::MAX);
    if output.json {
        report_json::write(analysis, lines, out)?;
    } else {
        report_text::write(analysis, lines, out)?;
    }
    out.flush()?;
    Ok(())
}
