//! Compressed blocks.
//!
//! The records of a block are turned round first, so that equal bytes come together: the first
//! bytes of all records, then all second bytes, and so on.

/// No block holds more than this many times its own bytes, so that the memory which a file asks for
/// is bounded by its length.
pub const GREATEST_RATIO: usize = 64;

/// How the blocks of a kind of record are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// Not at all.
    None,
    /// As blocks of LZ4.
    Lz4,
}

impl Compression {
    /// What a file calls it.
    pub fn code(self) -> u8 {
        match self {
            Compression::None => 0,
            Compression::Lz4 => 1,
        }
    }

    /// What a file calls so.
    pub fn from_code(code: u8) -> Option<Compression> {
        [Compression::None, Compression::Lz4].into_iter().find(|known| known.code() == code)
    }

    /// Whether a block of `stored` bytes is a compressed one of records of `bytes` bytes. Other
    /// blocks hold the records as they are: compressed they would be no shorter, or too short
    /// to be trusted.
    pub fn applies(self, stored: usize, bytes: usize) -> bool {
        self != Compression::None && stored < bytes && stored * GREATEST_RATIO >= bytes
    }

    /// The records that were compressed, `bytes` in all; `None` if these bytes are no such.
    pub fn unpack(self, stored: &[u8], bytes: usize, record_bytes: usize) -> Option<Vec<u8>> {
        let mut columns = vec![0; bytes];
        let length = match self {
            Compression::None => None,
            Compression::Lz4 => lz4_flex::block::decompress_into(stored, &mut columns).ok(),
        };
        (length == Some(bytes)).then(|| transposed(&columns, bytes / record_bytes))
    }
}

/// The records as LZ4; `None` if they are to be stored as they are.
pub fn pack(records: &[u8], record_bytes: usize) -> Option<Vec<u8>> {
    let packed = lz4_flex::block::compress(&transposed(records, record_bytes));
    Compression::Lz4.applies(packed.len(), records.len()).then_some(packed)
}

/// A matrix with `columns` columns, its rows and columns exchanged.
fn transposed(matrix: &[u8], columns: usize) -> Vec<u8> {
    let rows = matrix.len() / columns;
    let mut turned = vec![0; matrix.len()];
    for (column, bytes) in turned.chunks_exact_mut(rows).enumerate() {
        for (byte, row) in bytes.iter_mut().zip(matrix.chunks_exact(columns)) {
            *byte = row[column];
        }
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_round_can_be_undone() {
        let records: Vec<u8> = (0..12 * 7).collect();
        let columns = transposed(&records, 12);
        assert_eq!(columns[..8], [0, 12, 24, 36, 48, 60, 72, 1]);
        assert_eq!(transposed(&columns, 7), records);
    }

    #[test]
    fn records_come_back() {
        let records: Vec<u8> =
            (0..2400_u16).map(|index| (index % 24 + index / 900) as u8).collect();
        let packed = pack(&records, 24).unwrap_or_default();
        assert!(packed.len() < records.len() / 4, "{}", packed.len());
        assert_eq!(Compression::Lz4.unpack(&packed, records.len(), 24), Some(records));
        for bytes in [0, 24, 2376, 2424] {
            assert_eq!(Compression::Lz4.unpack(&packed, bytes, 24), None, "{bytes}");
        }
    }

    /// A file's length bounds what it claims, so nothing may shrink further.
    #[test]
    fn what_shrinks_too_much_is_not_compressed() {
        assert_eq!(pack(&[7; 24 * 4096], 24), None);
    }
}
