//! The arguments.

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use shans::app::args::{EngineArgs, number};
use shans::app::evaluations::EvaluationKind;
use shans::app::searchers::{self, SearcherKind, UnknownSearcher};
use shans::search::{Interrupt, Limits};
use thiserror::Error;

use crate::halves::Half;

/// Without a budget in the arguments, each set has this many nodes for each position.
const DEFAULT_NODES: u64 = 100_000;

const COLUMNS: &str = "\
Each budget gives a table with a row for each set. For each suite, with the number of its positions,
and for all: the positions solved, and the points in brackets.

tree/1000          nodes of the tree at the end, for 1,000 nodes searched
depth, deepest     the mean depth of the tree's nodes (of searchers without a tree: the depth
                   completed) and the greatest depth, both as a mean over the positions
nodes/s            for a second of CPU time
against the first  positions that this set alone has solved, those that the first set alone has, and
                   how often equally good sets would differ at least as much by luck (McNemar's test)
points             how many it is ahead of the first, and the same by Fisher's randomisation test

A position belongs to the same half in every suite and in every run.";

/// Runs suites at given budgets with several parameter sets side by side, and compares each set
/// with the first.
#[derive(Parser, Clone, Debug)]
#[command(name = "laboratory", max_term_width = 100, after_help = COLUMNS)]
pub struct Arguments {
    /// Files of test positions (EPD); with :K only each K-th position, from the first on
    #[arg(value_name = "SUITE[:K]", required = true, value_parser = suite_choice)]
    pub suites: Vec<SuiteChoice>,

    /// Parameter sets: searchers with their options, as for shans compare, each with a label if
    /// wanted. The first is the one that the others are compared with
    #[arg(long, value_name = "[LABEL=]NAME,...", value_delimiter = ',',
        default_value = searchers::DEFAULT, value_parser = parameter_set)]
    pub sets: Vec<ParameterSet>,

    /// Which engine searches: it is the searcher engine, and searches the leaves of best-first
    #[command(flatten)]
    pub engine: EngineArgs,

    /// What positions are worth before anything is searched: network, tables, or the file of a network
    #[arg(long, value_name = "NAME|FILE", default_value_t)]
    pub evaluation: EvaluationKind,

    /// Budgets: this many nodes for each set and position [default: 100k]
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = number::count)]
    pub nodes: Vec<u64>,

    /// Budgets: this much CPU time for each set and position (100ms, 1s)
    #[arg(long, value_name = "TIME,...", value_delimiter = ',',
        value_parser = number::duration, conflicts_with = "nodes")]
    pub time: Vec<Duration>,

    /// The half of the positions to search. Tune on one and confirm on the other
    #[arg(long, value_enum, default_value = "all")]
    pub half: Half,

    /// Take only each K-th position of the suites that name no K of their own
    #[arg(long, value_name = "K", default_value = "1", value_parser = number::count)]
    pub every: u64,

    /// Positions searched at the same time
    #[arg(long, value_name = "N", default_value = "2", value_parser = number::count_to(1024_u32))]
    pub threads: u32,

    /// Memory for each search
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = number::memory)]
    pub memory: u64,

    /// Name the positions that only one of two sets has solved
    #[arg(long)]
    pub list: bool,

    /// Write everything, with the answers to every position, as one JSON object
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// No progress bar on standard error
    #[arg(long)]
    pub quiet: bool,
}

impl Arguments {
    /// The searchers of the sets, those that take an engine over the one that is given.
    pub fn searchers(&self, interrupt: &Interrupt) -> Vec<SearcherKind> {
        let engine = self.engine.settings(1, interrupt);
        let over = |set: &ParameterSet| {
            let over = engine.clone().and_then(|engine| set.kind.over(engine));
            over.unwrap_or_else(|| set.kind.clone())
        };
        self.sets.iter().map(over).collect()
    }

    /// What bounds each search, a budget after the other.
    pub fn budgets(&self, interrupt: &Interrupt) -> Vec<Limits> {
        let unlimited = || Limits { interrupt: interrupt.clone(), ..Limits::default() };
        let by_time = |&time| Limits { cpu_time: Some(time), ..unlimited() };
        let by_nodes = |&nodes| Limits { nodes: Some(nodes), ..unlimited() };
        match (self.nodes.as_slice(), self.time.as_slice()) {
            ([], []) => vec![by_nodes(&DEFAULT_NODES)],
            (nodes, []) => nodes.iter().map(by_nodes).collect(),
            (_, times) => times.iter().map(by_time).collect(),
        }
    }
}

