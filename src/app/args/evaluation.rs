//! `--evaluation`, as most commands have it.

use clap::Args;

use crate::app::evaluations::EvaluationKind;

/// What positions are worth.
#[derive(Args, Clone, Debug)]
pub struct EvaluationArgs {
    /// The static evaluation to use: network (piece-square tables corrected by a small trained network), tables (the
    /// tables alone), or the file of another network
    #[arg(long = "evaluation", value_name = "NAME|FILE", default_value_t)]
    pub kind: EvaluationKind,
}
