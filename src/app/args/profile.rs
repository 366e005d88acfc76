//! The arguments of `profile`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::help::{ABOUT_OTHERS, rarely_used};
use super::number;
use super::tree_name::tree_name;
use super::{PrintingArgs, SavingArgs, SearchArgs};

/// `shans profile`.
#[derive(Args, Clone, Debug)]
#[command(
    override_usage = "shans profile <PGN>... --player <NAME> [OPTIONS]",
    mut_args(rarely_used(&ABOUT_OTHERS)),
    mut_args(rarely_used(&["checkpoint", "depth", "puzzle-nodes", "searcher", "since", "syzygy", "time", "width"])),
    after_help = "\
All games of the player are searched in one tree, each position once, with --nodes (default: 2,000). The report counts what
the moves of the player cost, and compares them with the moves of the opponents in the same games: by cause, phase, opening,
clock, colour, side of the board and result. A difference is called a weakness or a strength only if chance alone would hardly
make one so large anywhere in the report (once in a hundred reports).

--save FILE keeps the tree, also while it grows: the same command continues it after Ctrl-C or a crash, and the report is the same
as without. With more games only new positions are searched.

Names and games stay on this machine.")]
pub struct ProfileArgs {
    /// Files of games (PGN), or - for standard input
    #[arg(value_name = "PGN|-", required = true)]
    pub files: Vec<PathBuf>,

    /// Whose games they are: a name as in the games, or a part of it
    #[arg(long, value_name = "NAME")]
    pub player: String,

    /// Only games of this year or later
    #[arg(long, value_name = "YEAR")]
    pub since: Option<u32>,

    /// How to search.
    #[command(flatten)]
    pub search: SearchArgs,

    /// Nodes for all games together: the search ends when they are spent, and the report is about the games searched by then
    #[arg(long, value_name = "N", value_parser = number::count)]
    pub total_nodes: Option<u64>,

    /// Time for all of them
    #[arg(long, value_name = "TIME", value_parser = number::duration)]
    pub total_time: Option<Duration>,

    /// Save the tree in this file, and continue the tree in it, if there is one
    #[arg(long, value_name = "FILE", value_parser = tree_name())]
    pub save: Option<PathBuf>,

    /// How to save. Without --checkpoint the tree is saved twice a minute.
    #[command(flatten)]
    pub saving: SavingArgs,

    /// Write the report as a page to this file, which any browser opens without a server
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Make puzzles of what was missed in these games, and write them to this file: FILE.pgn, FILE.json, or FILE.csv with the
    /// columns of lichess's puzzles
    #[arg(long, value_name = "FILE")]
    pub puzzles: Option<PathBuf>,

    /// Nodes with which each move of a puzzle is tested, and then again with four times as many
    #[arg(long, value_name = "N", value_parser = number::count, default_value = "50k")]
    pub puzzle_nodes: u64,

    /// What is printed.
    #[command(flatten)]
    pub printing: PrintingArgs,
}
