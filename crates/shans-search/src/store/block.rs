//! Blocks of records, each with its checksum, compressed or not.

use std::io::{self, Read, Write};

use crc32fast::Hasher;

use super::compression::{self, Compression};

/// Bytes of the records in a full block, or a little less where records of a kind do not fill it.
pub const BLOCK_BYTES: usize = 24 * 4096;

/// The length and the checksum of a block.
const FRAME_BYTES: usize = 8;

/// Writes records in blocks.
///
/// A block on disk: its length as stored (4 bytes), its records or what compression made of them,
/// and the CRC-32 over its number in the file, the length and the stored bytes. A block as long as
/// its records is not compressed.
#[derive(Debug)]
pub struct BlockWriter<W> {
    out: W,
    compress: bool,
    number: u32,
    records: Vec<u8>,
    /// Bytes written so far.
    pub written: u64,
    /// Bytes that these blocks would have without compression.
    pub uncompressed: u64,
}

impl<W: Write> BlockWriter<W> {
    /// Blocks to be written to `out`.
    pub fn new(out: W, compress: bool) -> BlockWriter<W> {
        let records = Vec::with_capacity(BLOCK_BYTES);
        BlockWriter { out, compress, number: 0, records, written: 0, uncompressed: 0 }
    }

    /// Writes all records of a kind. The next kind begins with a new block.
    pub fn write<const SIZE: usize>(
        &mut self,
        records: impl Iterator<Item = [u8; SIZE]>,
    ) -> io::Result<()> {
        for record in records {
            self.records.extend_from_slice(&record);
            if self.records.len() + SIZE > BLOCK_BYTES {
                self.end_block(SIZE)?;
            }
        }
        self.end_block(SIZE)
    }

    fn end_block(&mut self, record_bytes: usize) -> io::Result<()> {
        if self.records.is_empty() {
            return Ok(());
        }
        let mut records = std::mem::take(&mut self.records);
        let packed = self.compress.then(|| compression::pack(&records, record_bytes)).flatten();
        self.store(packed.as_ref().unwrap_or(&records))?;
        self.uncompressed += (records.len() + FRAME_BYTES) as u64;
        records.clear();
        self.records = records;
        Ok(())
    }

    fn store(&mut self, stored: &[u8]) -> io::Result<()> {
        let length = u32::try_from(stored.len()).map_err(io::Error::other)?;
        self.out.write_all(&length.to_le_bytes())?;
        self.out.write_all(stored)?;
        self.out.write_all(&checksum(self.number, length, stored).to_le_bytes())?;
        self.number += 1;
        self.written += u64::from(length) + FRAME_BYTES as u64;
        Ok(())
    }
}

/// Reads blocks.
#[derive(Debug)]
pub struct BlockReader<R> {
    input: R,
    number: u32,
    /// Where the block begins that is read next, or was read last if that failed: bytes.
    offset: u64,
    /// Bytes that the blocks so far would have without compression.
    pub uncompressed: u64,
    stored: Vec<u8>,
    records: Vec<u8>,
}

/// What a block has to be.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    /// Bytes of its records, at most [`BLOCK_BYTES`].
    pub bytes: usize,
    /// Bytes of a record.
    pub record_bytes: usize,
    /// How it is compressed, unless it holds the records as they are.
    pub compression: Compression,
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
    pub fn new(input: R, offset: u64) -> BlockReader<R> {
        BlockReader {
            input,
            number: 0,
            offset,
            uncompressed: 0,
            stored: Vec::new(),
            records: Vec::new(),
        }
    }

    /// Where the next block begins: its number, from 0, and its first byte in the file.
    pub fn place(&self) -> (u32, u64) {
        (self.number, self.offset)
    }

    /// The records of the next block.
    pub fn next(&mut self, expected: Expected) -> Result<&[u8], BadBlock> {
        let Expected { bytes, record_bytes, compression } = expected;
        let length = self.read_number()?;
        let is_packed = compression.applies(length as usize, bytes);
        if !is_packed && length as usize != bytes {
            return Err(BadBlock::Damaged("its length is impossible"));
        }
        self.stored.resize(length as usize, 0);
        self.input.read_exact(&mut self.stored).map_err(cut_off)?;
        if checksum(self.number, length, &self.stored) != self.read_number()? {
            return Err(BadBlock::Damaged("its checksum is wrong"));
        }
        self.number += 1;
        self.offset += u64::from(length) + FRAME_BYTES as u64;
        self.uncompressed += (bytes + FRAME_BYTES) as u64;
        if !is_packed {
            return Ok(&self.stored);
        }
        let records = compression.unpack(&self.stored, bytes, record_bytes);
        self.records = records.ok_or(BadBlock::Damaged("it cannot be decompressed"))?;
        Ok(&self.records)
    }

    fn read_number(&mut self) -> Result<u32, BadBlock> {
        let mut bytes = [0; 4];
        self.input.read_exact(&mut bytes).map_err(cut_off)?;
        Ok(u32::from_le_bytes(bytes))
    }

    /// Nothing more is to come.
    pub fn expect_end(&mut self) -> Result<(), BadBlock> {
        match self.input.read_exact(&mut [0]) {
            Ok(()) => Err(BadBlock::Damaged("there is trailing data")),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(()),
            Err(error) => Err(BadBlock::System(error)),
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_come_back_and_foreign_ones_do_not() -> io::Result<()> {
        for compression in [Compression::None, Compression::Lz4] {
            let mut writer = BlockWriter::new(Vec::new(), compression != Compression::None);
            let count = BLOCK_BYTES / 12 + 5;
            writer.write((0..count).map(|index| [index as u8; 12]))?;
            assert_eq!(writer.written, writer.out.len() as u64);
            let bytes = writer.out;
            let mut reader = BlockReader::new(&bytes[..], 0);
            let expected = |bytes| Expected { bytes, record_bytes: 12, compression };
            let full = expected(BLOCK_BYTES);
            let first = reader.next(full).map(<[u8]>::to_vec).unwrap_or_default();
            assert_eq!(first[12..24], [1; 12]);
            let rest = reader.next(expected(60)).map(<[u8]>::to_vec).unwrap_or_default();
            assert_eq!(rest[48..], [(count - 1) as u8; 12]);
            assert!(reader.expect_end().is_ok());
            // The last block in the place of the first one.
            let length = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize;
            let mut reader = BlockReader::new(&bytes[length + 8..], 0);
            assert!(matches!(reader.next(expected(60)), Err(BadBlock::Damaged(_))));
        }
        Ok(())
    }

    #[test]
    fn blocks_that_shrink_too_much_are_refused() -> io::Result<()> {
        let compression = Compression::Lz4;
        let expected = Expected { bytes: BLOCK_BYTES, record_bytes: 24, compression };
        let mut writer = BlockWriter::new(Vec::new(), true);
        writer.write([[7; 24]; BLOCK_BYTES / 24].into_iter())?;
        let bytes = writer.out;
        assert_eq!(bytes.len(), BLOCK_BYTES + 8, "stored as it is");
        let mut reader = BlockReader::new(&bytes[..], 0);
        assert!(reader.next(expected).is_ok_and(|records| records == [7; BLOCK_BYTES]));
        let mut writer = BlockWriter::new(Vec::new(), true);
        writer.store(&lz4_flex::block::compress(&[7; BLOCK_BYTES]))?;
        let bytes = writer.out;
        let mut reader = BlockReader::new(&bytes[..], 0);
        assert!(matches!(reader.next(expected), Err(BadBlock::Damaged(_))));
        Ok(())
    }
}
