//! The arguments as they are typed. What they mean is worked out in [`super::plan`].

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use super::inspect::args::{ExportArgs, ShowArgs, WhyArgs};
use super::number;
use super::perft::PerftArgs;
use super::searchers::{self, SearcherKind};

/// Analyses chess positions with a best-first search that has no depth: the whole tree is kept,
/// and grows where one of the players still has an unchecked chance.
#[derive(Parser, Clone, Debug)]
#[command(name = "shans", version, about, max_term_width = 100)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Clone, Debug)]
pub enum Command {
    /// Analyse a position, or many of them from standard input
    Analyze(AnalyzeArgs),
    /// Show the tree below a line of moves
    Show(ShowArgs),
    /// Tell why a move is not preferred
    Why(WhyArgs),
    /// Write the most important part of a tree as JSON, DOT or PGN
    Export(ExportArgs),
    /// Compare searchers over files of test positions, on equal terms
    Compare(CompareArgs),
    /// Search fixed positions: a signature of the search, and its speed
    Bench,
    /// Count legal move sequences, or check a file of known counts
    Perft(PerftArgs),
}

/// `shans analyze`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Without --nodes, --time or --depth an analysis stops when it is settled, or after 10 s.

With - every line of standard input is one FEN or EPD, answered as soon as it is done. A line
that cannot be used is reported on standard error (with --json also as {\"line\", \"error\"} on
standard output), the others go on, and the exit code is 2 in the end.

Exit codes: 0 done, 1 failed, 2 wrong usage or bad input. Ctrl-C stops the search and reports
what is known; a second one ends the program at once.")]
pub struct AnalyzeArgs {
    /// FEN in one argument or several, `startpos`, or `-` for one FEN or EPD a line from
    /// standard input
    #[arg(value_name = "FEN|startpos|-", default_value = "startpos")]
    pub position: Vec<String>,

    /// Moves of the game from there on, in UCI or SAN; repetitions count them
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,

    /// Choose among these moves only
    #[arg(long, value_name = "MOVE,...", value_delimiter = ',')]
    pub only: Vec<String>,

    /// Leave these moves out
    #[arg(long, value_name = "MOVE,...", value_delimiter = ',')]
    pub exclude: Vec<String>,

    /// How to search, and for how long.
    #[command(flatten)]
    pub search: SearchArgs,

    /// What to print.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `shans compare`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Files are EPD, one position a line with what is expected: bm (best moves), am (moves to avoid),
dm N, bm #N or ce +MN (a mate in at most N; negative: the side to move is mated), c0 or c8 with c9
(points for moves). A position is solved if everything that its line demands is met; where there
are points alone, by a move that is worth most. A line that cannot be used is reported with its
number, and counted.

Without --nodes, --time or --depth every searcher has 100k nodes a position.

Exit codes: 0 done, 1 failed, 2 wrong usage, or no position that can be used. Ctrl-C ends the
comparison after the positions that are done: they are reported and written.")]
pub struct CompareArgs {
    /// Files of test positions (EPD)
    #[arg(value_name = "SUITE", required = true)]
    pub suites: Vec<PathBuf>,

    /// The searchers, as for analyze --searcher
    #[arg(long, value_name = "NAME,...", value_delimiter = ',',
        default_value = "best-first,pvs", value_parser = searchers::by_name)]
    pub searchers: Vec<SearcherKind>,

    /// So many nodes for each searcher and position (100k, 2m)
    #[arg(long, value_name = "N", value_parser = number::count)]
    pub nodes: Option<u64>,

    /// So much CPU time for each searcher and position (100ms, 1s)
    #[arg(long, value_name = "TIME", value_parser = number::duration, conflicts_with = "nodes")]
    pub time: Option<Duration>,

    /// To this depth each, for searchers that have one
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=1000),
        conflicts_with_all = ["nodes", "time"])]
    pub depth: Option<u32>,

    /// Memory for each searcher
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = number::memory)]
    pub memory: u64,

    /// Take only each K-th position of a file, from the first on
    #[arg(long, value_name = "K", default_value = "1", value_parser = number::count)]
    pub every: u64,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Write a row for each position and searcher, as soon as it is known
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,

    /// Draw the positions solved against the nodes they took (SVG)
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,

    /// No progress bar on standard error
    #[arg(long)]
    pub quiet: bool,
}

/// How to search, and for how long.
#[derive(Args, Clone, Debug)]
pub struct SearchArgs {
    /// How to search: best-first, pvs, pvs-classic, alpha-beta or negamax; parts are switched
    /// like pvs-classic:no-killers+no-table (an unknown part lists those there are)
    #[arg(long, value_name = "NAME", default_value = searchers::DEFAULT,
        value_parser = searchers::by_name)]
    pub searcher: SearcherKind,

    /// Stop after so many positions reached by making a move (100k, 2m, 1g)
    #[arg(long, value_name = "N", value_parser = number::count)]
    pub nodes: Option<u64>,

    /// Stop after this time (500ms, 10s, 5m, 2h)
    #[arg(long, value_name = "TIME", value_parser = number::duration)]
    pub time: Option<Duration>,

    /// Stop at this depth, for searchers that have one
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub depth: Option<u32>,

    /// Memory for the tree and its tables (512MiB, 2GiB); a quarter of the machine's otherwise
    #[arg(long, value_name = "SIZE", value_parser = number::memory)]
    pub memory: Option<u64>,

    /// The most nodes in the tree
    #[arg(long, value_name = "N", value_parser = number::count)]
    pub tree_nodes: Option<u64>,

    /// Settled when both players' chances lie so many centipawns below the result
    #[arg(long, value_name = "CP", allow_negative_numbers = true, value_parser = centipawns)]
    pub settle: Option<f32>,
}

/// What to print.
#[derive(Args, Clone, Debug)]
pub struct OutputArgs {
    /// How many candidate moves are listed
    #[arg(long, value_name = "K", default_value = "5", value_parser = number::count)]
    pub lines: u64,

    /// Print one JSON object a position
    #[arg(long)]
    pub json: bool,

    /// No live progress on standard error
    #[arg(long)]
    pub quiet: bool,
}

fn centipawns(text: &str) -> Result<f32, String> {
    let number: Option<f32> = text.parse().ok().filter(|cp: &f32| cp.is_finite() && *cp >= 0.0);
    number.ok_or_else(|| format!("{text:?} is no margin; give centipawns, zero or more, like 6000"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn margins_are_finite_and_not_negative() {
        assert_eq!(centipawns("6000"), Ok(6000.0));
        for text in ["NaN", "inf", "-1", "x", ""] {
            assert!(centipawns(text).is_err(), "{text}");
        }
    }
}
