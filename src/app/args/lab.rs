//! The commands that measure: `lab compare`, `lab play`, `lab bench` and `lab perft`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::{EngineArgs, EvaluationArgs, MOST_THREADS, TableArgs, number};
use crate::app::evaluations::EvaluationKind;
use crate::app::games::GameKind;
use crate::app::players::{PlayerKind, player_by_name};
use crate::app::searchers::{self, SearcherKind};
use crate::chess::perft;

/// `shans lab`.
#[derive(Subcommand, Clone, Debug)]
pub enum LabCommand {
    /// Compare searchers on files of test positions, on equal terms
    Compare(CompareArgs),
    /// Play games between searchers
    Play(PlayArgs),
    /// Search fixed positions and print a signature of the search and its speed
    Bench(BenchArgs),
    /// Count legal move sequences, or check a file of known counts
    Perft(PerftArgs),
}

impl LabCommand {
    /// What is played.
    pub fn game(&self) -> GameKind {
        match self {
            LabCommand::Compare(args) => args.rules,
            LabCommand::Play(args) => args.rules,
            LabCommand::Bench(args) => args.rules,
            LabCommand::Perft(_) => GameKind::Chess,
        }
    }
}

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

/// `shans lab play`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Every start is played twice, the second time with each player one seat further on, so that each team
has both sides. Starts come from the seed: random line-ups in junqi, some random moves in chess.
All ranks are open. The same arguments give the same games.

The record is a game file: shans analyze --rules junqi --pgn FILE --game N --at 41w goes to the
position of the 41st ply of its Nth game (w where South or North moves, b where East or West does).

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted: the finished games are reported.")]
pub struct PlayArgs {
    /// What is played
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub rules: GameKind,

    /// Who plays, one for each seat in the order of moving (South, East, North, West; White,
    /// Black): random, greedy (the best static value after one move), or a searcher as for analyze
    /// --searcher. Opposite seats are partners. With --engine, engine can play as well, and searches the leaves of
    /// best-first
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', required = true,
        value_parser = player_by_name)]
    pub seats: Vec<PlayerKind>,

    /// Which engine plays: it is the player engine, and searches the leaves of best-first.
    #[command(flatten)]
    pub engine: EngineArgs,

    /// How many games
    #[arg(long, value_name = "N", default_value = "2", value_parser = number::count)]
    pub games: u64,

    /// N nodes for each move (1k, 100k)
    #[arg(long, value_name = "N", default_value = "1000", value_parser = number::count)]
    pub nodes: u64,

    /// Seed for the starting positions and for random moves
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub seed: u64,

    /// The static evaluation to use, if the game has several: network, tables, or the file of a network
    #[arg(long, value_name = "NAME|FILE", default_value_t)]
    pub evaluation: EvaluationKind,

    /// Endgame tables.
    #[command(flatten)]
    pub tables: TableArgs,

    /// Memory for each player
    #[arg(long, value_name = "SIZE", default_value = "16MiB", value_parser = number::memory)]
    pub memory: u64,

    /// Write the games to this file as PGN
    #[arg(short = 'o', long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Overwrite an existing record (a saved tree is never overwritten)
    #[arg(long, requires = "record")]
    pub force: bool,

    /// Print one JSON object with every game
    #[arg(long)]
    pub json: bool,
}

/// `shans lab bench`.
#[derive(Args, Clone, Debug)]
pub struct BenchArgs {
    /// What is played
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub rules: GameKind,

    /// Nodes for each position, so that fewer take less time; signatures are those of 300k [default: 300k]
    #[arg(long, value_name = "N", value_parser = number::count)]
    pub nodes: Option<u64>,

    /// Search again with one and with N threads, and print the speed of each
    #[arg(long, value_name = "N", value_parser = number::count_to(MOST_THREADS))]
    pub threads: Option<u16>,

    /// What positions are worth.
    #[command(flatten)]
    pub evaluation: EvaluationArgs,
}

/// `shans lab perft`.
#[derive(Args, Clone, Debug)]
pub struct PerftArgs {
    /// Position as FEN, in one argument or several, or `startpos`.
    #[arg(value_name = "FEN|startpos", default_value = "startpos")]
    pub fen: Vec<String>,

    /// Length of the sequences, in moves of one side.
    #[arg(
        long,
        required_unless_present = "suite",
        value_name = "D",
        value_parser = number::count_to(perft::MAX_DEPTH)
    )]
    pub depth: Option<u8>,

    /// Split the count by the first move.
    #[arg(long, conflicts_with = "suite")]
    pub divide: bool,

    /// File of positions with known counts (`;D1 20 ;D2 400`) to check.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "depth"])]
    pub suite: Option<PathBuf>,

    /// Leave out what is expected to count more than this.
    #[arg(long, value_name = "N", conflicts_with = "depth", value_parser = number::count)]
    pub max_nodes: Option<u64>,
}
