//! `--evaluation`, as most commands have it.

use clap::Args;

use crate::app::evaluations::EvaluationKind;

/// What positions are worth.
#[derive(Args, Clone, Debug)]
pub struct EvaluationArgs {
    /// The static evaluation to use
    #[arg(long = "evaluation", value_name = "NAME", value_enum, default_value_t)]
    pub kind: EvaluationKind,
}
