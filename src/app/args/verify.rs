//! The arguments of `verify`.

use std::path::PathBuf;

use clap::Args;

use super::TableArgs;

/// `shans verify`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Exit codes: 0 everything is right, 1 it is not, or the file cannot be read.")]
pub struct VerifyArgs {
    /// A saved tree
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Endgame tables.
    #[command(flatten)]
    pub tables: TableArgs,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
