//! Makes the data that evaluations are fitted to: positions from games, with what an engine says of
//! them, and the numbers that a trainer reads. `tools/README.md` has the commands.

mod excluded;
mod features;
mod games;
mod move_features;
mod pipeline;
mod random;
mod record;
mod searches;
mod tree_moves;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(about = "Makes the data that evaluations are fitted to")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays games and writes every position of them with what an engine says of it, until it is stopped
    Positions(games::PositionsArgs),
    /// Turns recorded positions into the numbers that the trainer reads
    Features(features::FeaturesArgs),
    /// Takes positions from the trees of our own searches and writes them with the best move
    Moves(tree_moves::MovesArgs),
    /// Turns positions with their best moves into the numbers that `train_moves.py` reads
    MoveFeatures(move_features::MoveFeaturesArgs),
    /// Searches positions and writes what each search looks like at several counts of nodes
    Searches(searches::SearchesArgs),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Positions(args) => games::run(&args),
        Command::Features(args) => features::run(&args),
        Command::Moves(args) => tree_moves::run(&args),
        Command::MoveFeatures(args) => move_features::run(&args),
        Command::Searches(args) => searches::run(&args),
    }
}
