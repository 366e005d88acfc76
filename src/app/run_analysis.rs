//! One position searched from beginning to end: progress, checkpoints, result.

use std::io::Write;

use super::analysis::{AnalysisInput, AnalysisResult};
use super::args::OutputArgs;
use super::games::CommandLineGame;
use super::progress_display::ProgressDisplay;
use super::settings::SearchSettings;
use super::{report, saving};
use crate::session::{More, Session, SessionReport};

/// Searches a position; the progress is shown unless `quiet`.
pub fn search<G: CommandLineGame>(
    input: AnalysisInput<G>,
    settings: &SearchSettings,
    quiet: bool,
) -> AnalysisResult<'_, G> {
    let mut searcher = settings.searcher.build(input.root.clone(), settings.room);
    let display = ProgressDisplay::new(quiet);
    let position = input.root.game();
    let report = searcher.search(&settings.limits, &mut |report| {
        display.show(position, &SessionReport::from(report.clone()));
    });
    display.clear();
    AnalysisResult { input, settings, run: report.into(), saved: None }
}

/// Searches so much more, saves the tree and writes the result, in this order: the file is there
/// even if `out` was closed early. Returns what was found.
///
/// # Errors
///
/// A file or `out` that cannot be written. The result is written even if the file cannot be.
pub fn search_and_save<G: CommandLineGame>(
    mut session: Session<G>,
    input: AnalysisInput<G>,
    mut settings: SearchSettings,
    output: &OutputArgs,
    out: &mut dyn Write,
) -> anyhow::Result<SessionReport<G::Move>> {
    let display = ProgressDisplay::new(output.quiet);
    let run = run(&mut session, &More(settings.limits), &display);
    display.clear();
    let (saved, failure) = saving::save_last(&mut session);
    settings.limits = session.limits().clone();
    let analysis = AnalysisResult { input, settings: &settings, run, saved };
    report::write(&analysis, output, out)?;
    failure.map_or(Ok(analysis.run), Err)
}

/// Searches, and saves checkpoints on the way. One that fails is only a warning.
fn run<G: CommandLineGame>(
    session: &mut Session<G>,
    more: &More,
    display: &ProgressDisplay,
) -> SessionReport<G::Move> {
    session.begin(more);
    loop {
        if let Some(stop) = session.advance() {
            return session.finish(stop);
        }
        if let Some(report) = session.report_if_due() {
            display.show(session.search().position(), &report);
        }
        session.checkpoint_if_due();
        session.troubles().iter().for_each(saving::warn_of);
    }
}
