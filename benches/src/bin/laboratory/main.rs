//! The laboratory: suites at given budgets, with several parameter sets side by side.
//!
//! `cargo run --release -p shans-benches --bin laboratory -- [--nodes 100k,1m | --time 0.1s,1s]
//! --sets NAME,LABEL=NAME,... [--half tuning|confirming|all] SUITE[:K]...`: the first set is the
//! one that the others are compared with. A table for each budget: positions solved of each suite
//! (and points), nodes of the tree, depth, speed, and where a set differs from the first one, with
//! p-values.
//!
//! Parameters are tuned on one half of the positions. The other half, which nothing was ever tuned
//! on, then tells whether the gain holds.

mod args;
mod halves;
mod paired;
mod record;
mod search;
mod table;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use shans::app::exit::{self, Exit};
use shans::app::experiments::compare::{Comparison, Progress, Suite};
use shans::app::files::output_file::OutputFile;
use shans::app::games::CommandLineGame as _;
use shans::app::reporting::output::Output;
use shans::app::settings::possible_memory;
use shans::app::usage::UsageError;
use shans::app::{args as program, signals};
use shans::chess::Position;
use shans::search::MemoryLimits;

use args::{ArgumentError, Arguments};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    exit::code(run(&arguments, &mut Output::standard()))
}

/// Searches and reports budget by budget. After an interrupt the report tells what was done.
fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<Exit> {
    refuse_doubles(arguments).map_err(UsageError::new)?;
    let memory = arguments.memory.saturating_mul(u64::from(arguments.threads));
    possible_memory(memory).map_err(UsageError::new)?;
    let room = MemoryLimits::new(possible_memory(arguments.memory).map_err(UsageError::new)?);
    let (suites, read) = suites(arguments)?;
    let json = arguments.json.as_deref().map(|path| output(arguments, path)).transpose()?;
    let kept: usize = suites.iter().map(|suite| suite.positions.len()).sum();
    let (version, half) = (version(), arguments.half.name());
    writeln!(out, "shans {version}, {half}: {kept} of {read} positions\n")?;
    let interrupt = signals::catch()?;
    let mut comparisons = Vec::new();
    for limits in arguments.budgets(&interrupt) {
        if interrupt.is_thrown() {
            break;
        }
        let searchers = arguments.searchers(&interrupt);
        let suites = suites.clone();
        let mut comparison = Comparison { searchers, limits, room, suites, answers: Vec::new() };
        let mut progress = Progress::new(&comparison, arguments.quiet);
        search::search_all(&mut comparison, arguments.threads, &mut progress)?;
        progress.clear();
        table::write(&comparison, &arguments.sets, arguments.list, out)?;
        out.flush()?;
        comparisons.push(comparison);
    }
    if let Some(file) = json {
        file.write(|out| Ok(record::write(&version, arguments, &comparisons, out)?))?;
    }
    Ok(if interrupt.is_thrown() { Exit::Interrupted } else { Exit::Done })
}

fn refuse_doubles(arguments: &Arguments) -> Result<(), ArgumentError> {
    for (place, set) in arguments.sets.iter().enumerate() {
        if arguments.sets[..place].iter().any(|other| other.label == set.label) {
            return Err(ArgumentError::SameLabel(set.label.clone()));
        }
    }
    for (place, suite) in arguments.suites.iter().enumerate() {
        if arguments.suites[..place].iter().any(|other| other.path == suite.path) {
            return Err(ArgumentError::SameSuite(suite.path.display().to_string()));
        }
    }
    Ok(())
}

/// The version of the program, with the commit where that is known.
fn version() -> String {
    program::Arguments::command().get_version().unwrap_or_default().to_string()
}

/// The positions to be searched, and how many there are in both halves.
fn suites(arguments: &Arguments) -> anyhow::Result<(Vec<Suite<Position>>, usize)> {
    let mut read = 0;
    let mut suites = Vec::new();
    let evaluator = Position::evaluator_of(&arguments.evaluation);
    for choice in &arguments.suites {
        let every = choice.every.unwrap_or(arguments.every);
        let mut suite = Suite::<Position>::read(&choice.path, every, evaluator.clone())?;
        read += suite.positions.len();
        suite.positions.retain(|position| arguments.half.contains(&position.position.fen()));
        suites.push(suite);
    }
    if suites.iter().all(|suite| suite.positions.is_empty()) {
        return Err(UsageError::new(ArgumentError::NoPositions).into());
    }
    Ok((suites, read))
}

/// The file written at the end. If it cannot be written, that is reported before the first search.
fn output(arguments: &Arguments, path: &Path) -> anyhow::Result<OutputFile> {
    OutputFile::new(path, true, arguments.suites.iter().map(|suite| suite.path.as_path()))
}
