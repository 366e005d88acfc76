//! What the network is fitted to: the quiet positions of records, each as what the loss needs.

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context as _, Result};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use shakmaty::{Chess, Position as _};
use shans::chess::{Evaluation as _, Tapered, place_of_king};
use shans_tools::engine::Score;

use super::model::ON_A_BOARD;
use crate::record::{self, Flags, Record};

/// Most pieces on a board.
pub const PIECES: usize = 32;
/// A correction by which it is found out how much of it counts.
const PROBE: i32 = 100;
/// The kinds of both kings.
const KINGS: [u16; 2] = [5, 11];
/// Records that are read at once.
const AT_ONCE: usize = 1 << 18;

/// A position, in as many bytes as its record: there are many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    occupied: u64,
    /// The kinds of the pieces on these squares, 4 bits each, the first square in the lower half of
    /// the first byte: White's from pawn to king, then Black's.
    kinds: [u8; PIECES / 2],
    /// The value by the tables, for White, in centipawns.
    base: i16,
    /// The engine's value, for White, in centipawns.
    label: i16,
    /// How much of a correction counts, in hundredths.
    counts: i8,
    black_to_move: bool,
}

impl Sample {
    /// `score` is the engine's value for the side to move, in centipawns.
    pub fn new(tables: &Tapered, chess: &Chess, score: i32) -> Sample {
        let state = tables.start(chess);
        let value = |correction| tables.value_corrected_by(&state, chess, correction);
        let base = value(0);
        let counts = (value(PROBE) - base) * 100 / PROBE;
        let mut kinds = [0; PIECES / 2];
        for (place, (_, piece)) in chess.board().iter().enumerate() {
            let kind = piece.color.fold_wb(0, 6) + piece.role as u8 - 1;
            kinds[place / 2] |= kind << (place % 2 * 4);
        }
        let number = |value: i32| value.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        Sample {
            occupied: chess.board().occupied().into(),
            kinds,
            base: number(base),
            label: number(chess.turn().fold_wb(score, -score)),
            counts: counts.clamp(-100, 100) as i8,
            black_to_move: chess.turn().is_black(),
        }
    }

    /// The value by the tables, for White, in centipawns.
    pub fn base(&self) -> f32 {
        f32::from(self.base)
    }

    /// The engine's value, for White, in centipawns.
    pub fn label(&self) -> f32 {
        f32::from(self.label)
    }

    /// How much of a correction counts.
    pub fn counts(&self) -> f32 {
        f32::from(self.counts) / 100.0
    }

    /// How many pieces there are, kings with them.
    #[inline(always)]
    pub fn pieces(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// 1 if White is to move, -1 for Black.
    pub fn mover(&self) -> f32 {
        if self.black_to_move { -1.0 } else { 1.0 }
    }

    /// The inputs of each piece, as White and as Black sees it.
    #[inline(always)]
    pub fn inputs(&self, inputs: &mut [[u16; 2]; PIECES]) -> usize {
        let (mut left, mut count) = (self.occupied, 0);
        // What a view exchanges of a square: Black's side of the board is below, and the own king always
        // stands on the right half.
        let mut views = [0, 56];
        let mut kings = [0; 2];
        while left != 0 && count < PIECES {
            let square = left.trailing_zeros() as u16;
            let kind = u16::from(self.kinds[count / 2] >> (count % 2 * 4) & 15);
            inputs[count] = [kind * 64 + square, (kind + 6) % 12 * 64 + square];
            if let Some(view) = KINGS.iter().position(|&king| king == kind) {
                kings[view] = square;
                views[view] ^= if square & 4 == 0 { 7 } else { 0 };
            }
            left &= left - 1;
            count += 1;
        }
        let first_for = |view: usize| {
            (ON_A_BOARD * place_of_king(usize::from(kings[view] ^ views[view]))) as u16
        };
        let first = [first_for(0), first_for(1)];
        for [white, black] in &mut inputs[..count] {
            *white = first[0] + (*white ^ views[0]);
            *black = first[1] + (*black ^ views[1]);
        }
        count
    }
}

/// The positions of files, those that are held out apart.
#[derive(Default)]
pub struct Samples {
    /// To be fitted.
    pub fitted: Vec<Sample>,
    /// To find out how well others are fitted.
    pub held_out: Vec<Sample>,
    /// Where they come from.
    pub sources: Vec<Source>,
}

/// What was read of a file.
#[derive(Debug, Serialize)]
pub struct Source {
    file: String,
    records: u64,
    sha256: String,
}

/// Which positions count.
#[derive(Clone, Copy)]
pub struct Choice {
    /// Only this many records of each file.
    pub first: u64,
    /// Positions worth more than this are left out, in centipawns.
    pub decided: i32,
}

impl Samples {
    /// Reads files of records. How many threads help does not change the order.
    pub fn read(files: &[PathBuf], choice: Choice, threads: usize) -> Result<Samples> {
        let mut samples = Samples::default();
        let tables = Tapered::default();
        for path in files {
            samples
                .add(path, choice, threads, &tables)
                .with_context(|| format!("{}", path.display()))?;
        }
        Ok(samples)
    }

