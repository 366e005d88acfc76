//! A recorded position: 32 bytes, and files of nothing else.
//!
//! | bytes | what |
//! |---|---|
//! | 0 to 23 | the position as [`PackedSetup`] packs it: the squares that are occupied, then 4 bits for each piece, which also tell castling rights, en passant and whose turn it is; zeros after it |
//! | 24, 25 | the value for the side to move: centipawns, or at least 31,000 for a mate ([`Score`]) |
//! | 26, 27 | the best move as [`PackedUciMove`] packs it; the null move where nobody knows it |
//! | 28 | plies since a capture or the move of a pawn |
//! | 29 | plies since the random moves of the opening, 255 for more |
//! | 30 | bits 0 and 1: 0 if Black won the game, 1 for a draw, 2 if White won; then flags |
//! | 31 | which game it is: games side by side in a file have different numbers here |
//!
//! Numbers are little-endian.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use shakmaty::packed::{PackedSetup, PackedUciMove};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup as _, Move, Position as _};
use shans_tools::engine::Score;

/// Bytes of a record.
pub const BYTES: usize = 32;
/// Bytes of a packed position. One of at most 32 pieces without its clocks needs no more.
const PACKED: usize = 24;

/// A position of a game with what an engine says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    packed: [u8; PACKED],
    /// The value for the side to move.
    pub score: Score,
    /// The best move; the null move where nobody knows it.
    pub best: UciMove,
    /// Plies since a capture or the move of a pawn.
    pub halfmoves: u8,
    /// Plies since the random moves of the opening; the greatest number stands for more.
    pub ply: u8,
    /// The result of the game for White: 1, 0 or -1.
    pub result: i8,
    /// What else is known.
    pub flags: Flags,
    /// Which game it is. Two games that stand side by side in a file have different numbers.
    pub game: u8,
}

/// What a trainer wants to know before it looks at a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// The side to move is in check.
    pub in_check: bool,
    /// The best move is a capture or a promotion.
    pub noisy: bool,
    /// Not the best move was played before this position.
    pub unexpected: bool,
    /// From here on the best move was played to the end of the game.
    pub played_out: bool,
}

/// One game in this many is held out: nothing is fitted on it.
const HELD_OUT_EVERY: u8 = 16;

/// Whether nothing may be fitted on positions of this game.
pub fn is_held_out(game: u8) -> bool {
    game % HELD_OUT_EVERY == HELD_OUT_EVERY - 1
}

impl Record {
    /// A position of a game of this number, which is not over yet.
    pub fn new(chess: &Chess, score: Score, best: Move, ply: u32, game: u8) -> Result<Record> {
        let mut record = Record::taught(chess, 0, ply, game)?;
        record.score = score;
        record.best = best.to_uci(CastlingMode::Standard);
        record.flags.noisy = best.is_capture() || best.is_promotion();
        Ok(record)
    }

    /// A position near such a game that is worth this much to the side to move, in centipawns, as a network says: nobody knows the best
    /// move.
    pub fn taught(chess: &Chess, value: i32, ply: u32, game: u8) -> Result<Record> {
        let setup = chess.to_setup(EnPassantMode::Legal);
        let position = PackedSetup::pack_standard_normalized(&setup);
        let position = position.context("a position that cannot be packed")?;
        let bytes = position.as_bytes();
        let mut packed = [0; PACKED];
        packed.get_mut(..bytes.len()).context("more than 32 pieces")?.copy_from_slice(bytes);
        Ok(Record {
            packed,
            score: Score::Centipawns(value),
            best: UciMove::Null,
            halfmoves: chess.halfmoves().min(255) as u8,
            ply: ply.min(255) as u8,
            result: 0,
            flags: Flags { in_check: chess.is_check(), ..Flags::default() },
            game,
        })
    }

    /// The position. The number of its move is not known.
    pub fn chess(&self) -> Result<Chess> {
        let packed = PackedSetup::try_from_bytes(&self.packed).context("the position")?;
        let mut setup = packed.unpack_standard().context("the position")?;
        setup.halfmoves = u32::from(self.halfmoves);
        Chess::from_setup(setup, CastlingMode::Standard).context("the position")
    }

    /// Whether nothing may be fitted on this position. Positions of a game stay together, because
    /// they are alike.
    pub fn is_held_out(&self) -> bool {
        is_held_out(self.game)
    }

