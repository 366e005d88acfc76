//! The arguments of `eval`.

use clap::Args;

use super::{EvaluationArgs, ReportFileArgs, TableArgs};

/// `shans eval`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Exit codes: 0 done, 1 failed, 2 wrong usage or bad input.")]
pub struct EvalArgs {
    /// A FEN (in one argument or several), or `startpos`
    #[arg(value_name = "FEN|startpos", default_value = "startpos")]
    pub position: Vec<String>,

    /// What positions are worth.
    #[command(flatten)]
    pub evaluation: EvaluationArgs,

    /// Endgame tables.
    #[command(flatten)]
    pub tables: TableArgs,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Where it goes.
    #[command(flatten)]
    pub report: ReportFileArgs,
}
