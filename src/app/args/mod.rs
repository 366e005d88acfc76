//! The arguments as they are typed. What they mean is worked out beside each command, and for
//! every search in [`super::settings`].
//!
//! | file | what it holds |
//! |---|---|
//! | `mod` | the program and its commands; those that write what is made from the arguments: `completions`, `man` |
//! | `help` | which of them, and of their options, a page of help shows |
//! | `analysing` | the commands that analyse a position: `analyze`, `resume`, `import`, `explore`; the engine for chess programs, `uci` |
//! | `whole_game` | the one that analyses all positions of games: `game` |
//! | `prepare` | the one that lets a repertoire grow; the one that tells what a player does wrong in all games, `profile` |
//! | `lab` | those that measure searchers: `lab compare`, `lab play`, `lab bench` and `lab perft` |
//! | `inspect` | those that look into a tree, `show`, `why`, `export`, merge or check some, `merge`, `verify`, or keep none, `eval`, `check` |
//! | `outside` | those that let other machines search: `remote split` and so on |
//! | `search` | how to search, which engine searches, whether other machines do, what positions are worth, which endgame tables there are, for how long |
//! | `output` | what is played, and which position of a file of games; how to save, how many moves are to have a value, what to print, and where |
//! | `number`, `place`, `move_words`, `move_argument`, `tree_name` | numbers, places in a game, moves, lines of them and names of trees as people write them |
//!
//! From `search` on they are what commands share.

mod analysing;
mod help;
mod inspect;
mod lab;
pub(in crate::app) mod move_argument;
pub(in crate::app) mod move_words;
pub mod number;
mod output;
mod outside;
pub(in crate::app) mod place;
mod prepare;
mod search;
mod tree_name;
mod whole_game;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use super::games::GameKind;

pub use analysing::{AnalyzeArgs, ExploreArgs, ImportArgs, ResumeArgs, UciArgs};
pub use inspect::{
    Beside, CheckArgs, EvalArgs, ExportArgs, Format, MergeArgs, PAGE_NODES, ShowArgs, VerifyArgs,
    WhyArgs,
};
pub use lab::{BenchArgs, CompareArgs, LabCommand, PerftArgs, PlayArgs};
pub use output::{
    GameArgs, LinesArgs, OutputArgs, PrintingArgs, ReportFileArgs, SavingArgs, TablesSize,
};
pub use outside::{ApplyArgs, MOST_TASKS, RemoteCommand, SplitArgs, TaskPlace, WorkerArgs};
pub use prepare::{PrepareArgs, ProfileArgs, Side};
pub use search::{
    BrokerArgs, EngineArgs, EvaluationArgs, Folders, FullChoice, LimitArgs, MOST_TABLE_PIECES,
    MOST_THREADS, NetArgs, SearchArgs, TableArgs, folders,
};
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

/// `shans completions`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Bash reads them from ~/.local/share/bash-completion/completions/shans, zsh from a file _shans in a
folder of its fpath, fish from ~/.config/fish/completions/shans.fish.")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    pub shell: Shell,
}

/// `shans man`.
#[derive(Args, Clone, Debug)]
pub struct ManArgs {
    /// Write a page for each command into this folder, as ~/.local/share/man/man1; without it, the
    /// page of the program goes to standard output
    #[arg(value_name = "FOLDER")]
    pub folder: Option<PathBuf>,

    /// Overwrite existing pages (a saved tree is never overwritten)
    #[arg(long, requires = "folder")]
    pub force: bool,
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
