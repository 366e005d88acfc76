//! The result of an analysis, in the form that was asked for.

use std::io::Write;

use super::style::Style;
use super::{report_json, report_text};
use crate::app::analysis::AnalysisResult;
use crate::app::args::OutputArgs;
use crate::app::games::CommandLineGame;

/// Writes one result, and flushes `out`: a reader need not wait for the next one.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write<G: CommandLineGame>(
    analysis: &AnalysisResult<G>,
    output: &OutputArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let candidates = output.lines.wanted(&analysis.settings.searcher).into();
    if output.json {
        report_json::write(analysis, candidates, out)?;
    } else {
        report_text::write(analysis, candidates, output.verbose, Style::of_stdout(), out)?;
    }
    out.flush()?;
    Ok(())
}
