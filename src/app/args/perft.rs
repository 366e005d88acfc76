//! The arguments of `perft`.

use std::path::PathBuf;

use clap::Args;

use super::number;
use crate::chess::perft;

/// `shans lab perft`.
#[derive(Args, Clone, Debug)]
pub struct PerftArgs {
    /// Position as FEN, in one argument or several, or `startpos`.
    #[arg(value_name = "FEN|startpos", default_value = "startpos")]
    pub fen: Vec<String>,

    /// Length of the sequences, in moves of one side.
    #[arg(
        long,
        required_unless_present = "suite",
        value_name = "D",
        value_parser = number::count_to(perft::MAX_DEPTH)
    )]
    pub depth: Option<u8>,

    /// Split the count by the first move.
    #[arg(long, conflicts_with = "suite")]
    pub divide: bool,

    /// File of positions with known counts (`;D1 20 ;D2 400`) to check.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "depth"])]
    pub suite: Option<PathBuf>,

    /// Leave out what is expected to count more than this.
    #[arg(long, value_name = "N", conflicts_with = "depth", value_parser = number::count)]
    pub max_nodes: Option<u64>,
}
