//! Blocks of records, each with its checksum, compressed or not.

use std::io::{self, Read, Write};

use crc32fast::Hasher;

/// Bytes of the records in a full block, whatever records it holds.
pub const BLOCK_BYTES: usize = 24 * 4096;

/// No block holds more than this many times its own bytes, so that the memory which a file asks for
/// is bounded by its length.
pub const GREATEST_RATIO: usize = 64;

/// How hard zstd tries: beyond this, time grows faster than size shrinks.
const ZSTD_LEVEL: i32 = 1;

/// Writes records of one size in blocks.
///
/// A block on disk: its length as stored (4 bytes), its records or what zstd made of them, and
/// the CRC-32 over its number in the file, the length and the stored bytes. A block as long as its
/// records is not compressed: that would not have made it shorter, or too short to be believed.
#[derive(Debug)]
pub struct BlockWriter<W> {
    out: W,
    compress: bool,
    number: u32,
    records: Vec<u8>,
    /// Bytes written so far.
    pub written: u64,
}

impl<W: Write> BlockWriter<W> {
    /// Blocks to be written to `out`.
    pub fn new(out: W, compress: bool) -> BlockWriter<W> {
        let records = Vec::with_capacity(BLOCK_BYTES);
        BlockWriter { out, compress, number: 0, records, written: 0 }
    }

    /// Takes in one record; `put` appends its bytes. `BLOCK_BYTES` is a multiple of its size.
    pub fn add(&mut self, put: impl FnOnce(&mut Vec<u8>)) -> io::Result<()> {
        let before = self.records.len();
        put(&mut self.records);
        if self.records.len() == BLOCK_BYTES {
            return self.end_block(BLOCK_BYTES - before);
        }
        Ok(())
    }

    /// Writes the records that fill no block; others may follow in the next one.
    pub fn end_block(&mut self, record_bytes: usize) -> io::Result<()> {
        if self.records.is_empty() {
            return Ok(());
        }
        if self.compress {
            let shuffled = shuffled(&self.records, record_bytes);
            let packed = zstd::bulk::compress(&shuffled, ZSTD_LEVEL)?;
            if is_compressed(packed.len(), self.records.len()) {
                self.store(&packed)?;
                self.records.clear();
                return Ok(());
            }
        }
        let records = std::mem::take(&mut self.records);
        self.store(&records)?;
        self.records = records;
        self.records.clear();
        Ok(())
    }

    fn store(&mut self, stored: &[u8]) -> io::Result<()> {
        let length = u32::try_from(stored.len()).map_err(io::Error::other)?;
        self.out.write_all(&length.to_le_bytes())?;
        self.out.write_all(stored)?;
        self.out.write_all(&checksum(self.number, length, stored).to_le_bytes())?;
        self.number += 1;
        self.written += u64::from(length) + 8;
        Ok(())
    }
}

/// Reads blocks.
#[derive(Debug)]
pub struct BlockReader<R> {
    input: R,
    compressed: bool,
    number: u32,
    /// Where the block begins that is read next, or was read last if that failed: bytes.
    offset: u64,
    stored: Vec<u8>,
    records: Vec<u8>,
}

/// Why a block cannot be read.
#[derive(Debug)]
pub enum BadBlock {
    /// The system refused.
    System(io::Error),
    /// What it holds is wrong.
    Damaged(&'static str),
}

impl<R: Read> BlockReader<R> {
    /// Blocks to be read from `input`, the first of which begins at byte `offset` of the file.
    pub fn new(input: R, compressed: bool, offset: u64) -> BlockReader<R> {
        let (stored, records) = (Vec::new(), Vec::new());
        BlockReader { input, compressed, number: 0, offset, stored, records }
    }

    /// Where the next block begins: its number, from 0, and its first byte in the file.
    pub fn place(&self) -> (u32, u64) {
        (self.number, self.offset)
    }

    /// The records of the next block, which are `bytes` in all, at most [`BLOCK_BYTES`].
    pub fn next(&mut self, bytes: usize, record_bytes: usize) -> Result<&[u8], BadBlock> {
        let length = self.read_number()?;
        let is_compressed = self.compressed && is_compressed(length as usize, bytes);
        if !is_compressed && length as usize != bytes {
            return Err(BadBlock::Damaged("its length is impossible"));
        }
        self.stored.resize(length as usize, 0);
        self.input.read_exact(&mut self.stored).map_err(cut_off)?;
        let expected = self.read_number()?;
        if checksum(self.number, length, &self.stored) != expected {
            return Err(BadBlock::Damaged("its checksum is wrong"));
        }
        self.number += 1;
        self.offset += u64::from(length) + 8;
        if !is_compressed {
            return Ok(&self.stored);
        }
        let shuffled = zstd::bulk::decompress(&self.stored, bytes).ok();
        let shuffled = shuffled.filter(|shuffled| shuffled.len() == bytes);
        let shuffled = shuffled.ok_or(BadBlock::Damaged("it cannot be decompressed"))?;
        self.records = unshuffled(&shuffled, record_bytes);
        Ok(&self.records)
    }

