//! The arguments of `resume`.

use std::path::PathBuf;

use clap::Args;

use super::help::{ABOUT_OTHERS, rarely_used};
use super::number;
use super::tree_name::tree_name;
use super::{EngineArgs, LimitArgs, NetArgs, OutputArgs, SavingArgs, TableArgs};
use crate::app::evaluations::EvaluationKind;

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
