//! What the trainer reads: the quiet positions of a file of records, as numbers of fixed size.
//!
//! Left out are those before which the best move was not played: on average they are worth much
//! to the side to move, only because the other side has just made a mistake.
//!
//! A position takes 76 bytes, little-endian: 32 numbers of 16 bits, one for each piece, as White
//! sees it (768 where there are fewer), then 16 bits each for the value by the tables, for how much
//! of a correction counts (in hundredths), and for the engine's value, all White's, in
//! centipawns; 8 bits each for White's result, whether Black is to move, the phase, and
//! whether it is held out; and two for nothing.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;
use shakmaty::{Chess, Position as _};
use shans::chess::{Evaluation as _, Tapered};
use shans_tools::engine::Score;

use crate::record::{self, Flags, Record};

/// What to read and to write.
#[derive(Args)]
pub struct FeaturesArgs {
    /// Files of records
    #[arg(required = true)]
    records: Vec<PathBuf>,
    /// The file for the trainer
    #[arg(long)]
    out: PathBuf,
}

/// Pieces on a full board.
const PIECES: usize = 32;
/// The input that stands for no piece.
const NOTHING: u16 = 768;
/// Greater values are taken for this one, in centipawns.
const GREATEST: i32 = 3_000;
/// A correction by which it is found out how much of it counts.
const PROBE: i32 = 100;

/// Writes the numbers of all quiet positions.
pub fn run(args: &FeaturesArgs) -> Result<()> {
    let tables = Tapered::default();
    let mut out = BufWriter::new(File::create(&args.out).context("cannot create the file")?);
    let (mut fitted, mut held_out) = (0_u64, 0_u64);
    for path in &args.records {
        for record in record::read_file(path)? {
            let record = record?;
            let Flags { in_check, noisy, unexpected, .. } = record.flags;
            let is_wanted = !in_check && !noisy && !unexpected;
            if let (true, Score::Centipawns(score)) = (is_wanted, record.score) {
                let bytes = numbers(&tables, &record.chess()?, &record, score);
                out.write_all(&bytes).context("cannot write the file")?;
                *(if record.is_held_out() { &mut held_out } else { &mut fitted }) += 1;
            }
        }
    }
    eprintln!("{fitted} positions to fit, {held_out} held out");
    out.flush().context("cannot write the file")
}

fn numbers(tables: &Tapered, chess: &Chess, record: &Record, score: i32) -> Vec<u8> {
    let state = tables.start(chess);
    let value = |correction| tables.value_corrected_by(&state, chess, correction);
    let base = value(0);
    let counts = (value(PROBE) - base) * 100 / PROBE;
    let label = chess.turn().fold_wb(score, -score).clamp(-GREATEST, GREATEST);
    let mut numbers = Vec::with_capacity(76);
    for input in inputs(chess) {
        numbers.extend(input.to_le_bytes());
    }
    for number in [base, counts, label] {
        let clamped = number.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        numbers.extend(clamped.to_le_bytes());
    }
    let flags = [record.result as u8, u8::from(chess.turn().is_black())];
    numbers.extend(flags);
    numbers.extend([state.phase() as u8, u8::from(record.is_held_out()), 0, 0]);
    numbers
}

/// The inputs of a position as White sees it, as [`shans::chess::Network`] numbers them.
fn inputs(chess: &Chess) -> [u16; PIECES] {
    let mut inputs = [NOTHING; PIECES];
    for (input, (square, piece)) in inputs.iter_mut().zip(chess.board().iter()) {
        let side = if piece.color.is_white() { 0 } else { 6 };
        *input = (side + piece.role as u16 - 1) * 64 + square as u16;
    }
    inputs
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;
    use shakmaty::uci::UciMove;

    #[test]
    fn numbers_stand_where_the_trainer_reads_them() -> Result<()> {
        let fen = "4k2q/8/8/8/8/8/4P3/4K3 b - - 0 1";
        let chess: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
        let best = "e8e7".parse::<UciMove>()?.to_move(&chess)?;
        let mut record = Record::new(&chess, Score::Centipawns(-50), best, 0, 15)?;
        record.result = 1;
        let bytes = numbers(&Tapered::default(), &chess, &record, -50);
        let number = |place: usize| i16::from_le_bytes([bytes[2 * place], bytes[2 * place + 1]]);
        assert_eq!(bytes.len(), 76);
        assert_eq!([number(0), number(1), number(2)], [5 * 64 + 4, 12, 11 * 64 + 60]);
        assert_eq!([number(3), number(4)], [10 * 64 + 63, 768]);
        assert_eq!([number(33), number(34)], [100, 50]);
        assert_eq!(bytes[70..], [1, 1, 4, 1, 0, 0]);
        Ok(())
    }
}
