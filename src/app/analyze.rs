//! `shans analyze`.

use std::io::{self, Write};

use super::analysis::{Analysis, Task};
use super::args::{AnalyzeArgs, OutputArgs};
use super::exit::{self, Exit};
use super::plan::{self, Plan};
use super::{batch, report_json, report_text, signals};

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
    let (root, warnings) = plan::root(args)?;
    let plan = Plan::new(&args.search, signals::catch()?)?;
    for warning in &warnings {
        exit::warn(warning);
    }
    let analysis = Task::new(root, &warnings).run(&plan, args.output.quiet);
    write(&analysis, &args.output, out)?;
    Ok(Exit::Done)
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
