//! Makes the data that evaluations are fitted to: positions from games, with what an engine says of
//! them, and the numbers that a trainer reads. `tools/README.md` has the commands.

mod engine;
mod excluded;
mod features;
mod games;
mod random;
mod record;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(about = "Makes the data that evaluations are fitted to")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays games and writes every position of them with what an engine says of it
    Positions(games::PositionsArgs),
    /// Turns recorded positions into the numbers that the trainer reads
    Features(features::FeaturesArgs),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Positions(args) => games::run(&args),
        Command::Features(args) => features::run(&args),
    }
}
