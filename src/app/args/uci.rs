//! The arguments of `uci`.

use clap::Args;

use super::EngineArgs;

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
