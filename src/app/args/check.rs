//! The arguments of `check`.

use clap::Args;

use super::{EvaluationArgs, ReportFileArgs, TableArgs, number};

/// `shans check`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Claims, each one argument or one line of standard input (-):
  legal MOVE, attacks SQUARE SQUARE, protects SQUARE SQUARE, pinned SQUARE, passed SQUARE, draw,
  mate N, only MOVE, better MOVE MOVE, wins MOVE, threatens MOVE (of the side that is not to move),
  cause MOVE KIND (the kinds are those of why --json)

Verdicts: proven (by the rules), holds (a search has found it, which is no proof), false, unknown.

Exit codes: 0 done, 1 failed, 2 wrong usage, or a text that is no claim.")]
pub struct CheckArgs {
    /// A FEN in one argument, or `startpos`
    #[arg(value_name = "FEN|startpos")]
    pub position: String,

    /// Claims about it, separated by commas or in arguments of their own; - reads them from standard input
    #[arg(value_name = "CLAIM", required = true)]
    pub claims: Vec<String>,

    /// Nodes of each search
    #[arg(long, value_name = "N", value_parser = number::count, default_value = "200k")]
    pub nodes: u64,

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