    fn read_number(&mut self) -> Result<u32, BadBlock> {
        let mut bytes = [0; 4];
        self.input.read_exact(&mut bytes).map_err(cut_off)?;
        Ok(u32::from_le_bytes(bytes))
    }

    /// Whether nothing comes any more.
    pub fn is_at_end(&mut self) -> Result<bool, BadBlock> {
        let mut byte = [0];
        match self.input.read_exact(&mut byte) {
            Ok(()) => Ok(false),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(true),
            Err(error) => Err(BadBlock::System(error)),
        }
    }
}

/// Whether a block of this length is what zstd made of so many bytes of records.
fn is_compressed(length: usize, bytes: usize) -> bool {
    length < bytes && length * GREATEST_RATIO >= bytes
}

fn cut_off(error: io::Error) -> BadBlock {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => BadBlock::Damaged("the file is cut off"),
        _ => BadBlock::System(error),
    }
}

fn checksum(number: u32, length: u32, stored: &[u8]) -> u32 {
    let mut hasher = Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(&length.to_le_bytes());
    hasher.update(stored);
    hasher.finalize()
}

/// The first bytes of all records, then all second bytes, and so on: equal bytes come together.
fn shuffled(records: &[u8], record_bytes: usize) -> Vec<u8> {
    let columns = 0..record_bytes;
    columns.flat_map(|column| records.iter().skip(column).step_by(record_bytes).copied()).collect()
}

fn unshuffled(columns: &[u8], record_bytes: usize) -> Vec<u8> {
    shuffled(columns, columns.len() / record_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffling_can_be_undone() {
        let records: Vec<u8> = (0..12 * 7).collect();
        let columns = shuffled(&records, 12);
        assert_eq!(columns[..3], [0, 12, 24]);
        assert_eq!(unshuffled(&columns, 12), records);
    }

    #[test]
    fn blocks_come_back_and_foreign_ones_do_not() -> io::Result<()> {
        for compress in [false, true] {
            let mut writer = BlockWriter::new(Vec::new(), compress);
            let count = BLOCK_BYTES / 12 + 5;
            for index in 0..count {
                writer.add(|out| out.extend_from_slice(&[index as u8; 12]))?;
            }
            writer.end_block(12)?;
            assert_eq!(writer.written, writer.out.len() as u64);
            let bytes = writer.out;
            let mut reader = BlockReader::new(&bytes[..], compress, 0);
            let first = reader.next(BLOCK_BYTES, 12).map(<[u8]>::to_vec).unwrap_or_default();
            assert_eq!(first[12..24], [1; 12]);
            let rest = reader.next(60, 12).map(<[u8]>::to_vec).unwrap_or_default();
            assert_eq!(rest[48..], [(count - 1) as u8; 12]);
            assert!(reader.is_at_end().is_ok_and(|end| end));
            // The last block in the place of the first one.
            let length = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize;
            let mut reader = BlockReader::new(&bytes[length + 8..], compress, 0);
            assert!(matches!(reader.next(60, 12), Err(BadBlock::Damaged(_))));
        }
        Ok(())
    }

    /// A file's length bounds what it claims, so nothing may shrink further.
    #[test]
    fn blocks_that_shrink_too_much_are_stored_as_they_are() -> io::Result<()> {
        let mut writer = BlockWriter::new(Vec::new(), true);
        for _ in 0..BLOCK_BYTES / 24 {
            writer.add(|out| out.extend_from_slice(&[7; 24]))?;
        }
        let bytes = writer.out;
        assert_eq!(bytes.len(), BLOCK_BYTES + 8);
        let mut reader = BlockReader::new(&bytes[..], true, 0);
        assert!(reader.next(BLOCK_BYTES, 24).is_ok_and(|records| records == [7; BLOCK_BYTES]));
        let packed = zstd::bulk::compress(&[7; BLOCK_BYTES], ZSTD_LEVEL)?;
        let mut writer = BlockWriter::new(Vec::new(), true);
        writer.store(&packed)?;
        let bytes = writer.out;
        let mut reader = BlockReader::new(&bytes[..], true, 0);
        assert!(matches!(reader.next(BLOCK_BYTES, 24), Err(BadBlock::Damaged(_))));
        Ok(())
    }
}
