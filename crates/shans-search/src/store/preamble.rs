//! The first bytes of a tree file, the same in every version, and the checksum of its header.

use std::io::{self, Read};
use std::path::Path;

use super::error::{BadHeader, StoreError};

/// The first bytes of every tree file. Those around the name show whether a transfer as text
/// spoilt the file.
pub const MAGIC: [u8; 8] = *b"\x89SHANS\r\n";
/// The version of the format. 1 and 2 were never released.
pub const VERSION: u16 = 3;
/// Bytes before the header.
const PREAMBLE_BYTES: usize = 16;
/// No header is longer: its length has four bytes. Comments and lines that wait to be searched make it long, and all that a search
/// may hold of them fits.
const LONGEST_HEADER: usize = u32::MAX as usize;

/// A header as it is stored, its checksum found right.
#[derive(Debug)]
pub struct StoredHeader {
    /// How many sections it has.
    pub sections: u16,
    /// The header itself.
    pub bytes: Vec<u8>,
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
        file.extend_from_slice(&VERSION.to_le_bytes());
        file.extend_from_slice(&self.sections.to_le_bytes());
        file.extend_from_slice(&(self.bytes.len() as u32).to_le_bytes());
        file.extend_from_slice(&self.bytes);
        file.extend_from_slice(&crc32fast::hash(&file).to_le_bytes());
        Ok(file)
    }

    /// Reads the start of a file, which messages call `path`. Of another version its header is not read: its length is
    /// unknown.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the bytes are not the start of a tree file of this version.
    pub fn read(input: &mut impl Read, path: &Path) -> Result<StoredHeader, StoreError> {
        let damaged = |what| BadHeader::damaged(what).in_file(path);
        let cut_off = |_| damaged("the file is cut off");
        // The next bytes, or what there is of them: memory grows with what was read.
        let mut next = |length: u64| {
            let mut bytes = Vec::new();
            let read = input.take(length).read_to_end(&mut bytes);
            read.map(|_| bytes).map_err(StoreError::system("read", path))
        };
        let preamble = next(PREAMBLE_BYTES as u64)?;
        if !preamble.starts_with(&MAGIC) {
            return Err(StoreError::NoTree(path.to_path_buf()));
        }
        let preamble: [u8; PREAMBLE_BYTES] = preamble.try_into().map_err(cut_off)?;
        let [.., v0, v1, s0, s1, l0, l1, l2, l3] = preamble;
        let found = u16::from_le_bytes([v0, v1]);
        if found != VERSION {
            return Err(StoreError::Version { path: path.to_path_buf(), found, known: VERSION });
        }
        let bytes = next(u32::from_le_bytes([l0, l1, l2, l3]).into())?;
        let checksum: [u8; 4] = next(size_of::<u32>() as u64)?.try_into().map_err(cut_off)?;
        let mut hash = crc32fast::Hasher::new();
        hash.update(&preamble);
        hash.update(&bytes);
        if hash.finalize() != u32::from_le_bytes(checksum) {
            return Err(damaged("its checksum is wrong"));
        }
        Ok(StoredHeader { sections: u16::from_le_bytes([s0, s1]), bytes })
    }
}
