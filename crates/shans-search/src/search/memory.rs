//! How much a search may keep, and what it keeps there.

use thiserror::Error;

use crate::tree::{NODE_BYTES, Tree};

/// Limits that ask for more memory than the machine gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("cannot allocate {} MiB; lower --memory", bytes >> 20)]
pub struct TooMuchMemory {
    /// What was asked for.
    pub bytes: u64,
}

/// Bounds on what a search may keep.
///
/// ```
/// use shans_search::search::{MemoryLimits, WhenFull};
///
/// // 64 MiB for everything, and the search ends when the tree is full.
/// let limits = MemoryLimits { when_full: WhenFull::Stop, ..MemoryLimits::new(64 << 20) };
/// let nodes = limits.tree_capacity(true);
/// assert!(nodes * 32 < 64 << 20 && nodes > 100_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryLimits {
    /// Bytes for everything that grows: the tree, the table of leaf values, the walk.
    pub memory: u64,
    /// Nodes of the tree, where they are bounded beside the memory.
    pub tree_nodes: Option<usize>,
    /// What happens when the tree fills them.
    pub when_full: WhenFull,
    /// How many threads search leaves: each learns about moves by itself, in memory of its own. Where
    /// leaves are valued at first sight there is one, whatever this says.
    pub threads: usize,
}

/// What a search does when its tree is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenFull {
    /// It frees the least important nodes, and continues.
    Free,
    /// It stops.
    Stop,
}

/// The table of leaf values takes this share of the memory ...
const LEAF_TABLE_SHARE: u64 = 16;
/// ... and no more than this, so that small trees do not pay for a large one: bytes.
const LEAF_TABLE_MOST: u64 = 64 << 20;
/// The transposition table of a search takes this share of the memory ...
const SEARCH_TABLE_SHARE: u64 = 4;
/// ... but at most this many bytes, so that setting it up does not take longer than a short
/// search.
const SEARCH_TABLE_MOST: u64 = 256 << 20;
/// What one thread that searches leaves learns about the moves of a game like chess: bytes.
const LEARNT_A_THREAD: u64 = 3 << 19;
/// Bytes of an entry of the transposition table.
pub(super) const ENTRY_BYTES: usize = 16;
/// Bytes that a line behind a leaf takes, with the map around it while that grows.
const LINE_BYTES: u64 = 160;
/// Bytes that a position takes that was searched as a whole, with the map around it while that grows.
pub(super) const ANCHOR_BYTES: u64 = 256;
/// Both together, if leaves are searched, take this share of the memory at most.
const LINES_SHARE: u64 = 8;
/// The walk to the node that grows, lists of moves, the changes of the answer: this share of the
/// memory is set aside for them ...
const WORK_SHARE: u64 = 16;
/// ... and no more than this, which a walk of some thousand plies would fill: bytes.
const WORK_MOST: u64 = 2 << 20;

impl MemoryLimits {
    /// Less memory than this does not hold a tree worth the name: bytes.
    pub const LEAST_MEMORY: u64 = 8 << 20;

    /// This many bytes; the least important nodes are freed when they are full.
    pub const fn new(memory: u64) -> MemoryLimits {
        MemoryLimits { memory, tree_nodes: None, when_full: WhenFull::Free, threads: 1 }
    }

    /// The maximum number of threads for which this memory has room beside a tree worth the name;
    /// at least one.
    pub fn most_threads(&self) -> usize {
        let most = self.memory.saturating_sub(MemoryLimits::LEAST_MEMORY) / (2 * LEARNT_A_THREAD);
        usize::try_from(most).unwrap_or(usize::MAX).max(1)
    }

    /// The least memory in which this many nodes have room, whose leaves are searched or not: bytes, whole mebibytes.
    pub fn least_memory(nodes: u64, searches: bool) -> u64 {
        const STEP: usize = 1 << 20;
        let nodes = nodes.min(Tree::MAX_NODES as u64);
        let bytes = (nodes * NODE_BYTES as u64).next_multiple_of(STEP as u64);
        // What is set aside is bounded: a few steps are enough.
        let mut possible = (bytes.max(MemoryLimits::LEAST_MEMORY)..).step_by(STEP);
        let is_enough =
            |&memory: &u64| MemoryLimits::new(memory).tree_capacity(searches) as u64 >= nodes;
        possible.find(is_enough).unwrap_or(u64::MAX)
    }

    /// Bytes for the table of leaf values, where leaves are not searched: a power of two.
    pub fn leaf_table_bytes(&self) -> u64 {
        power_of_two((self.memory / LEAF_TABLE_SHARE).min(LEAF_TABLE_MOST))
    }

