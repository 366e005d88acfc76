//! One position searched from beginning to end: progress, checkpoints, result.

use std::io::Write;

use super::analysis::{AnalysisInput, AnalysisResult};
use super::args::OutputArgs;
use super::games::CommandLineGame;
use super::progress_display::ProgressDisplay;
use super::report;
use super::saving::Saving;
use super::settings::SearchSettings;
use crate::search::{BestFirst, Stop};

/// Searches a position; the progress is shown unless `quiet`.
pub fn search<G: CommandLineGame>(
    input: AnalysisInput<G>,
    settings: &SearchSettings,
    quiet: bool,
) -> AnalysisResult<'_, G> {
    let mut searcher = settings.searcher.build(input.root.clone(), settings.room);
    let display = ProgressDisplay::new(quiet, input.nodes_before);
    let position = input.root.game();
    let report = searcher.search(&settings.limits, &mut |report| display.show(position, report));
    display.clear();
    AnalysisResult { input, settings, report, saved: None }
}

/// Searches, saves the tree and writes the result, in this order: the file is there even if
/// `out` was closed early. Returns the rule that ended the search.
///
/// # Errors
///
/// A file or `out` that cannot be written. The result is written even if the file cannot be.
pub fn search_and_save<G: CommandLineGame>(
    mut saving: Saving,
    search: &mut BestFirst<G>,
    input: AnalysisInput<G>,
    settings: &SearchSettings,
    output: &OutputArgs,
    out: &mut dyn Write,
) -> anyhow::Result<Option<Stop>> {
    let display = ProgressDisplay::new(output.quiet, input.nodes_before);
    let report = saving.search(search, &settings.limits, &display);
    display.clear();
    let (saved, failure) = saving.finish(search);
    let stop = report.stop;
    report::write(&AnalysisResult { input, settings, report, saved }, output, out)?;
    failure.map_or(Ok(stop), Err)
}
