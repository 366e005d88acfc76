//! The transposition table that the searches of a tree's leaves share.

use super::transposition::Table;
use crate::game::{Evaluate, Game};
use crate::search::memory::{ENTRY_BYTES, TooMuchMemory};

/// What searches of leaves have found, by position. It only saves work: it may forget anything at any time.
#[derive(Debug)]
pub struct SearchTable(Table);

impl SearchTable {
    /// An empty table that grows to at most this many bytes, rounded down to a power of two.
    ///
    /// # Errors
    ///
    /// [`TooMuchMemory`] if this machine does not give the memory.
    pub fn try_with_bytes(bytes: u64) -> Result<SearchTable, TooMuchMemory> {
        Table::try_with_bytes(bytes).map(SearchTable)
    }

    /// The same table for another thread.
    pub(in crate::search) fn sharing(&self) -> Table {
        self.0.sharing()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    /// Bytes that it may grow to.
    pub fn most_bytes(&self) -> u64 {
        self.0.most_bytes()
    }

    /// How many entries it has room for now.
    pub fn places(&self) -> usize {
        self.0.places()
    }

    /// Forgets everything, and has room for this many entries, as far as it may.
    pub fn begin_with(&mut self, places: usize) {
        self.0.begin_with(places);
    }

    /// Grows to what searches of this many nodes need. What is stored stays.
    pub fn make_room_for(&mut self, nodes: u64) {
        self.0.make_room_for(nodes);
    }

    /// The best move that it has for a position, or the one that refuted it.
    pub fn best_move<G: Game + Evaluate>(&self, game: &G) -> Option<G::Move> {
        game.decode(self.0.get(game.key(), 0)?.best?)
    }

    /// The entries of the deepest searches, at most this many, each with its place: what a file keeps. Before them how many
    /// places there were: a thread that searches at this moment may let the table grow.
    pub fn deepest(&self, most: usize) -> (usize, Vec<(u32, [u8; ENTRY_BYTES])>) {
        self.0.deepest(most)
    }

    /// Puts back an entry that [`SearchTable::deepest`] gave; `false` if it is none.
    pub fn put_back(&mut self, entry: (u32, [u8; ENTRY_BYTES])) -> bool {
        self.0.put_back(entry)
    }

    /// Takes over what another table knows, as far as it has room.
    pub fn take_over(&mut self, other: &SearchTable) {
        other.deepest(usize::MAX).1.into_iter().for_each(|entry| _ = self.put_back(entry));
    }
}
