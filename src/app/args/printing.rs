//! What is printed beside what a command writes to files.

use clap::Args;

/// What is printed beside what a command writes to files.
#[derive(Args, Clone, Debug)]
pub struct PrintingArgs {
    /// Overwrite existing files
    #[arg(long)]
    pub force: bool,

    /// Print JSON in place of the report
    #[arg(long)]
    pub json: bool,

    /// No live progress on standard error
    #[arg(long)]
    pub quiet: bool,
}
