//! Makes the data that evaluations are fitted to, positions from games with what an engine says of
//! them, and fits the network to it. `tools/README.md` has the commands.

mod excluded;
mod games;
mod move_features;
mod near;
mod pipeline;
mod random;
mod record;
mod searches;
mod teacher;
mod train;
mod tree_moves;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(about = "Makes the data that evaluations are fitted to, and fits the network to it")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays games and writes every position of them with what an engine says of it, until it is stopped
    Positions(games::PositionsArgs),
    /// Fits the network that corrects the tables
    Train(train::TrainArgs),
    /// Writes the average of two networks
    Average(train::average::AverageArgs),
    /// Tells how well a network predicts positions that are held out
    Loss(train::LossArgs),
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
        Command::Train(args) => train::run(&args),
        Command::Average(args) => train::average::run(&args),
        Command::Loss(args) => train::judge(&args),
        Command::Moves(args) => tree_moves::run(&args),
        Command::MoveFeatures(args) => move_features::run(&args),
        Command::Searches(args) => searches::run(&args),
    }
}
