//! The arguments of `analyze`.

use std::path::PathBuf;

use clap::Args;

use super::help::{ABOUT_OTHERS, rarely_used};
use super::tree_name::tree_name;
use super::{GameArgs, OutputArgs, SavingArgs, SearchArgs};

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
