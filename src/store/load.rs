//! Loading a search.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::block::{BLOCK_BYTES, BadBlock, BlockReader};
use super::error::StoreError;
use super::header::{Header, LONGEST};
use super::record::{self, NODE_BYTES, SLOT_BYTES};
use super::{FLAG_COMPRESSED, MAGIC, VERSION};
use crate::game::{Evaluate, Notation, Order};
use crate::search::{BestFirst, LeafTable, Room, Root};
use crate::tree::{Tree, TreeBuilder};

/// Bytes before the header.
const PREAMBLE: usize = 16;
/// No compressed file holds more than this many times its own bytes: memory that a file asks
/// for at once is bounded by it.
const GREATEST_RATIO: u64 = 64;

/// What a file says of where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The program with its version.
    pub program: String,
    /// The searcher's full name.
    pub searcher: String,
    /// Made with the evaluation of this program.
    pub same_evaluation: bool,
    /// Made by the search of this program: the same parameters make the same tree.
    pub same_search: bool,
    /// The blocks are compressed.
    pub compressed: bool,
    /// Nodes of the tree.
    pub tree_nodes: u64,
    /// Bytes of the file.
    pub bytes: u64,
}

/// A tree file whose header was read.
#[derive(Debug)]
pub struct TreeFile {
    path: PathBuf,
    file: File,
    bytes: u64,
    compressed: bool,
    /// Bytes before the first block.
    head: u64,
    header: Header,
}

/// A search that was loaded.
#[derive(Debug)]
pub struct Loaded<G: Order + Evaluate> {
    /// The search, at rest.
    pub search: BestFirst<G>,
    /// Where it comes from.
    pub origin: Origin,
}

