//! The commands that measure: `lab compare`, `lab play`, `lab bench` and `lab perft`.

use clap::Subcommand;

use super::{BenchArgs, CompareArgs, PerftArgs, PlayArgs};
use crate::app::games::GameKind;

/// `shans lab`.
#[derive(Subcommand, Clone, Debug)]
pub enum LabCommand {
    /// Compare searchers on files of test positions, on equal terms
    Compare(CompareArgs),
    /// Play games between searchers
    Play(PlayArgs),
    /// Search fixed positions and print a signature of the search and its speed
    Bench(BenchArgs),
    /// Count legal move sequences, or check a file of known counts
    Perft(PerftArgs),
}

impl LabCommand {
    /// What is played.
    pub fn game(&self) -> GameKind {
        match self {
            LabCommand::Compare(args) => args.rules,
            LabCommand::Play(args) => args.rules,
            LabCommand::Bench(args) => args.rules,
            LabCommand::Perft(_) => GameKind::Chess,
        }
    }
}
