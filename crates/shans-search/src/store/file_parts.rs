//! How the bytes of a tree file are divided.

/// Bytes of a tree file by what they hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileParts {
    /// Of the header.
    pub header: u64,
    /// Of the nodes of the tree.
    pub tree: u64,
    /// Of the tables beside the tree: what was learned from leaves.
    pub tables: u64,
    /// Of nodes and tables if nothing were compressed.
    pub uncompressed: u64,
}

impl FileParts {
    /// The length of the file.
    pub fn bytes(&self) -> u64 {
        self.header + self.tree + self.tables
    }

    /// The length that it would have without compression.
    pub fn uncompressed_bytes(&self) -> u64 {
        self.header + self.uncompressed
    }
}
