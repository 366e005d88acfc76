//! The arguments as they are typed. What they mean is worked out beside each command, and for
//! every search in [`super::settings`].
//!
//! | file | what it holds |
//! |---|---|
//! | `mod` | the program and its commands |
//! | `help` | which of them, and of their options, a page of help shows |
//! | `analyze`, `resume`, `import`, `explore` | the commands that analyse a position |
//! | `whole_game` | the one that analyses all positions of games: `game` |
//! | `prepare` | the one that lets a repertoire grow |
//! | `profile` | the one that tells what a player does wrong in all games |
//! | `lab` | those that measure searchers, `lab compare` and so on; their arguments are in `compare`, `play`, `bench` and `perft` |
//! | `merge` | the one that makes one tree of two |
//! | `verify` | the one that checks a saved tree |
//! | `inspect` | those that look into one: `show`, `why`, `export` |
//! | `outside` | those that let other machines search: `remote split` and so on |
//! | `uci` | the engine for chess programs |
//! | `eval`, `check` | those that keep no tree |
//! | `generated` | those that write what is made from the arguments: `completions`, `man` |
//! | `game` | what is played, and which position of a file of games |
//! | `saving`, `lines`, `output`, `report_file` | how to save, how many moves are to have a value, what to print, and where |
//! | `search`, `engine`, `net`, `evaluation`, `tables`, `limits` | how to search, which engine searches, whether other machines do, what positions are worth, which endgame tables there are, for how long |
//! | `number`, `place`, `move_words`, `move_argument`, `line_argument`, `tree_name` | numbers, places in a game, moves and names of trees as people write them |
//!
//! From `game` on they are what commands share.

mod analyze;
mod bench;
mod check;
mod compare;
mod engine;
mod eval;
mod evaluation;
mod explore;
mod game;
mod generated;
mod help;
mod import;
mod inspect;
mod lab;
mod limits;
pub(in crate::app) mod line_argument;
mod lines;
mod merge;
pub(in crate::app) mod move_argument;
pub(in crate::app) mod move_words;
mod net;
pub mod number;
mod output;
mod outside;
mod perft;
pub(in crate::app) mod place;
mod play;
mod prepare;
mod printing;
mod profile;
mod report_file;
mod resume;
mod saving;
mod search;
mod tables;
mod tree_name;
mod uci;
mod verify;
mod whole_game;

use clap::{Parser, Subcommand};

use super::games::GameKind;

pub use analyze::AnalyzeArgs;
pub use bench::BenchArgs;
pub use check::CheckArgs;
pub use compare::CompareArgs;
pub use engine::EngineArgs;
pub use eval::EvalArgs;
pub use evaluation::EvaluationArgs;
pub use explore::ExploreArgs;
pub use game::GameArgs;
pub use generated::{CompletionsArgs, ManArgs};
pub use import::ImportArgs;
pub use inspect::{Beside, ExportArgs, Format, PAGE_NODES, ShowArgs, WhyArgs};
pub use lab::LabCommand;
pub use limits::{FullChoice, LimitArgs, MOST_THREADS};
pub use lines::LinesArgs;
pub use merge::MergeArgs;
pub use net::{BrokerArgs, NetArgs};
pub use output::OutputArgs;
pub use outside::{ApplyArgs, MOST_TASKS, RemoteCommand, SplitArgs, TaskPlace, WorkerArgs};
pub use perft::PerftArgs;
pub use play::PlayArgs;
pub use prepare::{PrepareArgs, Side};
pub use printing::PrintingArgs;
pub use profile::ProfileArgs;
pub use report_file::ReportFileArgs;
pub use resume::ResumeArgs;
pub use saving::{SavingArgs, TablesSize};
pub use search::SearchArgs;
pub use tables::{Folders, MOST_TABLE_PIECES, TableArgs, folders};
pub use uci::UciArgs;
pub use verify::VerifyArgs;
pub use whole_game::{Annotation, JudgingArgs, Scale, WholeGameArgs};

/// Analyses chess positions with a best-first search that has no depth: the whole tree is kept,
/// and grows where one of the players still has an unchecked chance.
#[derive(Parser, Clone, Debug)]
#[command(name = "shans", version = env!("SHANS_VERSION"), about, max_term_width = 100)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Clone, Debug)]
pub enum Command {
    /// Analyse a position, or many from standard input
    Analyze(Box<AnalyzeArgs>),
    /// Continue a saved analysis
    Resume(ResumeArgs),
    /// Show the tree below a line of moves
    Show(ShowArgs),
    /// Explain why a move is good or bad, or compare two
    Why(WhyArgs),
    /// Judge claims about a position: proven, holds, false or unknown
    Check(CheckArgs),
    /// Analyse whole games in one tree each, and annotate them
    Game(Box<WholeGameArgs>),
    /// Prepare for what opponents play: a repertoire that grows where games come most often
    Prepare(Box<PrepareArgs>),
    /// Tell what a player keeps doing wrong in all games, and make puzzles of it
    Profile(Box<ProfileArgs>),
    /// Explore a tree in the browser while it is searched (served to this machine only)
    Explore(Box<ExploreArgs>),
    /// Run as a UCI engine for chess programs, keeping the tree from move to move
    Uci(UciArgs),
    /// Serve tools for language models (MCP) on standard input and output; a feature of its own
    #[command(after_help = "\
An assistant starts it by its settings, with the whole path of the program if it does not find it:

  {\"mcpServers\": {\"shans\": {\"command\": \"shans\", \"args\": [\"mcp\"]}}}")]
    Mcp,
    /// Write a tree as a game with variations (PGN), as JSON or as a graph
    Export(ExportArgs),
    /// Add your own lines to a saved analysis and search them first
    Import(ImportArgs),
    /// Merge trees into one, taking for each position what the deeper search knows
    Merge(MergeArgs),
    /// Check a saved tree (checksums and every number) and print statistics
    Verify(VerifyArgs),
    /// Show the static evaluation of a position and its parts
    Eval(EvalArgs),
    /// Let other machines search
    #[command(subcommand)]
    Remote(RemoteCommand),
    /// Measure: compare searchers, play games between them, check the rules
    #[command(subcommand)]
    Lab(LabCommand),
    /// Print shell completions
    Completions(CompletionsArgs),
    /// Write the manual pages
    Man(ManArgs),
}

impl Command {
    /// The game that a command is about: the one that is named, or that of the tree.
    pub fn game(&self) -> GameKind {
        match self {
            Command::Analyze(args) => args.game.rules,
            Command::Resume(args) => GameKind::of_tree(&args.file),
            Command::Import(args) => GameKind::of_tree(&args.resume.file),
            Command::Merge(args) => {
                args.trees.first().map_or(GameKind::Chess, |first| GameKind::of_tree(first))
            }
            Command::Verify(args) => GameKind::of_tree(&args.file),
            Command::Show(args) => GameKind::of_tree(&args.file),
            Command::Why(args) => GameKind::of_tree(&args.file),
            Command::Export(args) => GameKind::of_tree(&args.file),
            Command::Remote(command) => command.game(),
            Command::Lab(command) => command.game(),
            // Their pages have a board of chess.
            Command::Game(_)
            | Command::Prepare(_)
            | Command::Profile(_)
            | Command::Check(_)
            | Command::Eval(_)
            | Command::Explore(_)
            | Command::Uci(_)
            | Command::Mcp
            | Command::Completions(_)
            | Command::Man(_) => GameKind::Chess,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
