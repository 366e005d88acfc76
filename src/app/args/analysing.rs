//! The arguments of `analyze`, `resume`, `import`, `explore` and `uci`.

use std::path::PathBuf;

use clap::Args;
use uci_engine::Command;

use super::help::{ABOUT_OTHERS, rarely_used};
use super::tree_name::tree_name;
use super::{
    EngineArgs, GameArgs, LimitArgs, LinesArgs, NetArgs, OutputArgs, SavingArgs, SearchArgs,
    TableArgs, number,
};
use crate::app::evaluations::EvaluationKind;
use crate::app::searchers::{self, SearcherKind};

/// `shans analyze`.
#[derive(Args, Clone, Debug)]
#[command(mut_args(rarely_used(&ABOUT_OTHERS)), after_help = "\
Without --nodes or --time an analysis stops when the confidence in its answer is 98 %, or after 10 s. With one of
them it runs up to that limit.

An existing tree is overwritten only with --force (shans resume continues it); other files never are.
Until the last save no other analysis can save to the same file. If the last save fails, the tree is
saved beside it under another name, or in the folder for temporary files.

With - every line of standard input is one FEN or EPD, answered as soon as it is done. A line
that cannot be used is reported on standard error (with --json also as {\"line\", \"error\"} on
standard output), the others go on, and the exit code is 2 in the end.

Exit codes: 0 done, 1 failed, 2 wrong usage or bad input, 130 many positions (-) interrupted before
the last one was done: the rest is listed on standard error. Ctrl-C stops the search and reports
what is known; a second one ends the program at once.")]
pub struct AnalyzeArgs {
    /// A FEN (in one argument or several), `startpos`, or `-` to read one FEN or EPD per line from
    /// standard input; with --rules junqi, a position of that game. A file name ending in .pgn means
    /// --pgn FILE
    #[arg(value_name = "FEN|startpos|-", default_value = "startpos")]
    pub position: Vec<String>,

    /// Or: a position of a game.
    #[command(flatten)]
    pub game: GameArgs,

    /// Further moves of the game, in UCI or SAN; they count for repetitions. Move numbers and marks
    /// such as !? are allowed
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,

    /// Consider only these moves
    #[arg(long, value_name = "MOVE,...", value_delimiter = ',')]
    pub only: Vec<String>,

    /// Do not consider these moves; of a line such as "e4 e5 Nf3" its last move, wherever that position
    /// is reached
    #[arg(long, value_name = "MOVE|LINE,...", value_delimiter = ',')]
    pub exclude: Vec<String>,

    /// Search this line before anything else, as "e4 e5 Nf3": its positions become part of the
    /// tree, however little its moves promise. Can be repeated; commas also separate lines
    #[arg(long, value_name = "LINE,...", value_delimiter = ',')]
    pub include: Vec<String>,

    /// How to search, and for how long.
    #[command(flatten)]
    pub search: SearchArgs,

    /// Save the tree to this file at the end (also after Ctrl-C)
    #[arg(short = 'o', long, value_name = "FILE", value_parser = tree_name())]
    pub save: Option<PathBuf>,

    /// Overwrite another tree; its work is lost
    #[arg(long, requires = "save")]
    pub force: bool,

    /// How to save.
    #[command(flatten)]
    pub saving: SavingArgs,

    /// What to print.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `shans resume`.
#[derive(Args, Clone, Debug)]
#[command(mut_args(rarely_used(&ABOUT_OTHERS)), after_help = "\
The search goes on where it stopped: --nodes N adds N nodes. It keeps the memory and the parameters that
the tree was made with, unless --memory or --tree-nodes say otherwise. Without --nodes or --time it takes
another 10 s, or stops when the confidence in its answer is 98 %. With one of them it runs up to that
limit.

The whole tree is checked before it is searched, and written back at the end. Until then no other
analysis can save to the same file. Ctrl-C during the check leaves the file unchanged, with exit code
130. If the last save fails, the tree is saved beside it under another name, or in the folder for
temporary files.

If the tree needs more than the limit (--memory, --tree-nodes), its least important nodes are freed
first. While it is loaded, it takes the memory of all its nodes.

A tree made with another evaluation or by another version of the search is refused, since old and new
evaluations would be mixed in it. --force continues it anyway; numbers that break the rules of this
program, such as an unproven win, are recomputed first.

--save OTHER overwrites a tree of the same root with no more work than this one; other trees only with
--force, and other kinds of file never.")]
pub struct ResumeArgs {
    /// A saved tree
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// First step back this many plies, as far as the tree goes
    #[arg(long, value_name = "PLIES", value_parser = number::count)]
    pub back: Option<u64>,

    /// Then step forward: analyse the position after these moves. The rest stays in the tree
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,

    /// Search this line from there before anything else, as "e4 e5 Nf3": its positions become part
    /// of the tree, however little its moves promise. Can be repeated; commas also separate lines
    #[arg(long, value_name = "LINE,...", value_delimiter = ',')]
    pub include: Vec<String>,

    /// Do not consider this move from now on; of a line such as "e4 e5 Nf3" its last move, wherever that
    /// position is reached. What the tree knows of that position is dropped. Can be repeated
    #[arg(long, value_name = "MOVE|LINE,...", value_delimiter = ',')]
    pub exclude: Vec<String>,

    /// Drop from the tree everything that is not below the position analysed, and the tables beside
    /// it
    #[arg(long)]
    pub prune: bool,

    /// The evaluation that made the tree: network, tables, or the file of a network
    #[arg(long, value_name = "NAME|FILE", default_value_t)]
    pub evaluation: EvaluationKind,

    /// Continue a tree made by another evaluation or search, and let --save overwrite any tree
    #[arg(long)]
    pub force: bool,

    /// Which engine searches, where one has made the tree.
    #[command(flatten)]
    pub engine: EngineArgs,

    /// Whether workers on other machines search.
    #[command(flatten)]
    pub net: NetArgs,

    /// Endgame tables.
    #[command(flatten)]
    pub tables: TableArgs,

    /// For how long.
    #[command(flatten)]
    pub limits: LimitArgs,

    /// Save to this file instead of the one read
    #[arg(short = 'o', long, value_name = "OTHER", value_parser = tree_name())]
    pub save: Option<PathBuf>,

    /// How to save.
    #[command(flatten)]
    pub saving: SavingArgs,

    /// What to print.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `shans import`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Every line of LINES.pgn, variations included, that reaches the position analysed is searched from there on before
anything else. Then the search continues as with shans resume, and takes all of its options. The next resume
completes what a limit leaves undone. A game that does not reach the position is reported and skipped. A line with a
fault is searched up to it, and the fault is reported.

Exit codes: 0 done, 1 failed, or part of LINES.pgn was left out and all the rest done, 2 wrong usage, or no line that
reaches the position (FILE is then unchanged).")]
pub struct ImportArgs {
    /// The tree, and how to continue with it.
    #[command(flatten)]
    pub resume: ResumeArgs,

    /// Games in PGN, or - for standard input
    #[arg(value_name = "LINES.pgn")]
    pub pgn: PathBuf,
}

/// `shans explore`.
#[derive(Args, Clone, Debug)]
#[command(mut_args(rarely_used(&ABOUT_OTHERS)), after_help = "\
A position is analysed at once, within the given limits, or until it is stopped in the page. A saved
tree rests until the page asks for a search; it keeps its searcher, its evaluation and its memory,
and the whole tree is checked before it is searched. A single argument that is the name of a file is
read as FILE. Of a FOLDER the page lists the trees, those that were changed last first; each opens in a page
of its own, and several can be searched at the same time. They stay open until the program ends.

The page is served to this machine only, at the address printed on standard output. Anyone who knows
the address can use it; it is valid for this run only. Nothing is loaded from elsewhere.

The page saves only to FILE (in a folder, to the file of each tree), to --save, or as a new file NAME.tree in the folder in which the program
was started. Ctrl-C ends the program; if there is a file, it first saves what was searched since the
last save.")]
pub struct ExploreArgs {
    /// A saved tree, a file of games (*.pgn), a folder of trees, or a position: FEN in one argument or several, or
    /// `startpos`
    #[arg(value_name = "FILE|FOLDER|FEN|startpos", default_value = "startpos")]
    pub subject: Vec<String>,

    /// Listen on this port of 127.0.0.1 (default: any free port)
    #[arg(long, value_name = "P")]
    pub port: Option<u16>,

    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,

    /// How to search a position: best-first, or one of its forms
    #[arg(long, value_name = "NAME", value_parser = searchers::by_name)]
    pub searcher: Option<SearcherKind>,

    /// The static evaluation to use: network, tables, or the file of a network
    #[arg(long, value_name = "NAME|FILE")]
    pub evaluation: Option<EvaluationKind>,

    /// Nodes of the first search of a leaf, for a position; one that was searched with four times as many is split
    /// [default: numbers that grow with the search]
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = number::count)]
    pub leaf_nodes: Option<u64>,

    /// Which engine searches: for a saved tree, the one that it was made with.
    #[command(flatten)]
    pub engine: EngineArgs,

    /// A file of games in PGN: the page tells what was played in the position shown, and finds games
    #[arg(long, value_name = "PGN")]
    pub games: Option<PathBuf>,

    /// Puzzles to be drilled in the page, in place of the repertoire: a CSV file with the columns FEN, Moves and Themes, as
    /// lichess.org has them
    #[arg(long, value_name = "CSV")]
    pub puzzles: Option<PathBuf>,

    /// A UCI engine that the page can ask about the position shown, beside the tree and beside the engines that it finds
    #[arg(long, value_name = "CMD")]
    pub compare_with: Option<Command>,

    /// Whether workers on other machines search.
    #[command(flatten)]
    pub net: NetArgs,

    /// Endgame tables.
    #[command(flatten)]
    pub tables: TableArgs,

    /// For how long each search continues.
    #[command(flatten)]
    pub limits: LimitArgs,

    /// How many moves are to have a value.
    #[command(flatten)]
    pub lines: LinesArgs,

    /// Save to this file instead of the one read
    #[arg(short = 'o', long, value_name = "OTHER", value_parser = tree_name())]
    pub save: Option<PathBuf>,

    /// Overwrite another tree; its work is lost
    #[arg(long, requires = "save")]
    pub force: bool,

    /// How to save.
    #[command(flatten)]
    pub saving: SavingArgs,
}

/// `shans uci`.
#[derive(Args, Clone, Debug, Default)]
#[command(after_help = "\
With --engine, another engine searches the leaves of the tree, and the option Threads sets how many
copies of it run. The option Searcher switches back to a search of this program. Trouble with the
engine is reported as info string.")]
pub struct UciArgs {
    /// Which engine searches the leaves.
    #[command(flatten)]
    pub engine: EngineArgs,
}
