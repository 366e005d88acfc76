//! One position searched from beginning to end: progress, checkpoints, result.

use std::io::Write;

use crate::app::analysis::{AnalysisInput, AnalysisResult};
use crate::app::args::OutputArgs;
use crate::app::exit;
use crate::app::files::ending_tables;
use crate::app::files::saving;
use crate::app::games::CommandLineGame;
use crate::app::reporting::progress_display::ProgressDisplay;
use crate::app::reporting::style::Style;
use crate::app::reporting::{report_json, report_text};
use crate::app::searchers::{CannotStart, EngineFailed, SearcherKind};
use crate::app::settings::SearchSettings;
use crate::search::{Root, Searcher};
use crate::session::{More, Session, SessionReport};

/// Whoever searches a position.
pub enum Searching<G: CommandLineGame> {
    /// A search that keeps a tree, in a file or not.
    Tree(Box<Session<G>>),
    /// One that keeps none.
    Alone(Box<dyn Searcher<G>>),
}

impl<G: CommandLineGame> Searching<G> {
    /// A search of this root, in no file.
    ///
    /// # Errors
    ///
    /// [`CannotStart`] where nobody is there to search.
    pub fn of(root: &Root<G>, settings: &SearchSettings) -> Result<Searching<G>, CannotStart> {
        let SearchSettings { searcher, room, .. } = settings;
        Ok(match searcher.build_with_tree(root.clone(), *room)? {
            Some(search) => Searching::Tree(Box::new(Session::new(search))),
            None => Searching::Alone(searcher.build(root.clone(), *room)?),
        })
    }

    fn run(
        &mut self,
        settings: &SearchSettings,
        root: &Root<G>,
        quiet: bool,
    ) -> SessionReport<G::Move> {
        let display = ProgressDisplay::new(quiet);
        let show = |report: &SessionReport<G::Move>| {
            display.show(root.game(), report, settings.searcher.status());
        };
        let run = match self {
            Searching::Tree(session) => {
                session.run_watched(&More(settings.limits.clone()), |session| {
                    session.report_if_due().iter().for_each(show);
                    // A checkpoint that fails is only a warning.
                    saving::keep(session);
                })
            }
            Searching::Alone(searcher) => {
                let mut observe = |report: &_| show(&SessionReport::from(Clone::clone(report)));
                searcher.search(&settings.limits, &mut observe).into()
            }
        };
        display.clear();
        run
    }
}

/// Searches a position, saves its tree where that has a file, and writes the result, in this order: the file is there
/// even if `out` was closed early. Returns what was found. The progress is shown unless it is to be quiet.
///
/// # Errors
///
/// As [`search`], and `out` that cannot be written. The result is written even if the file cannot be; what an engine
/// has answered that answers no longer is saved and written all the same.
pub fn search_and_write<G: CommandLineGame>(
    searching: Searching<G>,
    input: AnalysisInput<G>,
    settings: SearchSettings,
    output: &OutputArgs,
    out: &mut dyn Write,
) -> anyhow::Result<SessionReport<G::Move>> {
    let (analysis, failure) = search(searching, input, settings, output.quiet)?;
    write(&analysis, output, out)?;
    failure.map_or(Ok(analysis.run), Err)
}

/// Writes one result, and flushes `out`: a reader need not wait for the next one.
fn write<G: CommandLineGame>(
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

/// Searches a position. Beside the result, what went wrong: a file that cannot be written, or why the engine answers no
/// longer.
///
/// # Errors
///
/// [`EngineFailed`] where that has answered nothing.
pub fn search<G: CommandLineGame>(
    mut searching: Searching<G>,
    input: AnalysisInput<G>,
    mut settings: SearchSettings,
    quiet: bool,
) -> Result<(AnalysisResult<G>, Option<anyhow::Error>), EngineFailed> {
    let run = searching.run(&settings, &input.root, quiet);
    let engine_failed = warn_of_engine(&settings.searcher, &run)?;
    ending_tables::warn_of::<G>(input.root.game().evaluator());
    let (saved, failure) = match &mut searching {
        Searching::Tree(session) => {
            settings.limits = session.limits().clone();
            saving::save_last(session)
        }
        Searching::Alone(_) => (None, None),
    };
    let failure = failure.or(engine_failed.map(anyhow::Error::from));
    Ok((AnalysisResult { input, settings, run, saved }, failure))
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
