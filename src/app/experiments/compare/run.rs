//! The command: what its arguments mean, all searches one after another, how far they have come, and the files that it writes.

use std::io::Write;
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use thiserror::Error;

use super::comparison::{Comparison, SearcherAnswer};
use super::suite::{Suite, SuitePosition};
use super::{data, plot, text};
use crate::app::args::CompareArgs;
use crate::app::exit::{self, Exit};
use crate::app::files::ending_tables;
use crate::app::files::output_file::{GrowingFile, OutputFile};
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::counted;
use crate::app::reporting::{json_line, progress_display};
use crate::app::searchers::{CannotStart, LimitKind, SearcherKind};
use crate::app::settings::{self, SettingsError, possible_memory};
use crate::app::signals;
use crate::app::usage::UsageError;
use crate::search::{Interrupt, Limits, MemoryLimits};

/// Without any limit in the arguments, each searcher has this many nodes for each position.
const DEFAULT_NODES: u64 = 100_000;

/// Arguments of `compare` that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CompareError {
    /// An option that a searcher does not know.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A searcher beside itself.
    #[error("--searchers names {0} twice")]
    SameSearcher(String),
    /// Nothing to compare.
    #[error(
        "these files hold no position with an expected answer; EPD needs bm, am, dm, ce +MN, c0, \
         or c8 and c9"
    )]
    NoPositions,
}

/// Compares the searchers that the arguments name. The files that they name are written, then the
/// result goes to `out`.
///
/// # Errors
///
/// [`UsageError`] if the arguments cannot be followed or no position can be used; files that
/// cannot be read or written; `out` that cannot be written.
pub fn run<G: CommandLineGame>(args: &CompareArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut comparison = comparison::<G>(args, signals::catch()?)?;
    let mut outputs = Outputs::open(args)?;
    let mut progress = Progress::new(&comparison, args.quiet);
    let searched = search_all(&mut comparison, &mut progress, &mut outputs);
    progress.clear();
    let troubles = comparison.searchers.iter().flat_map(SearcherKind::troubles);
    troubles.for_each(|trouble| exit::warn(&trouble));
    searched?;
    outputs.finish(&comparison, args.json, out)?;
    Ok(match interruption(comparison.answers.len(), comparison.positions_left()) {
        Some(told) => {
            exit::warn(&told);
            Exit::Interrupted
        }
        None => Exit::Done,
    })
}

/// What an interrupt after `done` positions leaves to do; `None` if that is nothing.
fn interruption(done: usize, left: usize) -> Option<String> {
    let done = counted(done as u64, "position");
    (left > 0).then(|| format!("interrupted after {done}; {left} left"))
}

/// What the arguments say, nothing searched yet.
fn comparison<G: CommandLineGame>(
    args: &CompareArgs,
    interrupt: Interrupt,
) -> anyhow::Result<Comparison<G>> {
    refuse_searchers(args).map_err(UsageError::new)?;
    let room = MemoryLimits::new(possible_memory(args.memory).map_err(UsageError::new)?);
    let room = MemoryLimits { threads: usize::from(args.threads), ..room };
    let is_limited = args.nodes.is_some() || args.time.is_some() || args.depth.is_some();
    let searchers = over_engine(args, &interrupt).map_err(UsageError::new)?;
    let limits = Limits {
        nodes: args.nodes.or((!is_limited).then_some(DEFAULT_NODES)),
        cpu_time: args.time,
        depth: args.depth,
        // As elsewhere, a limit is used up: equal terms are those that were asked for.
        interrupt,
        ..Limits::default()
    };
    let evaluator = ending_tables::evaluator::<G>(&args.evaluation.kind, &args.tables);
    let read = |path: &PathBuf| Suite::read(path, args.every, evaluator.clone());
    let suites = args.suites.iter().map(read);
    let suites: Vec<Suite<G>> = suites.collect::<Result<_, _>>()?;
    if suites.iter().all(|suite| suite.positions.is_empty()) {
        return Err(UsageError::new(CompareError::NoPositions).into());
    }
    Ok(Comparison { searchers, limits, room, suites, answers: Vec::new() })
}

/// The searchers, those that take an engine over the one that is given.
fn over_engine(
    args: &CompareArgs,
    interrupt: &Interrupt,
) -> Result<Vec<SearcherKind>, CompareError> {
    let engine = args.engine.settings(usize::from(args.threads), interrupt);
    let over = |searcher: &SearcherKind| {
        let engine = engine.clone().filter(|_| searcher.takes_engine());
        Ok(settings::searcher_over(searcher, engine)?)
    };
    args.searchers.iter().map(over).collect()
}

/// Refuses searchers that cannot be compared this way.
fn refuse_searchers(args: &CompareArgs) -> Result<(), CompareError> {
    for (index, searcher) in args.searchers.iter().enumerate() {
        let name = searcher.name.clone();
        if args.searchers[..index].iter().any(|other| other.name == name) {
            return Err(CompareError::SameSearcher(name));
        }
        if args.depth.is_some() && searcher.limited_by == LimitKind::Tree {
            return Err(SettingsError::NoDepth(name).into());
        }
    }
    Ok(())
}