impl TreeFile {
    /// Reads the header.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if this is no tree file, or not one of this version, or damaged.
    pub fn open(path: &Path) -> Result<TreeFile, StoreError> {
        let system = || StoreError::system("read", path);
        let mut file = File::open(path).map_err(system())?;
        let bytes = file.metadata().map_err(system())?.len();
        let mut preamble = Vec::with_capacity(PREAMBLE);
        file.by_ref().take(PREAMBLE as u64).read_to_end(&mut preamble).map_err(system())?;
        if !preamble.starts_with(MAGIC) {
            return Err(StoreError::NoTree(path.to_path_buf()));
        }
        let damaged = |what: &str| StoreError::Damaged {
            path: path.to_path_buf(),
            place: "in its header (byte 0)".to_string(),
            what: what.to_string(),
        };
        let [.., v0, v1, f0, f1, l0, l1, l2, l3] = preamble[..] else {
            return Err(damaged("the file is cut off"));
        };
        if preamble.len() < PREAMBLE {
            return Err(damaged("the file is cut off"));
        }
        let found = u16::from_le_bytes([v0, v1]);
        if found != VERSION {
            return Err(StoreError::Version { path: path.to_path_buf(), found, known: VERSION });
        }
        let length = u32::from_le_bytes([l0, l1, l2, l3]) as usize;
        if length > LONGEST {
            return Err(damaged("its length is impossible"));
        }
        let mut rest = Vec::new();
        file.by_ref().take(length as u64 + 4).read_to_end(&mut rest).map_err(system())?;
        let (encoded, crc) =
            rest.split_at_checked(length).ok_or_else(|| damaged("the file is cut off"))?;
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&preamble);
        hasher.update(encoded);
        if crc.len() < 4 {
            return Err(damaged("the file is cut off"));
        }
        if hasher.finalize().to_le_bytes() != *crc {
            return Err(damaged("its checksum is wrong"));
        }
        let flags = u16::from_le_bytes([f0, f1]);
        if flags & !FLAG_COMPRESSED != 0 {
            return Err(damaged("it uses what this version does not know"));
        }
        let header = Header::decode(encoded).ok_or_else(|| damaged("it cannot be decoded"))?;
        let head = (PREAMBLE + length + 4) as u64;
        let compressed = flags & FLAG_COMPRESSED != 0;
        Ok(TreeFile { path: path.to_path_buf(), file, bytes, compressed, head, header })
    }

    /// Where it comes from.
    pub fn origin<G: Evaluate>(&self) -> Origin {
        let parameters = self.header.model.model().map(|model| model.fingerprint());
        Origin {
            program: self.header.program.clone(),
            searcher: self.header.searcher.clone(),
            same_evaluation: self.header.evaluation == G::fingerprint(),
            same_search: parameters == Some(self.header.parameters),
            compressed: self.compressed,
            tree_nodes: self.header.tree_nodes,
            bytes: self.bytes,
        }
    }

    /// The room that the search was given.
    pub fn room(&self) -> Room {
        self.header.room.room()
    }

    /// Loads the tree to be looked into: with room for no more, and without the table. Its
    /// moves are not checked; whoever plays one asks first whether it is legal.
    ///
    /// # Errors
    ///
    /// [`StoreError`] for whatever is wrong with the file.
    pub fn load_to_look<G: Order + Evaluate + Notation>(self) -> Result<Loaded<G>, StoreError> {
        let nodes = usize::try_from(self.header.tree_nodes).unwrap_or(usize::MAX);
        let room = Room { tree_nodes: Some(nodes), ..Room::new(0) };
        self.load(room, nodes, false)
    }

    /// Loads everything, to go on in this room. The moves are not checked yet: see
    /// [`BestFirst::check`].
    ///
    /// # Errors
    ///
    /// [`StoreError`] for whatever is wrong with the file, and for a tree that is larger than
    /// the room.
    pub fn load_to_go_on<G: Order + Evaluate + Notation>(
        self,
        room: Room,
    ) -> Result<Loaded<G>, StoreError> {
        let capacity = room.tree_capacity();
        if self.header.tree_nodes > capacity as u64 {
            let nodes = self.header.tree_nodes;
            return Err(StoreError::TooLarge { path: self.path, nodes, room: capacity as u64 });
        }
        self.load(room, capacity, true)
    }

    fn load<G: Order + Evaluate + Notation>(
        mut self,
        room: Room,
        capacity: usize,
        with_table: bool,
    ) -> Result<Loaded<G>, StoreError> {
        let origin = self.origin::<G>();
        if self.header.game != G::NAME {
            let found = std::mem::take(&mut self.header.game);
            return Err(StoreError::Game { path: self.path, found, expected: G::NAME });
        }
        let model = self.header.model.model();
        let model = model.ok_or_else(|| self.bad_header("impossible search parameters"))?;
        let root: Root<G> = self.header.root.root().map_err(|what| self.bad_header(&what))?;
        let state = self.header.state.state().map_err(|what| self.bad_header(what))?;
        let mut blocks = BlockReader::new(&self.file, self.compressed, self.head);
        let tree = self.read_tree(&mut blocks, capacity)?;
        let table = self.read_table(&mut blocks, room, with_table)?;
        if !blocks.is_at_end().map_err(|bad| self.bad_block(bad, blocks.place()))? {
            let what = BadBlock::Damaged("there is more than there should be");
            return Err(self.bad_block(what, blocks.place()));
        }
        let search = BestFirst::restore(root, tree, table, model, room, state);
        let search = search.map_err(|unfit| self.bad_header(&unfit.to_string()))?;
        Ok(Loaded { search, origin })
    }

    fn read_tree(
        &self,
        blocks: &mut BlockReader<&File>,
        capacity: usize,
    ) -> Result<Tree, StoreError> {
        let nodes = self.header.tree_nodes;
        let ratio = if self.compressed { GREATEST_RATIO } else { 1 };
        if nodes > (self.bytes / NODE_BYTES as u64).saturating_mul(ratio) {
            return Err(self.bad_header("the file is too short for its nodes"));
        }
        let mut builder = TreeBuilder::new(capacity, usize::try_from(nodes).unwrap_or(usize::MAX));
        self.read_records::<NODE_BYTES>(blocks, nodes, |record| {
            let parts = record::node(record)?;
            builder.add(parts).map_err(|_| "the counts of children do not fit the nodes")
        })?;
        builder.finish().map_err(|misfit| self.bad_header(&misfit.to_string()))
    }

    /// The table, or an empty one where it is not `wanted`.
    fn read_table(
        &self,
        blocks: &mut BlockReader<&File>,
        room: Room,
        wanted: bool,
    ) -> Result<LeafTable, StoreError> {
        let bytes = self.header.table_slots.saturating_mul(size_of::<u64>() as u64);
        let allowed = if wanted { bytes.min(room.table_bytes()) } else { 0 };
        if self.header.table_used > self.header.table_slots {
            return Err(self.bad_header("more slots in use than there are"));
        }
        let mut table = LeafTable::with_bytes(allowed);
        self.read_records::<SLOT_BYTES>(blocks, self.header.table_used, |record| {
            let slot = record::slot(record);
            let is_one = u64::from(slot.0) < self.header.table_slots && table.put_back(slot);
            if is_one { Ok(()) } else { Err("a slot of the table that cannot be") }
        })?;
        Ok(table)
    }

    /// Reads records of `SIZE` bytes, block by block.
    fn read_records<const SIZE: usize>(
        &self,
        blocks: &mut BlockReader<&File>,
        count: u64,
        mut take: impl FnMut(&[u8; SIZE]) -> Result<(), &'static str>,
    ) -> Result<(), StoreError> {
        let mut missing = count;
        while missing > 0 {
            let in_block = missing.min((BLOCK_BYTES / SIZE) as u64);
            let place = blocks.place();
            let records = match blocks.next(in_block as usize * SIZE, SIZE) {
                Ok(records) => records,
                Err(bad) => return Err(self.bad_block(bad, place)),
            };
            for record in records.as_chunks::<SIZE>().0 {
                take(record).map_err(|what| self.bad_block(BadBlock::Damaged(what), place))?;
            }
            missing -= in_block;
        }
        Ok(())
    }

    fn bad_header(&self, what: &str) -> StoreError {
        self.damaged("in its header (byte 0)".to_string(), what)
    }

    fn bad_block(&self, bad: BadBlock, (number, byte): (u32, u64)) -> StoreError {
        match bad {
            BadBlock::System(error) => StoreError::system("read", &self.path)(error),
            BadBlock::Damaged(what) => {
                self.damaged(format!("in block {number} (byte {byte})"), what)
            }
        }
    }

    fn damaged(&self, place: String, what: &str) -> StoreError {
        StoreError::Damaged { path: self.path.clone(), place, what: what.to_string() }
    }
}
