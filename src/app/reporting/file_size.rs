//! The length of a tree file, and what takes it.

use indicatif::BinaryBytes;

use crate::store::FileParts;

/// As `4.10 MiB: 1.20 MiB tree, 2.90 MiB tables`, and how long it would be without compression.
pub fn file_size(parts: &FileParts) -> String {
    let all = BinaryBytes(parts.bytes());
    let [tree, tables] = [parts.header + parts.tree, parts.tables].map(BinaryBytes);
    let whole = parts.uncompressed_bytes();
    let without = match whole > parts.bytes() {
        true => format!(" ({} without --compress)", BinaryBytes(whole)),
        false => String::new(),
    };
    format!("{all}: {tree} tree, {tables} tables{without}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tree_tables_and_what_compression_saves() {
        let parts =
            FileParts { header: 512, tree: 1536, tables: 1 << 20, uncompressed: (2 << 20) - 512 };
        assert_eq!(
            file_size(&parts),
            "1.00 MiB: 2.00 KiB tree, 1.00 MiB tables (2.00 MiB without --compress)"
        );
        let plain = FileParts { uncompressed: 1536 + (1 << 20), ..parts };
        assert_eq!(file_size(&plain), "1.00 MiB: 2.00 KiB tree, 1.00 MiB tables");
    }
}