/// A searcher, and what tables call it.
#[derive(Clone, Debug)]
pub struct ParameterSet {
    /// What it is called.
    pub label: String,
    /// The searcher with its options.
    pub kind: SearcherKind,
}

/// A file of test positions, and which of them to take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteChoice {
    /// The file.
    pub path: PathBuf,
    /// Each how many-th position; `None` where the argument does not say.
    pub every: Option<u64>,
}

/// Arguments that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ArgumentError {
    /// Rows that could not be told apart.
    #[error("--sets names {0} twice; give one of them another label: LABEL=NAME")]
    SameLabel(String),
    /// Each position of it would be counted twice.
    #[error("{0} is given twice; give each suite once")]
    SameSuite(String),
    /// Nothing to search.
    #[error("no position with an expected answer is left; take --half all, or more positions")]
    NoPositions,
}

/// Reads `NAME` or `LABEL=NAME`. Only options have an equals sign, and they stand behind a colon.
fn parameter_set(text: &str) -> Result<ParameterSet, UnknownSearcher> {
    let labelled = text.split_once('=').filter(|(label, _)| !label.contains(':'));
    let (label, name) = labelled.unwrap_or((text, text));
    Ok(ParameterSet { label: label.to_string(), kind: searchers::by_name(name)? })
}

/// Reads `SUITE` or `SUITE:K`.
fn suite_choice(text: &str) -> Result<SuiteChoice, number::NumberError> {
    let is_count = |end: &str| !end.is_empty() && end.chars().all(|c| c.is_ascii_digit());
    match text.rsplit_once(':').filter(|(_, end)| is_count(end)) {
        Some((path, every)) => {
            Ok(SuiteChoice { path: path.into(), every: Some(number::count(every)?) })
        }
        None => Ok(SuiteChoice { path: text.into(), every: None }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_may_be_thinned_out() {
        let choice = |path: &str, every| Ok(SuiteChoice { path: path.into(), every });
        assert_eq!(suite_choice("data/wac.epd"), choice("data/wac.epd", None));
        assert_eq!(suite_choice("data/wac.epd:3"), choice("data/wac.epd", Some(3)));
        assert_eq!(suite_choice("c:\\wac.epd"), choice("c:\\wac.epd", None));
        assert_eq!(suite_choice("wac.epd:"), choice("wac.epd:", None));
        assert!(matches!(suite_choice("wac.epd:0"), Err(number::NumberError::Zero(_))));
    }

    #[test]
    fn sets_may_have_labels() -> Result<(), UnknownSearcher> {
        for (text, label, name) in [
            ("pvs", "pvs", "pvs"),
            ("old=pvs:no-table", "old", "pvs:no-table"),
            ("best-first:ply=300", "best-first:ply=300", "best-first:ply=300"),
            ("wide=best-first:ply=300", "wide", "best-first:ply=300"),
        ] {
            let set = parameter_set(text)?;
            assert_eq!((set.label.as_str(), set.kind.name.as_str()), (label, name));
        }
        assert!(parameter_set("wide=mcts").is_err());
        Ok(())
    }

    #[test]
    fn budgets_are_nodes_or_cpu_time() {
        let budgets = |words: &str| {
            let words = ["laboratory"].into_iter().chain(words.split_whitespace());
            let arguments = Arguments::parse_from(words.chain(["suite.epd"]));
            let limits = arguments.budgets(&Interrupt::default());
            limits.iter().map(|limits| (limits.nodes, limits.cpu_time)).collect::<Vec<_>>()
        };
        assert_eq!(budgets(""), [(Some(DEFAULT_NODES), None)]);
        assert_eq!(budgets("--nodes 5k,1m"), [(Some(5_000), None), (Some(1_000_000), None)]);
        let milliseconds = |count| (None, Some(Duration::from_millis(count)));
        assert_eq!(budgets("--time 0.1s,1s"), [milliseconds(100), milliseconds(1000)]);
    }
}
