//! The average of two networks.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use serde::Serialize;

use super::{command, read_network, write};

/// Which networks, and how much of each.
#[derive(Args)]
pub struct AverageArgs {
    /// A network
    first: PathBuf,
    /// Another one, which was fitted further from the first one, and if it has more units with the first seed
    second: PathBuf,
    /// The share of the second one
    #[arg(long, default_value_t = 0.5)]
    share: f32,
    /// The file for the average
    #[arg(long)]
    out: PathBuf,
}

/// What stands in the file beside an average.
#[derive(Serialize)]
struct Report {
    command: String,
    hashes: [String; 2],
    hash: String,
}

/// Writes the average. A network that was fitted further to other data, and the one that it began from, are wrong in different places, so
/// that their average is better than either (Wortsman and others, *Model soups*, <https://arxiv.org/abs/2203.05482>).
pub fn run(args: &AverageArgs) -> Result<()> {
    ensure!((0.0..=1.0).contains(&args.share), "a share is a number from 0 to 1");
    let (first, second) = (read_network(&args.first)?, read_network(&args.second)?);
    let average = first.mixed_with(&second, args.share)?;
    let (bytes, hash) = average.write();
    let named = |hash: u64| format!("{hash:016x}");
    let report = Report {
        command: command(std::env::args().skip(1)),
        hashes: [&first, &second].map(|network| named(network.write().1)),
        hash: named(hash),
    };
    write(&args.out, &bytes, &report)
}
