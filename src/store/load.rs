//! Loading a search.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::block::{BLOCK_BYTES, BadBlock, BlockReader, GREATEST_RATIO};
use super::error::StoreError;
use super::header::{Header, LONGEST};
use super::record::{self, NODE_BYTES, SLOT_BYTES};
use super::{FLAG_COMPRESSED, MAGIC, VERSION};
use crate::game::{Evaluate, Notation, Order};
use crate::search::{BestFirst, LeafTable, Room, Root};
use crate::tree::{Tree, TreeBuilder};

/// Bytes before the header.
const PREAMBLE: usize = 16;
/// The longest name of a program or searcher, bytes.
const LONGEST_NAME: usize = 200;

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
pub struct TreeFile<R = File> {
    head: Head,
    /// What comes after the header.
    rest: R,
}

/// What is known of a file before its blocks are read.
#[derive(Debug)]
struct Head {
    path: PathBuf,
    /// Of the whole file.
    bytes: u64,
    compressed: bool,
    /// Bytes before the first block.
    length: u64,
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
    /// Reads the header of a file.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if this is no tree file, or not one of this version, or damaged.
    pub fn open(path: &Path) -> Result<TreeFile, StoreError> {
        let file = File::open(path).map_err(StoreError::system("read", path))?;
        let bytes = file.metadata().map_err(StoreError::system("read", path))?.len();
        TreeFile::read(path, file, bytes)
    }
}

impl<R: Read> TreeFile<R> {
    /// Reads the header of what `input` gives, `bytes` in all. Messages call it `path`.
    ///
    /// # Errors
    ///
    /// As [`TreeFile::open`].
    pub fn read(path: &Path, mut input: R, bytes: u64) -> Result<TreeFile<R>, StoreError> {
        let system = || StoreError::system("read", path);
        let mut preamble = Vec::with_capacity(PREAMBLE);
        input.by_ref().take(PREAMBLE as u64).read_to_end(&mut preamble).map_err(system())?;
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
        input.by_ref().take(length as u64 + 4).read_to_end(&mut rest).map_err(system())?;
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
        if ![&header.program, &header.game, &header.searcher].into_iter().all(|name| is_name(name))
        {
            return Err(damaged("a name that cannot be printed"));
        }
        let length = (PREAMBLE + length + 4) as u64;
        let compressed = flags & FLAG_COMPRESSED != 0;
        let head = Head { path: path.to_path_buf(), bytes, compressed, length, header };
        Ok(TreeFile { head, rest: input })
    }

    /// Where it comes from.
    pub fn origin<G: Evaluate>(&self) -> Origin {
        self.head.origin::<G>()
    }

    /// The room that the search was given.
    pub fn room(&self) -> Room {
        self.head.header.room.room()
    }

    /// Loads the tree to be looked into: with room for no more, and without the table. Its
    /// moves are not checked; whoever plays one asks first whether it is legal.
    ///
    /// # Errors
    ///
    /// [`StoreError`] for whatever is wrong with the file.
    pub fn load_to_look<G: Order + Evaluate + Notation>(self) -> Result<Loaded<G>, StoreError> {
        let nodes = usize::try_from(self.head.header.tree_nodes).unwrap_or(usize::MAX);
        let room = Room { tree_nodes: Some(nodes), ..Room::new(0) };
        self.head.load(self.rest, room, nodes, false)
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
        let nodes = self.head.header.tree_nodes;
        if nodes > capacity as u64 {
            let path = self.head.path;
            let (room, mebibytes) = (capacity as u64, Room::least_memory(nodes) >> 20);
            return Err(StoreError::TooLarge { path, nodes, room, mebibytes });
        }
        self.head.load(self.rest, room, capacity, true)
    }
}

impl Head {
    fn origin<G: Evaluate>(&self) -> Origin {
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

    fn load<G: Order + Evaluate + Notation>(
        mut self,
        rest: impl Read,
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
        let mut blocks = BlockReader::new(rest, self.compressed, self.length);
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
        blocks: &mut BlockReader<impl Read>,
        capacity: usize,
    ) -> Result<Tree, StoreError> {
        let nodes = self.header.tree_nodes;
        let ratio = if self.compressed { GREATEST_RATIO as u64 } else { 1 };
        if nodes > (self.bytes / NODE_BYTES as u64).saturating_mul(ratio) {
            return Err(self.bad_header("the file is too short for its nodes"));
        }
        let mut builder = TreeBuilder::new(capacity, usize::try_from(nodes).unwrap_or(usize::MAX));
        self.read_records(blocks, nodes, |record: &[u8; NODE_BYTES]| {
            let parts = record::node(record)?;
            builder.add(parts).map_err(|_| "the counts of children do not fit the nodes")
        })?;
        builder.finish().map_err(|misfit| self.bad_header(&misfit.to_string()))
    }

    /// The table, or an empty one where it is not `wanted`.
    fn read_table(
        &self,
        blocks: &mut BlockReader<impl Read>,
        room: Room,
        wanted: bool,
    ) -> Result<LeafTable, StoreError> {
        let bytes = self.header.table_slots.saturating_mul(size_of::<u64>() as u64);
        let allowed = if wanted { bytes.min(room.table_bytes()) } else { 0 };
        let slots = self.header.table_slots;
        if self.header.table_used > slots || !(slots == 0 || slots.is_power_of_two()) {
            return Err(self.bad_header("a table that cannot be"));
        }
        let mut table = LeafTable::with_bytes(allowed);
        let mut least = 0;
        self.read_records(blocks, self.header.table_used, |record: &[u8; SLOT_BYTES]| {
            let slot = record::slot(record);
            let index = u64::from(slot.0);
            let is_one = (least..slots).contains(&index) && table.put_back(slot);
            least = index + 1;
            if is_one { Ok(()) } else { Err("a slot of the table that cannot be") }
        })?;
        Ok(table)
    }

    /// Reads records of `SIZE` bytes, block by block.
    fn read_records<const SIZE: usize>(
        &self,
        blocks: &mut BlockReader<impl Read>,
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

/// Names go to the terminal as they are.
fn is_name(text: &str) -> bool {
    text.len() <= LONGEST_NAME && !text.contains(char::is_control)
}
