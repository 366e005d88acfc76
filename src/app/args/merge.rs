//! The arguments of `merge`.

use std::path::PathBuf;

use clap::Args;

use super::TableArgs;
use super::tree_name::tree_name;

/// `shans merge`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The trees must have the same root, or the root of one must be a position in another. For each position the new
tree takes the node that knows more: a proof before anything else, then a node with moves before a leaf, then the
deeper search. If both have moves and neither is proven, it takes the moves of both. The order of the trees does not
matter, and a tree merged with itself does not change.

Trees of different games, evaluations, engines, versions or search parameters are refused, and so are trees that
leave out different moves. The tables beside the trees are not kept: the first searches of shans resume take a
little longer. Trees are merged one after the other: two of them and the new one are in memory at the same time.

Exit codes: 0 done, 1 failed, or the trees do not fit each other, 2 wrong usage. None of the trees is changed.")]
pub struct MergeArgs {
    /// Saved trees, two or more
    #[arg(value_name = "TREE", num_args = 2.., required = true)]
    pub trees: Vec<PathBuf>,

    /// Save the new tree to this file
    #[arg(short, long, value_name = "FILE", value_parser = tree_name())]
    pub output: PathBuf,

    /// Overwrite a tree in FILE
    #[arg(long)]
    pub force: bool,

    /// Compress the file [default: if one of the trees is compressed]
    #[arg(long, hide_short_help = true)]
    pub compress: bool,

    /// Endgame tables.
    #[command(flatten)]
    pub tables: TableArgs,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}
