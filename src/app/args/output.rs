//! What to print.

use clap::Args;

use super::LinesArgs;

/// What to print.
#[derive(Args, Clone, Debug)]
pub struct OutputArgs {
    /// How many candidates are to have a value.
    #[command(flatten)]
    pub lines: LinesArgs,

    /// Print one JSON object per position
    #[arg(long)]
    pub json: bool,

    /// Also print searcher, work, tree and memory, and the effort spent on each move
    #[arg(long, short, conflicts_with = "json")]
    pub verbose: bool,

    /// Do not show live progress on standard error
    #[arg(long)]
    pub quiet: bool,
}
