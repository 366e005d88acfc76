//! What to print.

use clap::Args;

use super::number;

/// What to print.
#[derive(Args, Clone, Debug)]
pub struct OutputArgs {
    /// How many candidate moves to list
    #[arg(long, value_name = "K", default_value = "5", value_parser = number::count)]
    pub lines: u64,

    /// Print one JSON object per position
    #[arg(long)]
    pub json: bool,

    /// Do not show live progress on standard error
    #[arg(long)]
    pub quiet: bool,
}
