//! The arguments of `resume`.

use std::path::PathBuf;

use clap::Args;

use super::number;
use super::{EngineArgs, LimitArgs, OutputArgs, SavingArgs, TableArgs};
use crate::app::evaluations::EvaluationKind;

/// `shans resume`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The search goes on as if it had never stopped: --nodes N gives N more. It keeps the memory and the
parameters that the tree was made with, unless --memory or --tree-nodes say otherwise. Without
--nodes or --time it takes 10 s more, or stops when it is settled. With one of them it goes on to
that limit even where it is settled, unless --settle is given, too.

The tree is checked whole before it is searched, and written back at the end. No other analysis can
save to the same file meanwhile. Ctrl-C while it is read or checked leaves the file as it is, with
exit code 130. If the last save fails, the tree is saved beside it under another name, or in the
folder for temporary files.

In less memory than the tree has (--memory, --tree-nodes) what matters least is freed first. While
it is loaded it takes the memory of all its nodes.

A tree made with another evaluation or by another version of the search is refused: old and new
evaluations would be mixed in it. --force goes on nevertheless; numbers that do not follow the rules
of this program, such as a win that is not proven, are computed anew first.

--save OTHER replaces a tree of the same root with as much work or less, others with --force only,
and nothing that is no tree.")]
pub struct ResumeArgs {
    /// A saved tree
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Go back this number of plies first, as far as the tree goes
    #[arg(long, value_name = "PLIES", value_parser = number::count)]
    pub back: Option<u64>,

    /// Then step forward: the position after these moves is analysed from now on. Everything
    /// around it stays in the tree
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,

    /// Search this line from there before anything else, as "e4 e5 Nf3": its positions become part of the
    /// tree, whatever its moves promise. May be given several times; commas stand between lines, too
    #[arg(long, value_name = "LINE,...", value_delimiter = ',')]
    pub include: Vec<String>,

    /// Leave this move out from now on; of a line as "e4 e5 Nf3" its last move, wherever that position is
    /// reached. What the tree knows of the position goes. May be given several times
    #[arg(long, value_name = "MOVE|LINE,...", value_delimiter = ',')]
    pub exclude: Vec<String>,

    /// Drop everything from the tree that is not below the position analysed, and the tables
    /// beside it, which fill again
    #[arg(long)]
    pub prune: bool,

    /// The evaluation that has made the tree
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub evaluation: EvaluationKind,

    /// Go on with a tree that another evaluation or search has made, and let --save replace any tree
    #[arg(long)]
    pub force: bool,

    /// Which engine searches, where one has made the tree.
    #[command(flatten)]
    pub engine: EngineArgs,

    /// Tables of endings.
    #[command(flatten)]
    pub tables: TableArgs,

    /// For how long.
    #[command(flatten)]
    pub limits: LimitArgs,

    /// Save to this file instead of the one that was read
    #[arg(long, value_name = "OTHER")]
    pub save: Option<PathBuf>,

    /// How to save.
    #[command(flatten)]
    pub saving: SavingArgs,

    /// What to print.
    #[command(flatten)]
    pub output: OutputArgs,
}
