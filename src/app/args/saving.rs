//! How to save.

use std::time::Duration;

use clap::Args;

use super::number;

/// How to save a tree.
#[derive(Args, Clone, Debug)]
pub struct SavingArgs {
    /// Save also while the search runs, each time after this interval (60s, 5m)
    #[arg(long, value_name = "INTERVAL", value_parser = number::duration)]
    pub checkpoint: Option<Duration>,

    /// Compress the file: it is shorter by some 40 % (60 % with best-first:quiescence), and takes
    /// longer to write; what was saved is told
    #[arg(long)]
    pub compress: bool,
}
