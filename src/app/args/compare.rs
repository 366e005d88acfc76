//! The arguments of `compare`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::number;
use super::{EngineArgs, EvaluationArgs, MOST_THREADS, TableArgs};
use crate::app::games::GameKind;
use crate::app::searchers::{self, SearcherKind};

/// `shans lab compare`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Files are EPD, one position per line with the expected answer: bm (best moves), am (moves to avoid),
dm N, bm #N or ce +MN (a mate in at most N; negative: the side to move is mated), c0 or c8 with c9
(points for moves). A position is solved if the answer meets everything that its line requires; if
the line has only points, by a move with the most points. Unusable lines are reported by number, and
counted.

Without --nodes, --time or --depth, every searcher gets 100k nodes per position.

Exit codes: 0 done, 1 failed, 2 wrong usage, or no usable position, 130 interrupted: Ctrl-C ends the
comparison after the positions that are done. They are reported and written; standard error and JSON
say how many are left.")]
pub struct CompareArgs {
    /// Files of test positions (EPD)
    #[arg(value_name = "SUITE", required = true)]
    pub suites: Vec<PathBuf>,

    /// What is played
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub rules: GameKind,

    /// The searchers, as for analyze --searcher
    #[arg(long, value_name = "NAME,...", value_delimiter = ',',
        default_value = "best-first,pvs", value_parser = searchers::by_name)]
    pub searchers: Vec<SearcherKind>,

    /// Which engine searches: it is the searcher engine, and searches the leaves of best-first.
    #[command(flatten)]
    pub engine: EngineArgs,

    /// What positions are worth.
    #[command(flatten)]
    pub evaluation: EvaluationArgs,

    /// Endgame tables.
    #[command(flatten)]
    pub tables: TableArgs,

    /// N nodes for each searcher and position (100k, 2m)
    #[arg(long, value_name = "N", value_parser = number::count)]
    pub nodes: Option<u64>,

    /// CPU time for each searcher and position (100ms, 1s)
    #[arg(long, value_name = "TIME", value_parser = number::duration, conflicts_with = "nodes")]
    pub time: Option<Duration>,

    /// To this depth each, for searchers with a depth limit
    #[arg(long, value_name = "D", value_parser = number::count_to(1000_u32),
        conflicts_with_all = ["nodes", "time"])]
    pub depth: Option<u32>,

    /// Threads of each searcher that can use several. CPU time is the sum over its threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::count_to(MOST_THREADS))]
    pub threads: u16,

    /// Memory for each searcher
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = number::memory)]
    pub memory: u64,

    /// Take every K-th position of a file, starting with the first
    #[arg(long, value_name = "K", default_value = "1", value_parser = number::count)]
    pub every: u64,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Write the report to this file instead of standard output (-)
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,

    /// Write a row for each position and searcher as soon as it is done
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,

    /// Draw the positions solved against the nodes they took (SVG)
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,

    /// Overwrite existing files (a saved tree is never overwritten)
    #[arg(long)]
    pub force: bool,

    /// Do not show a progress bar on standard error
    #[arg(long)]
    pub quiet: bool,
}
