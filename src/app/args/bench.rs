//! The arguments of `bench`.

use clap::Args;

use super::limits::MOST_THREADS;
use super::{EvaluationArgs, number};
use crate::app::games::GameKind;

/// `shans lab bench`.
#[derive(Args, Clone, Debug)]
pub struct BenchArgs {
    /// What is played
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub rules: GameKind,

    /// Nodes for each position, so that fewer take less time; signatures are those of 300k [default: 300k]
    #[arg(long, value_name = "N", value_parser = number::count)]
    pub nodes: Option<u64>,

    /// Search again with one and with N threads, and print the speed of each
    #[arg(long, value_name = "N", value_parser = number::count_to(MOST_THREADS))]
    pub threads: Option<u16>,

    /// What positions are worth.
    #[command(flatten)]
    pub evaluation: EvaluationArgs,
}
