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
use crate::app::searchers::{CannotStart, EngineFailed, SearcherKind};
use crate::app::settings::SearchSettings;
use crate::session::{More, Session, SessionReport};

/// Searches a position and writes the result; the progress is shown unless it is to be quiet.
///
/// # Errors
///
/// [`CannotStart`] where nobody is there to search, or answers any more; what was found until then is written.
/// `out` that cannot be written.
pub fn search_and_write<G: CommandLineGame>(
    input: AnalysisInput<G>,
    settings: &SearchSettings,
    output: &OutputArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (analysis, failure) = search(input, settings, output.quiet)?;
    report::write(&analysis, output, out)?;
    Ok(failure.map_or(Ok(()), Err)?)
}

/// Searches a position. Beside the result, why the engine answers no longer.
///
/// # Errors
///
/// [`CannotStart`] where nobody is there to search, or has answered anything.
pub fn search<G: CommandLineGame>(
    input: AnalysisInput<G>,
    settings: &SearchSettings,
    quiet: bool,
) -> Result<(AnalysisResult<'_, G>, Option<EngineFailed>), CannotStart> {
    let mut searcher = settings.searcher.build(input.root.clone(), settings.room)?;
    let display = ProgressDisplay::new(quiet);
    let position = input.root.game();
    let report = searcher.search(&settings.limits, &mut |report| {
        let report = SessionReport::from(report.clone());
        display.show(position, &report, settings.searcher.status());
    });
    display.clear();
    let run = SessionReport::from(report);
    let failure = warn_of_engine(&settings.searcher, &run)?;
    ending_tables::warn_of::<G>(input.root.game().evaluator());
    Ok((AnalysisResult { input, settings, run, saved: None }, failure))
}

/// Tells what went wrong with an engine. Returns why it answers no longer.
///
/// # Errors
///
/// The same where it has answered nothing: whatever is reported would be none of its words.
fn warn_of_engine<M: Copy>(
    searcher: &SearcherKind,
    run: &SessionReport<M>,
) -> Result<Option<EngineFailed>, EngineFailed> {
    let (troubles, failure) = searcher.troubles_of(run.report.stop);
    troubles.iter().for_each(|trouble| exit::warn(trouble));
    match failure {
        Some(failure) if run.nodes() == 0 => Err(failure),
        failure => Ok(failure),
    }
}

/// Searches so much more, saves the tree and writes the result, in this order: the file is there
/// even if `out` was closed early. Returns what was found.
///
/// # Errors
///
/// A file or `out` that cannot be written. The result is written even if the file cannot be. An engine that answers
/// no longer: what it has answered is saved and written all the same.
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
        saving::keep(session);
    });
    display.clear();
    let engine_failed = warn_of_engine(&settings.searcher, &run)?;
    ending_tables::warn_of::<G>(input.root.game().evaluator());
    let (saved, failure) = saving::save_last(&mut session);
    settings.limits = session.limits().clone();
    let analysis = AnalysisResult { input, settings: &settings, run, saved };
    report::write(&analysis, output, out)?;
    match failure.or(engine_failed.map(anyhow::Error::from)) {
        Some(failure) => Err(failure),
        None => Ok(analysis.run),
    }
}
