//! The arguments of `analyze`.

use std::path::PathBuf;

use clap::Args;

use super::{GameArgs, OutputArgs, SavingArgs, SearchArgs};

/// `shans analyze`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Without --nodes, --time or --depth an analysis stops when its answer holds with 98 %, or after 10 s. With --nodes
or --time it goes on to that limit even where it is settled before, unless --settle is given, too.

--save never replaces anything but a tree, and a tree with --force only: shans resume goes on with
it. From the beginning to the last save no other analysis can save to that file. If the last save
fails, the tree is saved beside it under another name, or in the folder for temporary files.

With - every line of standard input is one FEN or EPD, answered as soon as it is done. A line
that cannot be used is reported on standard error (with --json also as {\"line\", \"error\"} on
standard output), the others go on, and the exit code is 2 in the end.

Exit codes: 0 done, 1 failed, 2 wrong usage or bad input, 130 many positions (-) interrupted before
the last one was done: what is left is told on standard error. Ctrl-C stops the search and reports
what is known; a second one ends the program at once.")]
pub struct AnalyzeArgs {
    /// FEN in one argument or several, `startpos`, or `-` for one FEN or EPD a line from
    /// standard input; with --game junqi a position of that game. The name of a file that ends in
    /// .pgn stands for --pgn FILE
    #[arg(value_name = "FEN|startpos|-", default_value = "startpos")]
    pub position: Vec<String>,

    /// Or: a position of a game.
    #[command(flatten)]
    pub game: GameArgs,

    /// Moves of the game from there on, in UCI or SAN; repetitions count them. Move numbers and
    /// marks like !? may stand between them
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,

    /// Choose among these moves only
    #[arg(long, value_name = "MOVE,...", value_delimiter = ',')]
    pub only: Vec<String>,

    /// Leave these moves out; of a line as "e4 e5 Nf3" its last move, wherever that position is reached
    #[arg(long, value_name = "MOVE|LINE,...", value_delimiter = ',')]
    pub exclude: Vec<String>,

    /// Search this line before anything else, as "e4 e5 Nf3": its positions become part of the tree, whatever
    /// its moves promise. May be given several times; commas stand between lines, too
    #[arg(long, value_name = "LINE,...", value_delimiter = ',')]
    pub include: Vec<String>,

    /// How to search, and for how long.
    #[command(flatten)]
    pub search: SearchArgs,

    /// Save the tree to this file at the end (also after Ctrl-C)
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// Save in place of another tree: its work is lost
    #[arg(long, requires = "save")]
    pub force: bool,

    /// How to save.
    #[command(flatten)]
    pub saving: SavingArgs,

    /// What to print.
    #[command(flatten)]
    pub output: OutputArgs,
}
