//! For how long to search, and with how much memory.

use std::time::Duration;

use clap::{Args, ValueEnum};

use super::number;
use crate::search::WhenFull;

/// For how long to search, and with how much memory.
#[derive(Args, Clone, Debug)]
pub struct LimitArgs {
    /// Stop after N positions reached by making a move (100k, 2m, 1g; 1e6; 1,000,000)
    #[arg(long, value_name = "N", value_parser = number::count)]
    pub nodes: Option<u64>,

    /// Stop after this time (500ms, 10s, 5m, 1h30m; a bare number is seconds)
    #[arg(long, value_name = "TIME", value_parser = number::duration)]
    pub time: Option<Duration>,

    /// Number of search threads, as far as memory allows [default: 1 with --nodes, so that the same
    /// input gives the same answer; otherwise one per core, at most 4]
    #[arg(long, value_name = "N", value_parser = number::count_to(MOST_THREADS))]
    pub threads: Option<u16>,

    /// Memory for the tree and its tables (512m, 2g; k, m, g and t are powers of 1024); default: a
    /// quarter of the machine's memory. Endgame tables come on top: 5 MiB for each kind of endgame
    /// met, about 50 MiB for all of them
    #[arg(long, value_name = "SIZE", value_parser = number::memory)]
    pub memory: Option<u64>,

    /// Maximum number of nodes in the tree
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = number::count)]
    pub tree_nodes: Option<u64>,

    /// What to do when the tree is full: free the least important nodes and continue (the default),
    /// or stop
    #[arg(long, hide_short_help = true, value_name = "WHAT", value_enum)]
    pub when_full: Option<FullChoice>,

    /// Look for chances in the N best moves of each position only, as long as there are any: the tree
    /// grows deeper instead of wider. Other moves are searched where the best line rests on them
    #[arg(long, value_name = "N", value_parser = number::count_to(MOST_WIDTH))]
    pub width: Option<u16>,

    /// The same for moves that are at most this much worse than the best one, in centipawns
    #[arg(long, hide_short_help = true, value_name = "CP", value_parser = number::count)]
    pub window: Option<u64>,
}

/// The greatest width: more moves than a position has.
const MOST_WIDTH: u16 = 2047;

/// The maximum number of threads.
pub const MOST_THREADS: u16 = 1024;

/// What to do when the tree fills its room.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum FullChoice {
    /// Free the least important nodes and continue.
    Free,
    /// Stop.
    Stop,
}

impl From<FullChoice> for WhenFull {
    fn from(choice: FullChoice) -> WhenFull {
        match choice {
            FullChoice::Free => WhenFull::Free,
            FullChoice::Stop => WhenFull::Stop,
        }
    }
}
