//! One position searched from beginning to end: progress, checkpoints, result.

use std::io::Write;

use crate::app::analysis::{AnalysisInput, AnalysisResult};
use crate::app::args::OutputArgs;
use crate::app::exit;
use crate::app::files::ending_tables;
use crate::app::files::saving;
use crate::app::games::CommandLineGame;
use crate::app::reporting::progress_display::ProgressDisplay;
use crate::app::reporting::report;
use crate::app::searchers::{CannotStart, SearcherKind};
use crate::app::settings::SearchSettings;
use crate::session::{More, Session, SessionReport};

/// Searches a position; the progress is shown unless `quiet`.
///
/// # Errors
///
/// [`CannotStart`] where nobody is there to search.
pub fn search<G: CommandLineGame>(
    input: AnalysisInput<G>,
    settings: &SearchSettings,
    quiet: bool,
) -> Result<AnalysisResult<'_, G>, CannotStart> {
    let mut searcher = settings.searcher.build(input.root.clone(), settings.room)?;
    let display = ProgressDisplay::new(quiet);
    let position = input.root.game();
    let report = searcher.search(&settings.limits, &mut |report| {
        let report = SessionReport::from(report.clone());
        display.show(position, &report, settings.searcher.status());
    });
    display.clear();
    warn_of_engine(&settings.searcher);
    ending_tables::warn_of::<G>(input.root.game().evaluator());
    Ok(AnalysisResult { input, settings, run: report.into(), saved: None })
}

/// Tells what went wrong with an engine.
fn warn_of_engine(searcher: &SearcherKind) {
    searcher.troubles().iter().for_each(|trouble| exit::warn(trouble));
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
    // A checkpoint that fails is only a warning.
    let run = session.run_watched(&More(settings.limits), |session| {
        if let Some(report) = session.report_if_due() {
            display.show(session.search().position(), &report, settings.searcher.status());
        }
        session.checkpoint_if_due();
        session.troubles().iter().for_each(saving::warn_of);
    });
    display.clear();
    warn_of_engine(&settings.searcher);
    ending_tables::warn_of::<G>(input.root.game().evaluator());
    let (saved, failure) = saving::save_last(&mut session);
    settings.limits = session.limits().clone();
    let analysis = AnalysisResult { input, settings: &settings, run, saved };
    report::write(&analysis, output, out)?;
    failure.map_or(Ok(analysis.run), Err)
}
