//! The first bytes of a tree file, the same in every version, and the checksum of its header.

use std::io::{self, Read};

/// The first bytes of every tree file. Those around the name show whether a transfer as text
/// spoilt the file.
pub const MAGIC: [u8; 8] = *b"\x89SHANS\r\n";
/// Bytes before the header.
const PREAMBLE_BYTES: usize = 16;
/// No header is longer: its length has four bytes. Comments and lines that wait to be searched make it long, and all that a search
/// may hold of them fits.
const LONGEST_HEADER: usize = u32::MAX as usize;

/// A header as it is stored, its checksum found right.
#[derive(Debug)]
pub struct StoredHeader {
    /// The version of the format.
    pub version: u16,
    /// What this number means depends on the version.
    pub detail: u16,
    /// The header itself.
    pub bytes: Vec<u8>,
}

/// Why the header of a file cannot be read.
#[derive(Debug)]
pub enum BadStart {
    /// The system refused.
    System(io::Error),
    /// It does not begin like a tree file.
    NoTree,
    /// What is wrong with it.
    Damaged(&'static str),
}

impl StoredHeader {
    /// How many bytes of the file come before the first block.
    pub fn end(&self) -> u64 {
        (PREAMBLE_BYTES + self.bytes.len() + size_of::<u32>()) as u64
    }

    /// The bytes of preamble, header and checksum.
    ///
    /// # Errors
    ///
    /// A header longer than [`LONGEST_HEADER`].
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        if self.bytes.len() > LONGEST_HEADER {
            return Err(io::Error::other("the header is too long"));
        }
        let mut file = MAGIC.to_vec();
        file.extend_from_slice(&self.version.to_le_bytes());
        file.extend_from_slice(&self.detail.to_le_bytes());
        file.extend_from_slice(&(self.bytes.len() as u32).to_le_bytes());
        file.extend_from_slice(&self.bytes);
        file.extend_from_slice(&crc32fast::hash(&file).to_le_bytes());
        Ok(file)
    }

    /// Reads the start of a file. Of another version than the `known` one its header is not read: its length is unknown.
    ///
    /// # Errors
    ///
    /// [`BadStart`] if the bytes are not the start of a tree file.
    pub fn read(mut input: impl Read, known: u16) -> Result<StoredHeader, BadStart> {
        let mut file = Vec::with_capacity(PREAMBLE_BYTES);
        append(&mut input, PREAMBLE_BYTES as u64, &mut file)?;
        if !file.starts_with(&MAGIC) {
            return Err(BadStart::NoTree);
        }
        let preamble: [u8; PREAMBLE_BYTES] = file[..].try_into().map_err(|_| CUT_OFF)?;
        let [.., v0, v1, d0, d1, l0, l1, l2, l3] = preamble;
        let version = u16::from_le_bytes([v0, v1]);
        let detail = u16::from_le_bytes([d0, d1]);
        if version != known {
            return Ok(StoredHeader { version, detail, bytes: Vec::new() });
        }
        let length = u32::from_le_bytes([l0, l1, l2, l3]).into();
        let mut bytes = Vec::new();
        append(&mut input, length, &mut bytes)?;
        let mut checksum = Vec::new();
        append(&mut input, size_of::<u32>() as u64, &mut checksum)?;
        let checksum: [u8; 4] = checksum[..].try_into().map_err(|_| CUT_OFF)?;
        let mut hash = crc32fast::Hasher::new();
        hash.update(&file);
        hash.update(&bytes);
        if hash.finalize() != u32::from_le_bytes(checksum) {
            return Err(BadStart::Damaged("its checksum is wrong"));
        }
        Ok(StoredHeader { version, detail, bytes })
    }
}

const CUT_OFF: BadStart = BadStart::Damaged("the file is cut off");

/// Appends the next `length` bytes, or what there is of them: memory grows with what was read.
fn append(input: &mut impl Read, length: u64, bytes: &mut Vec<u8>) -> Result<(), BadStart> {
    input.take(length).read_to_end(bytes).map(drop).map_err(BadStart::System)
}
