//! The command: what its arguments mean, and all searches one after another.

use std::io::Write;
use std::path::PathBuf;

use thiserror::Error;

use super::comparison::Comparison;
use super::outputs::Outputs;
use super::progress::Progress;
use super::suite::Suite;
use crate::app::args::CompareArgs;
use crate::app::exit::{self, Exit};
use crate::app::files::ending_tables;
use crate::app::games::CommandLineGame;
use crate::app::reporting::score::counted;
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
