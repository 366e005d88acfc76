//! How much a search may keep, and what it keeps there.

use thiserror::Error;

use crate::tree::{NODE_BYTES, NodeForm, Tree};

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
/// use shans_search::tree::NodeForm;
///
/// // 64 MiB for everything, and the search ends when the tree is full.
/// let limits = MemoryLimits { when_full: WhenFull::Stop, ..MemoryLimits::new(64 << 20) };
/// let nodes = limits.tree_capacity(NodeForm::Searched);
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
/// What searches of leaves learn about moves, and what they note to undo it: this share of the
/// memory is set aside for it ...
const LEARNT_SHARE: u64 = 4;
/// ... and no more than this, bytes: what a game like chess has to learn, and the scores noted.
const LEARNT_MOST: u64 = LEARNT_A_THREAD + SCORES_NOTED_MOST as u64 * SCORE_NOTE_BYTES;
/// What one thread learns about the moves of a game like chess, bytes.
const LEARNT_A_THREAD: u64 = 3 << 19;
/// No more scores of moves than this change in one iteration of a history that can be rolled back.
pub(super) const SCORES_NOTED_MOST: usize = 1 << 17;
/// Bytes that are taken to note a score: it, and its place.
const SCORE_NOTE_BYTES: u64 = size_of::<(u32, i16)>() as u64;
/// Of a table that can be rolled back at most this share of the entries ...
const NOTED_SHARE: u64 = 4;
/// ... and no more than this are overwritten in one iteration.
const NOTED_MOST: u64 = 1 << 19;
/// Bytes of an entry of the transposition table.
pub(super) const ENTRY_BYTES: usize = 16;
/// Bytes that are taken to note an entry: it, and its place.
const NOTE_BYTES: u64 = ENTRY_BYTES as u64 + 4;
/// Bytes that a line behind a leaf takes, with the map around it while that grows.
const LINE_BYTES: u64 = 160;
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

    /// The least memory in which this many nodes of a form have room: bytes, whole mebibytes.
    pub fn least_memory(nodes: u64, form: NodeForm) -> u64 {
        const STEP: usize = 1 << 20;
        let nodes = nodes.min(Tree::MAX_NODES as u64);
        let bytes = (nodes * NODE_BYTES as u64).next_multiple_of(STEP as u64);
        // What is set aside is bounded: a few steps are enough.
        let mut possible = (bytes.max(MemoryLimits::LEAST_MEMORY)..).step_by(STEP);
        let is_enough =
            |&memory: &u64| MemoryLimits::new(memory).tree_capacity(form) as u64 >= nodes;
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

    /// Bytes for all tables beside a tree of this form.
    pub fn table_bytes(&self, form: NodeForm) -> u64 {
        match form {
            NodeForm::Explored => self.leaf_table_bytes(),
            NodeForm::Searched => self.search_table_bytes(),
        }
    }

    /// How many lines behind leaves may be kept, where others search the leaves: they have the room of
    /// the table that there is otherwise.
    pub fn most_lines(&self) -> usize {
        usize::try_from(self.search_table_bytes() / LINE_BYTES).unwrap_or(usize::MAX)
    }

    /// Asks whether a search can be given this memory, which it sets aside as it begins: a failure
    /// there would end the program. Nothing is kept.
    ///
    /// # Errors
    ///
    /// [`TooMuchMemory`] if it cannot.
    pub fn check(&self, form: NodeForm) -> Result<(), TooMuchMemory> {
        let tree = self.tree_capacity(form).min(Tree::MAX_NODES) as u64 * NODE_BYTES as u64;
        reservable(tree.saturating_add(self.table_bytes(form)))
    }

    /// The maximum number of nodes in a tree of this form.
    pub fn tree_capacity(&self, form: NodeForm) -> usize {
        let work = (self.memory / WORK_SHARE).min(WORK_MOST);
        let learnt = match form {
            NodeForm::Explored => 0,
            NodeForm::Searched => {
                let learnt = (self.memory / LEARNT_SHARE).min(LEARNT_MOST);
                let threads = if self.threads > 1 { self.threads as u64 } else { 0 };
                learnt + noting_bytes(self.search_table_bytes()) + threads * LEARNT_A_THREAD
            }
        };
        let beside = self.table_bytes(form) + work + learnt;
        let nodes = self.memory.saturating_sub(beside) / NODE_BYTES as u64;
        let nodes = usize::try_from(nodes).unwrap_or(usize::MAX);
        nodes.min(self.tree_nodes.unwrap_or(usize::MAX))
    }
}

/// How many entries may be overwritten in one iteration, of a table of this many that can be rolled
/// back.
pub(super) fn noted_most(entries: usize) -> usize {
    (entries as u64 / NOTED_SHARE).min(NOTED_MOST) as usize
}

/// Bytes that a transposition table of this size takes to note what is overwritten, so that it can be
/// rolled back.
fn noting_bytes(table_bytes: u64) -> u64 {
    let entries = table_bytes as usize / ENTRY_BYTES;
    // A bit for each entry tells whether it is noted.
    noted_most(entries) as u64 * NOTE_BYTES + entries as u64 / 8
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
        assert_eq!(MemoryLimits::new(64 << 20).check(NodeForm::Explored), Ok(()));
        assert!(!can_be_reserved(u64::MAX));
        let small = MemoryLimits { tree_nodes: Some(1_000), ..MemoryLimits::new(u64::MAX) };
        assert_eq!(small.check(NodeForm::Searched), Ok(()), "little of it is asked for");
    }

    #[test]
    fn the_least_memory_is_enough_and_less_is_not() {
        let forms = [NodeForm::Explored, NodeForm::Searched];
        for (form, nodes) in forms
            .into_iter()
            .flat_map(|form| [1, 300_000, 1_000_000, 30_000_000].map(|nodes| (form, nodes)))
        {
            let least = MemoryLimits::least_memory(nodes, form);
            let capacity = |memory: u64| MemoryLimits::new(memory).tree_capacity(form) as u64;
            assert!(capacity(least) >= nodes, "{nodes}: {least}");
            let is_less = capacity(least - (1 << 20)) < nodes;
            assert!(is_less || least == MemoryLimits::LEAST_MEMORY, "{nodes}: {least}");
        }
        assert!(MemoryLimits::least_memory(u64::MAX, NodeForm::Explored) > 100 << 30);
    }
}
