//! Where a report goes.

use std::path::PathBuf;

use clap::Args;

/// Where a report goes.
#[derive(Args, Clone, Debug, Default)]
pub struct ReportFileArgs {
    /// Write to this file instead of standard output (-)
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,

    /// Overwrite an existing file (a saved tree is never overwritten)
    #[arg(long, requires = "output")]
    pub force: bool,
}
