//! How to save.

use std::time::Duration;

use clap::Args;

use super::number;

/// How to save a tree.
#[derive(Args, Clone, Debug)]
pub struct SavingArgs {
    /// Also save during the search, at this interval (60s, 5m)
    #[arg(long, value_name = "INTERVAL", value_parser = number::duration)]
    pub checkpoint: Option<Duration>,

    /// Compress the file: a third smaller (60 % with best-first:quiescence), but slower to write
    #[arg(long)]
    pub compress: bool,
}
