//! The tables of a search.

use crate::search::depth_first::SearchTable;
use crate::search::leaf::LeafTable;
use crate::search::memory::TooMuchMemory;

/// The tables of a best-first search.
#[derive(Debug)]
pub struct LeafMemory {
    /// Values of leaves met before, if leaves are valued at first sight; else it is empty.
    pub values: LeafTable,
    /// What searches of leaves share, if they are searched here.
    pub searches: Option<SearchTable>,
}

impl LeafMemory {
    /// Empty tables of this many bytes in all, for leaves that are searched or not; that of searches grows to them.
    ///
    /// # Errors
    ///
    /// [`TooMuchMemory`] where this machine does not give the memory.
    pub fn try_with_bytes(searches: bool, bytes: u64) -> Result<LeafMemory, TooMuchMemory> {
        Ok(match searches {
            true => LeafMemory {
                values: LeafTable::with_bytes(0),
                searches: Some(SearchTable::try_with_bytes(bytes)?),
            },
            false => LeafMemory { values: LeafTable::try_with_bytes(bytes)?, searches: None },
        })
    }

    /// Bytes that all tables may grow to.
    pub fn most_bytes(&self) -> u64 {
        self.values.bytes() + self.searches.as_ref().map_or(0, SearchTable::most_bytes)
    }
}
