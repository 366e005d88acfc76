//! What to print.

use clap::Args;

use super::number;

/// What to print.
#[derive(Args, Clone, Debug)]
pub struct OutputArgs {
    /// How many candidate moves are listed
    #[arg(long, value_name = "K", default_value = "5", value_parser = number::count)]
    pub lines: u64,

    /// Print one JSON object a position
    #[arg(long)]
    pub json: bool,

    /// No live progress on standard error
    #[arg(long)]
    pub quiet: bool,
}