    /// The bytes of a record.
    pub fn write(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..PACKED].copy_from_slice(&self.packed);
        bytes[24..26].copy_from_slice(&number_of(self.score).to_le_bytes());
        bytes[26..28].copy_from_slice(&PackedUciMove::pack(self.best).to_bytes());
        let result = (self.result.signum() + 1) as u8;
        bytes[28..].copy_from_slice(&[
            self.halfmoves,
            self.ply,
            result | self.flags.bits() << 2,
            self.game,
        ]);
        bytes
    }

    /// Reads what [`Record::write`] has written. The position is read by [`Record::chess`].
    pub fn read(bytes: &[u8; BYTES]) -> Result<Record> {
        let (packed, rest) = bytes.split_first_chunk().context("no position")?;
        let &[score_0, score_1, best_0, best_1, halfmoves, ply, bits, game] = rest else {
            bail!("not {BYTES} bytes");
        };
        ensure!(bits & 3 < 3, "no such result");
        Ok(Record {
            packed: *packed,
            score: score_of(i16::from_le_bytes([score_0, score_1])),
            best: PackedUciMove::from_bytes([best_0, best_1]).unpack(),
            halfmoves,
            ply,
            result: (bits & 3) as i8 - 1,
            flags: Flags::of(bits >> 2),
            game,
        })
    }
}

impl Flags {
    fn bits(self) -> u8 {
        let all = [self.in_check, self.noisy, self.unexpected, self.played_out];
        (0..).zip(all).map(|(place, flag)| u8::from(flag) << place).sum()
    }

    fn of(bits: u8) -> Flags {
        let [in_check, noisy, unexpected, played_out] = [0, 1, 2, 3].map(|at| bits >> at & 1 == 1);
        Flags { in_check, noisy, unexpected, played_out }
    }
}

/// A mate now; one in N moves is N less. A value in centipawns stays below all mates.
const MATE: i32 = 32_000;
const LONGEST_MATE: i32 = 1_000;

fn number_of(score: Score) -> i16 {
    let most = MATE - LONGEST_MATE - 1;
    let number = match score {
        Score::Centipawns(number) => number.clamp(-most, most),
        Score::Mate(moves) => {
            let sign = if moves > 0 { 1 } else { -1 };
            sign * (MATE - moves.abs().min(LONGEST_MATE))
        }
    };
    number as i16
}

fn score_of(number: i16) -> Score {
    let number = i32::from(number);
    if number.abs() < MATE - LONGEST_MATE {
        Score::Centipawns(number)
    } else {
        Score::Mate(number.signum() * (MATE - number.abs()))
    }
}

/// A file that records are added to, by nobody else meanwhile.
pub struct RecordFile {
    file: File,
    /// How many records it has.
    pub records: u64,
}

impl RecordFile {
    /// Opens a file at its end, or makes it. What a killed program left of a record is cut off.
    pub fn open(path: &Path) -> Result<RecordFile> {
        let name = path.display();
        let mut options = OpenOptions::new();
        let file = options.create(true).truncate(false).write(true).open(path);
        let mut file = file.with_context(|| format!("cannot open {name}"))?;
        file.try_lock().with_context(|| format!("another program adds to {name}"))?;
        let context = || format!("cannot go on with {name}");
        let records = file.metadata().with_context(context)?.len() / BYTES as u64;
        file.set_len(records * BYTES as u64).with_context(context)?;
        file.seek(SeekFrom::End(0)).with_context(context)?;
        Ok(RecordFile { file, records })
    }

    /// Adds the records of a game.
    pub fn add(&mut self, records: &[Record]) -> Result<()> {
        let bytes: Vec<u8> = records.iter().flat_map(Record::write).collect();
        self.file.write_all(&bytes).context("cannot write the records")?;
        self.records += records.len() as u64;
        Ok(())
    }
}

