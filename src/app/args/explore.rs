//! The arguments of `explore`.

use std::path::PathBuf;

use clap::Args;
use uci_engine::Command;

use super::help::{ABOUT_OTHERS, rarely_used};
use super::number;
use super::tree_name::tree_name;
use super::{EngineArgs, LimitArgs, LinesArgs, NetArgs, SavingArgs, TableArgs};
use crate::app::evaluations::EvaluationKind;
use crate::app::searchers::{self, SearcherKind};

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