/// Searches position by position until all are done or an interrupt comes. A position that not
/// every searcher has finished by then is left out.
fn search_all<G: CommandLineGame>(
    comparison: &mut Comparison<G>,
    progress: &mut Progress,
    outputs: &mut Outputs,
) -> Result<(), CannotStart> {
    let mut all = Vec::new();
    let mut searched = Ok(());
    for position in comparison.positions() {
        let answers = match comparison.search(position, &mut || progress.tick()) {
            Ok(Some(answers)) => answers,
            Ok(None) => break,
            Err(error) => {
                searched = Err(error);
                break;
            }
        };
        outputs.add(&comparison.searchers, position, &answers);
        progress.add(&answers);
        all.push(answers);
    }
    comparison.answers = all;
    searched
}

/// Shows progress on standard error, if that is a terminal.
pub struct Progress {
    bar: ProgressBar,
    /// Each searcher, and how many positions it has solved.
    solved: Vec<(String, u64)>,
}

impl Progress {
    /// A bar, unless it is to be `quiet` or if it would not be seen.
    pub fn new<G: CommandLineGame>(comparison: &Comparison<G>, quiet: bool) -> Progress {
        let solved = comparison.searchers.iter().map(|kind| (kind.name.clone(), 0)).collect();
        let bar = match progress_display::is_seen(quiet) {
            true => bar(comparison.positions().count() as u64),
            false => ProgressBar::hidden(),
        };
        let progress = Progress { bar, solved };
        progress.show();
        progress
    }

    /// Counts one more position, with these answers.
    pub fn add(&mut self, answers: &[SearcherAnswer]) {
        for ((_, solved), answer) in self.solved.iter_mut().zip(answers) {
            *solved += u64::from(answer.solved);
        }
        self.show();
        self.bar.inc(1);
    }

    /// Shows that a search is still running.
    pub fn tick(&self) {
        self.bar.tick();
    }

    /// Removes the bar, so that the result can be printed.
    pub fn clear(self) {
        self.bar.finish_and_clear();
    }

    fn show(&self) {
        self.bar.set_message(message(&self.solved));
    }
}

fn message(solved: &[(String, u64)]) -> String {
    let parts: Vec<String> = solved.iter().map(|(name, count)| format!("{name} {count}")).collect();
    format!("solved: {}", parts.join(", "))
}

fn bar(positions: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(positions), ProgressDrawTarget::stderr());
    let style =
        ProgressStyle::with_template("{bar:30} {pos}/{len}  {elapsed}, {eta} left  {wide_msg}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// The files, whose places are looked at before the first search, so that what cannot be written is
/// reported at once. Where writing fails later on, the comparison continues without.
pub struct Outputs {
    csv: Option<GrowingFile>,
    plot: Option<OutputFile>,
    /// Where the report goes, if not to standard output.
    report: Option<OutputFile>,
    /// Why no more rows are written.
    failure: Option<anyhow::Error>,
}

impl Outputs {
    /// Creates the table, and finds out whether the plot can be written.
    ///
    /// # Errors
    ///
    /// As [`OutputFile::new`]: the files of test positions and the other output are not replaced.
    pub fn open(args: &CompareArgs) -> anyhow::Result<Outputs> {
        let named = [&args.csv, &args.plot, &args.output];
        let [csv, plot, report] = OutputFile::all(named, args.force, &args.suites)?;
        let mut csv = csv.map(OutputFile::grow).transpose()?;
        if let Some(csv) = &mut csv {
            csv.add(|out| data::write_head(out))?;
        }
        Ok(Outputs { csv, plot, report, failure: None })
    }

    /// Writes the answers to a position.
    pub fn add<G: CommandLineGame>(
        &mut self,
        searchers: &[SearcherKind],
        position: &SuitePosition<G>,
        answers: &[SearcherAnswer],
    ) {
        let Some(csv) = &mut self.csv else { return };
        let mut rows = searchers.iter().zip(answers);
        let written = csv.add(|out| {
            rows.try_for_each(|(kind, answer)| data::write_row(position, &kind.name, answer, out))
        });
        if let Err(error) = written {
            self.failure = Some(error);
            self.csv = None;
        }
    }

    /// Writes what needs all answers: the plot, and then the report, to its file or to `out`.
    ///
    /// # Errors
    ///
    /// The first file that could not be written, now or before. The report is written even where another file cannot be.
    pub fn finish<G: CommandLineGame>(
        mut self,
        comparison: &Comparison<G>,
        as_json: bool,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let report = self.report.take();
        let written = self.finish_files(comparison);
        OutputFile::write_or(report, out, |out| match as_json {
            true => Ok(json_line::write(&data::record(comparison), out)?),
            false => text::write(comparison, out),
        })?;
        written
    }

    fn finish_files<G: CommandLineGame>(self, comparison: &Comparison<G>) -> anyhow::Result<()> {
        let draw = |out: &mut dyn Write| Ok(out.write_all(plot::draw(comparison).as_bytes())?);
        let plotted = self.plot.map_or(Ok(()), |plot| plot.write(draw));
        let Some(failure) = self.failure else { return plotted };
        if let Err(error) = plotted {
            exit::complain(&format_args!("{error:#}"));
        }
        Err(failure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_searcher_is_shown() {
        let solved = [("best-first".to_string(), 3), ("pvs".to_string(), 4)];
        assert_eq!(message(&solved), "solved: best-first 3, pvs 4");
    }
}
