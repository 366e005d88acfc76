//! The arguments of `merge`.

use std::path::PathBuf;

use clap::Args;

use super::TableArgs;

/// `shans merge`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The trees have the same root, or the root of one is a position in the other one. Of each position the node that
knows more is taken: a proof before anything else, then moves before a leaf without any, then the deeper search.
Where both have moves and nothing is proven, the moves of both are taken. The order of the trees does not matter,
and a tree merged with itself stays as it is.

Trees of different games, evaluations, engines, versions or parameters of the search are refused, and so are trees
that leave different moves out. The tables beside the trees are not kept: the first searches of shans resume take
a little longer. Both trees and the new one are in memory at the same time.

Exit codes: 0 done, 1 failed, or the trees do not fit each other, 2 wrong usage. Neither tree is changed.")]
pub struct MergeArgs {
    /// A saved tree
    #[arg(value_name = "A")]
    pub first: PathBuf,

    /// Another one
    #[arg(value_name = "B")]
    pub second: PathBuf,

    /// Save the new tree to this file
    #[arg(short, long, value_name = "C")]
    pub output: PathBuf,

    /// Overwrite a tree in C
    #[arg(long)]
    pub force: bool,

    /// Compress the file, as it is done where A or B is compressed
    #[arg(long)]
    pub compress: bool,

    /// Tables of endings.
    #[command(flatten)]
    pub tables: TableArgs,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}