/// The records of a file. Part of one at its end is left out: it may be written just now.
pub fn read_file(path: &Path) -> Result<impl Iterator<Item = Result<Record>> + use<>> {
    let name = path.display().to_string();
    let mut file = BufReader::new(File::open(path).with_context(|| format!("cannot open {name}"))?);
    let mut index = 0_u64;
    Ok(std::iter::from_fn(move || {
        let mut bytes = [0; BYTES];
        index += 1;
        let place = || format!("{name}, record {index}");
        match file.read_exact(&mut bytes) {
            Ok(()) => Some(Record::read(&bytes).with_context(place)),
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => None,
            Err(error) => Some(Err(error).with_context(place)),
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::fen::Fen;

    /// Castling rights of either side, en passant, each side to move, clocks, all pieces, few.
    const POSITIONS: [(&str, &str); 6] = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4"),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 7 1", "b4c3"),
        ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "d4e3"),
        ("rnbqkbnr/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 1", "d5e6"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 42 1", "e1g1"),
        ("8/P6k/8/8/8/8/8/K7 w - - 99 1", "a7a8n"),
    ];

    fn record_of(fen: &str, best: &str, score: Score) -> Result<(Chess, Record)> {
        let chess: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
        let best = best.parse::<UciMove>()?.to_move(&chess)?;
        let record = Record::new(&chess, score, best, 300, 31)?;
        Ok((chess, record))
    }

    #[test]
    fn what_is_written_is_read() -> Result<()> {
        let scores = [-31, 0, 1_500].map(Score::Centipawns);
        let scores = scores.into_iter().chain([-12, -1, 1, 40].map(Score::Mate));
        let results = [-1, 0, 1].into_iter().cycle();
        let cases = POSITIONS.into_iter().cycle().zip(scores.zip(results)).zip(0..16);
        for (((fen, best), (score, result)), bits) in cases {
            let (chess, mut record) = record_of(fen, best, score)?;
            (record.result, record.flags) = (result, Flags::of(bits));
            let read = Record::read(&record.write())?;
            assert_eq!(read, record);
            assert_eq!(read.chess()?, chess);
            assert_eq!(read.chess()?.halfmoves(), chess.halfmoves());
            assert_eq!(read.best.to_string(), best);
        }
        Ok(())
    }

    #[test]
    fn every_byte_stands_where_it_is_documented() -> Result<()> {
        let (fen, best) = POSITIONS[1];
        let (_, mut record) = record_of(fen, best, Score::Centipawns(-2))?;
        record.result = 1;
        assert_eq!(record.write()[24..26], [254, 255]);
        // From b4 (25) to c3 (18).
        assert_eq!(record.write()[26..28], (25_u16 | 18 << 6).to_le_bytes());
        assert_eq!(record.write()[28..], [7, 255, 2 | 1 << 3, 31]);
        Ok(())
    }

    #[test]
    fn a_position_tells_whether_it_is_noisy() -> Result<()> {
        let flags =
            |fen, best| record_of(fen, best, Score::Mate(1)).map(|(_, record)| record.flags);
        let none = Flags::default();
        for ((fen, best), noisy) in POSITIONS.into_iter().zip([false, true, true, true, false]) {
            assert_eq!(flags(fen, best)?, Flags { noisy, ..none }, "{fen}");
        }
        let checked = flags("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2")?;
        assert_eq!(checked, Flags { in_check: true, noisy: true, ..none });
        Ok(())
    }

    #[test]
    fn values_keep_their_side_and_order() {
        for number in [40_000, 31_000, 30_999] {
            assert_eq!(score_of(number_of(Score::Centipawns(number))), Score::Centipawns(30_999));
        }
        assert_eq!(number_of(Score::Mate(-3)), -31_997);
        assert_eq!(number_of(Score::Mate(0)), -32_000);
        assert_eq!(score_of(number_of(Score::Mate(-5_000))), Score::Mate(-1_000));
    }

    #[test]
    fn damaged_records_are_refused() -> Result<()> {
        let (_, record) = record_of(POSITIONS[0].0, "e2e4", Score::Centipawns(0))?;
        let changed = |place: usize, byte: u8| {
            let mut bytes = record.write();
            bytes[place] = byte;
            Record::read(&bytes)
        };
        assert!(changed(30, 3).is_err());
        // No king of White's.
        let without_king = Record { packed: [0; PACKED], ..record.clone() };
        assert!(without_king.chess().is_err());
        Ok(())
    }

    #[test]
    fn a_file_goes_on_where_its_last_whole_record_ends() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("records");
        let (_, record) = record_of(POSITIONS[0].0, "e2e4", Score::Centipawns(20))?;
        let (_, other) = record_of(POSITIONS[5].0, "a7a8q", Score::Mate(9))?;
        let both = [record, other];
        RecordFile::open(&path)?.add(&both)?;
        // Killed in the middle of the second one.
        OpenOptions::new().write(true).open(&path)?.set_len(BYTES as u64 + 9)?;
        assert_eq!(read_file(&path)?.collect::<Result<Vec<_>>>()?, both[..1]);
        let mut file = RecordFile::open(&path)?;
        assert_eq!(file.records, 1);
        assert!(RecordFile::open(&path).is_err());
        file.add(&both[1..])?;
        assert_eq!(file.records, 2);
        assert_eq!(read_file(&path)?.collect::<Result<Vec<_>>>()?, both);
        Ok(())
    }
}
