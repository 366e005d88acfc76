//! How to search.

use clap::Args;

use super::number;
use super::{EngineArgs, EvaluationArgs, LimitArgs, NetArgs, TableArgs};
use crate::app::searchers::{self, SearcherKind};

/// How to search, and for how long.
#[derive(Args, Clone, Debug)]
pub struct SearchArgs {
    /// How to search: best-first, pvs, pvs-classic, alpha-beta or negamax; switch parts off with,
    /// for example, pvs-classic:no-killers+no-table (an unknown part lists the known ones)
    #[arg(long, value_name = "NAME", default_value = searchers::DEFAULT,
        value_parser = searchers::by_name)]
    pub searcher: SearcherKind,

    /// Stop at this depth, for searchers with a depth limit
    #[arg(long, value_name = "D", value_parser = number::count_to(1000_u32))]
    pub depth: Option<u32>,

    /// Nodes of the first search of a leaf; one that was searched with four times as many is split [default: numbers
    /// that grow with the search]. For best-first
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = number::count)]
    pub leaf_nodes: Option<u64>,

    /// Make a tree that is the same for any number of threads. Leaves share no results, so the search takes
    /// longer. For best-first without an engine
    #[arg(long, hide_short_help = true)]
    pub reproducible: bool,

    /// Which engine searches.
    #[command(flatten)]
    pub engine: EngineArgs,

    /// Whether workers on other machines search.
    #[command(flatten)]
    pub net: NetArgs,

    /// What positions are worth.
    #[command(flatten)]
    pub evaluation: EvaluationArgs,

    /// Endgame tables.
    #[command(flatten)]
    pub tables: TableArgs,

    /// For how long.
    #[command(flatten)]
    pub limits: LimitArgs,
}
