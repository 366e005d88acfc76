//! The arguments of `bench`.

use clap::Args;

use super::EvaluationArgs;
use crate::app::games::GameKind;

/// `shans bench`.
#[derive(Args, Clone, Debug)]
pub struct BenchArgs {
    /// What is played
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub game: GameKind,

    /// What positions are worth.
    #[command(flatten)]
    pub evaluation: EvaluationArgs,
}
