//! What `train_moves.py` reads: positions as lists of moves, each with its features.
//!
//! One line of JSON first: `{"features": N, "groups": {NAME: [FIRST, END], ...}}`. Then every
//! position, little-endian: 8 bits for whether it is held out; 16 bits each for the number of moves,
//! for the place of the best one, and for its rank among the program's estimates (0 first); then for
//! every move 8 bits for the number of its features, and 16 bits for each of them.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use shans::chess::{MoveModel, Position};
use shans::game::{Estimate, Game as _, Notation as _, Order as _};

use crate::record;

/// What to read and to write.
#[derive(Args)]
pub struct MoveFeaturesArgs {
    /// Files of positions with their best moves, as `moves` writes them
    #[arg(required = true)]
    positions: Vec<PathBuf>,
    /// The file for the trainer
    #[arg(long)]
    out: PathBuf,
}

/// Writes the numbers of all positions.
pub fn run(args: &MoveFeaturesArgs) -> Result<()> {
    let mut out = BufWriter::new(File::create(&args.out).context("cannot create the file")?);
    writeln!(out, "{}", header()).context("cannot write the file")?;
    let mut count = 0_u64;
    for path in &args.positions {
        let name = path.display();
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        for (index, line) in (1..).zip(BufReader::new(file).lines()) {
            let place = || format!("{name}, line {index}");
            let numbers = numbers(&line.with_context(place)?).with_context(place)?;
            out.write_all(&numbers).context("cannot write the file")?;
            count += 1;
        }
    }
    eprintln!("{count} positions");
    out.flush().context("cannot write the file")
}

fn header() -> String {
    let groups: Vec<String> = MoveModel::feature_groups()
        .iter()
        .map(|group| {
            format!("\"{}\": [{}, {}]", group.name, group.numbers.start, group.numbers.end)
        })
        .collect();
    format!(
        "{{\"features\": {}, \"groups\": {{{}}}}}",
        MoveModel::feature_count(),
        groups.join(", ")
    )
}

/// A line of `moves` as the trainer reads it.
fn numbers(line: &str) -> Result<Vec<u8>> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [game, best, fen] = fields[..] else { bail!("expected 3 fields between tabs") };
    let game: u8 = game.parse().context("the number of the game")?;
    let (position, _) = <Position>::from_fen(fen).context("the position")?;
    let best = position.parse_move(best).context("the best move is not legal")?;
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let place = moves.iter().position(|&mv| mv == best).unwrap_or(0);
    let mut estimates = Vec::new();
    position.estimates(&mut estimates);
    let rank = estimates
        .iter()
        .find(|estimate| estimate.mv == best)
        .map_or(0, |of_best| rank(&estimates, of_best.gain));
    let mut numbers = vec![u8::from(record::is_held_out(game))];
    for number in [moves.len() as u16, place as u16, rank] {
        numbers.extend(number.to_le_bytes());
    }
    MoveModel::describe(position.chess(), &moves, |_, features| {
        numbers.push(features.len() as u8);
        features.iter().for_each(|&feature| numbers.extend((feature as u16).to_le_bytes()));
    });
    Ok(numbers)
}

/// How many moves come before one that is estimated to gain this.
fn rank<M>(estimates: &[Estimate<M>], gain: i32) -> u16 {
    let better = estimates.iter().filter(|other| other.gain > gain).count();
    let equal = estimates.iter().filter(|other| other.gain == gain).count();
    // Of equals any may come first: the one in the middle.
    (better + equal / 2) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_its_moves() -> Result<()> {
        let numbers = numbers("15\te2e4\t4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
        // Four moves of the king, two of the pawn.
        assert_eq!(numbers[..3], [1, 6, 0]);
        let mut at = 7;
        for _ in 0..6 {
            at += 1 + 2 * usize::from(numbers[at]);
        }
        assert_eq!(at, numbers.len());
        Ok(())
    }

    #[test]
    fn lines_that_make_no_sense_are_refused() {
        for line in ["", "1\te2e4", "1\te2e5\t4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "x\te2e4\tx"] {
            assert!(numbers(line).is_err(), "{line}");
        }
    }
}
