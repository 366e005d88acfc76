//! How to search.

use clap::Args;

use super::{EvaluationArgs, LimitArgs};
use crate::app::number;
use crate::app::searchers::{self, SearcherKind};

/// How to search, and for how long.
#[derive(Args, Clone, Debug)]
pub struct SearchArgs {
    /// How to search: best-first, pvs, pvs-classic, alpha-beta or negamax; parts are switched
    /// like pvs-classic:no-killers+no-table (an unknown part lists those there are)
    #[arg(long, value_name = "NAME", default_value = searchers::DEFAULT,
        value_parser = searchers::by_name)]
    pub searcher: SearcherKind,

    /// Stop at this depth, for searchers that have one
    #[arg(long, value_name = "D", value_parser = number::count_to(1000_u32))]
    pub depth: Option<u32>,

    /// What positions are worth.
    #[command(flatten)]
    pub evaluation: EvaluationArgs,

    /// For how long.
    #[command(flatten)]
    pub limits: LimitArgs,
}