    fn add(&mut self, path: &Path, choice: Choice, threads: usize, tables: &Tapered) -> Result<()> {
        let file = File::open(path).context("cannot open it")?;
        let whole = file.metadata().context("cannot read it")?.len() / record::BYTES as u64;
        let records = whole.min(choice.first);
        let mut reader = BufReader::new(file).take(records * record::BYTES as u64);
        let mut hash = Sha256::new();
        let mut bytes = Vec::with_capacity(AT_ONCE * record::BYTES);
        loop {
            bytes.clear();
            let part = (AT_ONCE * record::BYTES) as u64;
            reader.by_ref().take(part).read_to_end(&mut bytes).context("cannot read it")?;
            if bytes.is_empty() {
                break;
            }
            hash.update(&bytes);
            let (records, _) = bytes.as_chunks();
            for (sample, is_held_out) in samples_of(records, choice, threads, tables)? {
                if is_held_out { &mut self.held_out } else { &mut self.fitted }.push(sample);
            }
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let sha256 = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        self.sources.push(Source { file: name, records, sha256 });
        Ok(())
    }
}

type Bytes = [u8; record::BYTES];

/// The samples of records, in their order, and whether each is held out; however many threads help.
fn samples_of(
    records: &[Bytes],
    choice: Choice,
    threads: usize,
    tables: &Tapered,
) -> Result<Vec<(Sample, bool)>> {
    let share = records.len().div_ceil(threads).max(1);
    let of_part = |part: &[Bytes]| {
        let samples = part.iter().map(|bytes| sample_of(bytes, choice, tables));
        samples.filter_map(Result::transpose).collect::<Result<Vec<_>>>()
    };
    thread::scope(|scope| {
        let parts: Vec<_> =
            records.chunks(share).map(|part| scope.spawn(|| of_part(part))).collect();
        let mut all = Vec::new();
        for part in parts {
            all.extend(part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok(all)
    })
}

/// `None` for a position that is not quiet, or is decided. Where not the best move was played
/// before it, it is on average worth much to the side to move, only because the other side has
/// just made a mistake.
fn sample_of(bytes: &Bytes, choice: Choice, tables: &Tapered) -> Result<Option<(Sample, bool)>> {
    let record = Record::read(bytes)?;
    let Flags { in_check, noisy, unexpected, .. } = record.flags;
    let Score::Centipawns(score) = record.score else { return Ok(None) };
    if in_check || noisy || unexpected || score.abs() > choice.decided {
        return Ok(None);
    }
    let sample = Sample::new(tables, &record.chess()?, score);
    Ok(Some((sample, record.is_held_out())))
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::random::Random;
    use crate::record::RecordFile;
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    /// Sample positions of random games, worth what their pieces are, and a little for the king.
    pub fn records(count: usize) -> Result<Vec<Record>> {
        let mut random = Random::new(1, 0);
        let (mut records, mut game) = (Vec::new(), 0);
        while records.len() < count {
            let mut chess = Chess::default();
            for ply in 0..60 {
                let Some(&mv) = random.one_of(&chess.legal_moves()) else { break };
                records.push(Record::new(&chess, Score::Centipawns(worth(&chess)), mv, ply, game)?);
                chess.play_unchecked(mv);
            }
            game += 1;
        }
        records.truncate(count);
        Ok(records)
    }

    /// The same as samples.
    pub fn samples(count: usize) -> Result<Vec<Sample>> {
        let tables = Tapered::default();
        let sample = |record: &Record| {
            let chess = record.chess()?;
            Ok(Sample::new(&tables, &chess, worth(&chess)))
        };
        records(count)?.iter().map(sample).collect()
    }

    /// For the side to move.
    fn worth(chess: &Chess) -> i32 {
        let side = |color| {
            let side = chess.board().material_side(color);
            let castled = chess.board().king_of(color).map_or(0, |king| king.file() as i32 * 20);
            i32::from(side.pawn) * 100
                + i32::from(side.knight) * 450
                + castled
                + i32::from(side.bishop) * 250
                + i32::from(side.rook) * 500
                + i32::from(side.queen) * 800
        };
        side(chess.turn()) - side(chess.turn().other())
    }

    const ALL: Choice = Choice { first: u64::MAX, decided: 2_000 };

    #[test]
    fn a_sample_has_what_the_position_has() -> Result<()> {
        let fen = "4k2q/8/8/8/8/8/4P3/4K3 b - - 0 1";
        let chess: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
        let sample = Sample::new(&Tapered::default(), &chess, -50);
        let mut inputs = [[0; 2]; PIECES];
        assert_eq!(sample.inputs(&mut inputs), 4);
        // King on e1, pawn on e2, king on e8, queen on h8; as Black sees them, too. Both kings are in the middle of the first rank.
        let middle = |inputs: [usize; 4]| inputs.map(|input| (ON_A_BOARD + input) as u16);
        let white = middle([5 * 64 + 4, 12, 11 * 64 + 60, 10 * 64 + 63]);
        let black = middle([11 * 64 + 60, 6 * 64 + 52, 5 * 64 + 4, 4 * 64 + 7]);
        assert_eq!(inputs[..4].iter().map(|own| own[0]).collect::<Vec<_>>(), white);
        assert_eq!(inputs[..4].iter().map(|own| own[1]).collect::<Vec<_>>(), black);
        assert_eq!((sample.label(), sample.mover(), sample.pieces()), (50.0, -1.0, 4));
        assert_eq!(sample.counts(), 1.0);
        assert_eq!(size_of::<Sample>(), 32);
        Ok(())
    }

    #[test]
    fn only_quiet_positions_count_and_threads_change_nothing() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("records");
        let records = records(3_000)?;
        let mut file = RecordFile::open(&path)?;
        file.add(&records)?;
        let read = |choice, threads| Samples::read(std::slice::from_ref(&path), choice, threads);
        let one = read(ALL, 1)?;
        let several = read(ALL, 3)?;
        assert_eq!((&one.fitted, &one.held_out), (&several.fitted, &several.held_out));
        assert_eq!(one.sources[0].sha256, several.sources[0].sha256);
        let quiet = |record: &&Record| !record.flags.in_check && !record.flags.noisy;
        let wanted: Vec<&Record> = records
            .iter()
            .filter(quiet)
            .filter(|record| matches!(record.score, Score::Centipawns(-2_000..=2_000)))
            .collect();
        let held_out = wanted.iter().filter(|record| record.is_held_out()).count();
        assert!(held_out > 0 && one.held_out.len() == held_out);
        assert_eq!(one.fitted.len(), wanted.len() - held_out);
        let fewer = read(Choice { first: 100, decided: 0 }, 2)?;
        assert_eq!(fewer.sources[0].records, 100);
        assert!(fewer.fitted.iter().all(|sample| sample.label() == 0.0));
        Ok(())
    }
}