    /// Bytes for the transposition table of a search, or of the searches of leaves: a power of two.
    pub fn search_table_bytes(&self) -> u64 {
        power_of_two((self.memory / SEARCH_TABLE_SHARE).min(SEARCH_TABLE_MOST))
    }

    /// Bytes for the table beside a tree whose leaves are searched, or valued at first sight.
    pub fn table_bytes(&self, searches: bool) -> u64 {
        if searches { self.search_table_bytes() } else { self.leaf_table_bytes() }
    }

    /// How many positions may be kept that were searched as a whole.
    pub fn most_anchors(&self) -> usize {
        usize::try_from(self.memory / LINES_SHARE / ANCHOR_BYTES).unwrap_or(usize::MAX)
    }

    /// How many lines behind leaves may be kept beside so many such positions.
    pub fn most_lines(&self, anchors: usize) -> usize {
        let anchors = (anchors as u64).saturating_mul(ANCHOR_BYTES);
        let left = (self.memory / LINES_SHARE).saturating_sub(anchors);
        usize::try_from(left / LINE_BYTES).unwrap_or(usize::MAX)
    }

    /// Asks whether a search can be given this memory, which it sets aside as it begins: a failure
    /// there would end the program. Nothing is kept.
    ///
    /// # Errors
    ///
    /// [`TooMuchMemory`] if it cannot.
    pub fn check(&self, searches: bool) -> Result<(), TooMuchMemory> {
        let tree = self.tree_capacity(searches).min(Tree::MAX_NODES) as u64 * NODE_BYTES as u64;
        reservable(tree.saturating_add(self.table_bytes(searches)))
    }

    /// The maximum number of nodes in a tree whose leaves are searched, or valued at first sight.
    pub fn tree_capacity(&self, searches: bool) -> usize {
        let work = (self.memory / WORK_SHARE).min(WORK_MOST);
        let learnt = LEARNT_A_THREAD.saturating_mul(self.threads.max(1) as u64);
        let searching = if searches { learnt + self.memory / LINES_SHARE } else { 0 };
        let beside = self.table_bytes(searches) + work + searching;
        let nodes = self.memory.saturating_sub(beside) / NODE_BYTES as u64;
        let nodes = usize::try_from(nodes).unwrap_or(usize::MAX);
        // A tree has a root, however little there is.
        nodes.min(self.tree_nodes.unwrap_or(usize::MAX)).max(1)
    }
}

/// Asks whether this much memory can be had at once. Nothing is kept.
///
/// # Errors
///
/// [`TooMuchMemory`] if it cannot.
pub(super) fn reservable(bytes: u64) -> Result<(), TooMuchMemory> {
    if can_be_reserved(bytes) { Ok(()) } else { Err(TooMuchMemory { bytes }) }
}

fn power_of_two(bytes: u64) -> u64 {
    if bytes == 0 { 0 } else { 1 << bytes.ilog2() }
}

/// Whether this much memory can be had at once.
pub fn can_be_reserved(bytes: u64) -> bool {
    let Ok(bytes) = usize::try_from(bytes) else { return false };
    let mut probe: Vec<u8> = Vec::new();
    let is_reserved = probe.try_reserve_exact(bytes).is_ok();
    // An unused allocation may be optimised away, and success assumed.
    std::hint::black_box(&probe);
    is_reserved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_impossible_is_an_error() {
        assert_eq!(MemoryLimits::new(64 << 20).check(false), Ok(()));
        assert!(!can_be_reserved(u64::MAX));
        let small = MemoryLimits { tree_nodes: Some(1_000), ..MemoryLimits::new(u64::MAX) };
        assert_eq!(small.check(true), Ok(()), "little of it is asked for");
    }

    #[test]
    fn the_least_memory_is_enough_and_less_is_not() {
        for (searches, nodes) in [false, true]
            .into_iter()
            .flat_map(|one| [1, 300_000, 1_000_000, 30_000_000].map(|nodes| (one, nodes)))
        {
            let least = MemoryLimits::least_memory(nodes, searches);
            let capacity = |memory: u64| MemoryLimits::new(memory).tree_capacity(searches) as u64;
            assert!(capacity(least) >= nodes, "{nodes}: {least}");
            let is_less = capacity(least - (1 << 20)) < nodes;
            assert!(is_less || least == MemoryLimits::LEAST_MEMORY, "{nodes}: {least}");
        }
        assert!(MemoryLimits::least_memory(u64::MAX, false) > 100 << 30);
    }
}
