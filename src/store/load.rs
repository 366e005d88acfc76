//! Loading a search from a tree file whose header was read.

use std::io::Read;

use super::block::{BLOCK_BYTES, BadBlock, BlockReader, Expected};
use super::compression::{Compression, GREATEST_RATIO};
use super::error::{BadHeader, StoreError};
use super::header::{BlockKind, Blocks};
use super::mapping;
use super::open::{FileInfo, TreeFile};
use super::record::{self, NODE_BYTES, NodeForm, SLOT_BYTES};
use crate::game::{Evaluate, Notation, Order};
use crate::search::{BestFirst, LeafTable, MemoryLimits, WhenFull, can_be_reserved};
use crate::tree::{self, Tree, TreeBuilder};

/// A search that was loaded.
#[derive(Debug)]
pub struct Loaded<G: Order + Evaluate> {
    /// The search, at rest.
    pub search: BestFirst<G>,
    /// What the file says of itself.
    pub info: FileInfo,
}

/// What a tree is loaded for.
#[derive(Clone, Copy, Debug)]
struct LoadPlan {
    room: MemoryLimits,
    /// The greatest number of nodes.
    capacity: usize,
    /// The values of leaves are wanted, too.
    with_table: bool,
}

/// What the blocks hold.
#[derive(Debug)]
struct Contents {
    tree: Tree,
    table: LeafTable,
}

impl<R: Read> TreeFile<R> {
    /// Loads the tree to be looked into: with room for no more nodes, and without the table. Its
    /// moves are not checked; whoever plays one asks first whether it is legal.
    ///
    /// # Errors
    ///
    /// [`StoreError`] for whatever is wrong with the file.
    pub fn load_to_look<G: Order + Evaluate + Notation>(
        self,
        evaluator: G::Evaluator,
    ) -> Result<Loaded<G>, StoreError> {
        let capacity = usize::try_from(self.tree_nodes()).unwrap_or(usize::MAX);
        let room = MemoryLimits { tree_nodes: Some(capacity), ..MemoryLimits::new(0) };
        self.load(evaluator, LoadPlan { room, capacity, with_table: false })
    }

    /// Loads everything, to go on in this room. The moves are not checked yet: see
    /// [`BestFirst::check`].
    ///
    /// From a tree that is larger than the room what matters least is freed. What that is depends
    /// on the whole tree, so until it is loaded it takes the memory of all its nodes.
    ///
    /// # Errors
    ///
    /// [`StoreError`] for whatever is wrong with the file, for a tree that cannot be made as small
    /// as the room or may not ([`WhenFull::Stop`]), and for a room that is larger than the memory.
    pub fn load_to_go_on<G: Order + Evaluate + Notation>(
        self,
        evaluator: G::Evaluator,
        room: MemoryLimits,
    ) -> Result<Loaded<G>, StoreError> {
        let (capacity, nodes) = (room.tree_capacity(), self.tree_nodes());
        if nodes <= capacity as u64 {
            return self.load(evaluator, LoadPlan { room, capacity, with_table: true });
        }
        let path = self.path.clone();
        let mebibytes = MemoryLimits::least_memory(nodes) >> 20;
        let too_large =
            |nodes| StoreError::TooLarge { path, nodes, room: capacity as u64, mebibytes };
        if room.when_full == WhenFull::Stop {
            return Err(too_large(nodes));
        }
        let whole = usize::try_from(nodes).unwrap_or(usize::MAX);
        let mut loaded =
            self.load(evaluator, LoadPlan { room, capacity: whole, with_table: true })?;
        loaded.search.fit_into(room).map_err(|error| too_large(error.least as u64))?;
        Ok(loaded)
    }

    fn load<G: Order + Evaluate + Notation>(
        self,
        evaluator: G::Evaluator,
        plan: LoadPlan,
    ) -> Result<Loaded<G>, StoreError> {
        let info = self.info::<G>(&evaluator);
        let TreeFile { path, header, blocks_begin, input, bytes, .. } = self;
        if header.root.game != G::NAME {
            return Err(StoreError::Game { path, found: header.root.game, expected: G::NAME });
        }
        let bad = |bad: BadHeader| bad.in_file(&path);
        let model = mapping::model(&header.model).map_err(bad)?;
        let root = mapping::root::<G>(&header.root, evaluator).map_err(bad)?;
        let state = mapping::state(&header.state).map_err(bad)?;
        let mut reader = RecordReader { blocks: BlockReader::new(input, blocks_begin), bytes };
        let contents = reader.contents(&header.blocks, plan);
        let Contents { tree, table } = contents.map_err(|fault| match fault {
            Fault::Header(what) => bad(BadHeader::damaged(what)),
            Fault::NoMemory { bytes } => {
                StoreError::NoMemory { path: path.clone(), mebibytes: bytes >> 20 }
            }
            Fault::Block(BadBlock::System(error), _) => StoreError::system("read", &path)(error),
            Fault::Block(BadBlock::Damaged(what), (number, byte)) => StoreError::Damaged {
                path: path.clone(),
                place: format!("in block {number} (byte {byte})"),
                what: what.to_string(),
            },
        })?;
        let search = BestFirst::restore(root, tree, table, model, plan.room, state);
        let search = search.map_err(|unfit| bad(BadHeader::damaged(unfit.to_string())))?;
        Ok(Loaded { search, info })
    }
}

/// Why the records cannot be read.
enum Fault {
    /// The header tells something impossible of them.
    Header(String),
    /// The machine does not give this much memory.
    NoMemory {
        /// What was asked for.
        bytes: u64,
    },
    /// A block is wrong: its number, and its first byte in the file.
    Block(BadBlock, (u32, u64)),
}

/// Reads the records of a file.
struct RecordReader<R> {
    blocks: BlockReader<R>,
    /// Of the whole file.
    bytes: u64,
}

impl<R: Read> RecordReader<R> {
    /// Everything behind the header.
    fn contents(&mut self, lists: &[Blocks], plan: LoadPlan) -> Result<Contents, Fault> {
        let mut tree = None;
        let mut table = LeafTable::with_bytes(0);
        for list in lists {
            match list.kind {
                BlockKind::Nodes(form) => tree = Some(self.tree(list, form, plan.capacity)?),
                BlockKind::LeafValues { slots } => table = self.table(list, slots, plan)?,
                BlockKind::Skipped => self.skip(list)?,
            }
        }
        let place = self.blocks.place();
        match self.blocks.is_at_end() {
            Ok(true) => {}
            Ok(false) => {
                let more = BadBlock::Damaged("there is more than there should be");
                return Err(Fault::Block(more, place));
            }
            Err(bad) => return Err(Fault::Block(bad, place)),
        }
        let tree = tree.ok_or_else(|| Fault::Header("there are no nodes".to_string()))?;
        Ok(Contents { tree, table })
    }

    fn tree(&mut self, list: &Blocks, form: NodeForm, capacity: usize) -> Result<Tree, Fault> {
        let is_packed = list.compression != Compression::None;
        let ratio = if is_packed { GREATEST_RATIO as u64 } else { 1 };
        if list.records > (self.bytes / NODE_BYTES as u64).saturating_mul(ratio) {
            return Err(Fault::Header("the file is too short for its nodes".to_string()));
        }
        let capacity = capacity.min(Tree::MAX_NODES);
        let bytes = (capacity * tree::NODE_BYTES) as u64;
        if !can_be_reserved(bytes) {
            return Err(Fault::NoMemory { bytes });
        }
        let nodes = usize::try_from(list.records).unwrap_or(usize::MAX);
        let mut builder = TreeBuilder::new(capacity, nodes);
        self.records(list, |record: &[u8; NODE_BYTES]| {
            let parts = record::node(record, form)?;
            builder.add(parts).map_err(|_| "the counts of children do not fit the nodes")
        })?;
        builder.finish().map_err(|misfit| Fault::Header(misfit.to_string()))
    }

    /// The table of leaf values, or an empty one where it is not wanted.
    fn table(&mut self, list: &Blocks, slots: u64, plan: LoadPlan) -> Result<LeafTable, Fault> {
        let bytes = slots.saturating_mul(size_of::<u64>() as u64);
        let allowed = if plan.with_table { bytes.min(plan.room.table_bytes()) } else { 0 };
        if list.records > slots || !(slots == 0 || slots.is_power_of_two()) {
            return Err(Fault::Header("a table that cannot be".to_string()));
        }
        let mut table = LeafTable::with_bytes(allowed);
        let mut least = 0;
        self.records(list, |record: &[u8; SLOT_BYTES]| {
            let slot = record::slot(record);
            let index = u64::from(slot.0);
            let is_slot = (least..slots).contains(&index) && table.put_back(slot);
            least = index + 1;
            if is_slot { Ok(()) } else { Err("a slot of the table that cannot be") }
        })?;
        Ok(table)
    }

    /// Passes over records that nobody knows; their checksums are right.
    fn skip(&mut self, list: &Blocks) -> Result<(), Fault> {
        self.each_block(list, |_| Ok(()))
    }

    fn records<const SIZE: usize>(
        &mut self,
        list: &Blocks,
        mut take: impl FnMut(&[u8; SIZE]) -> Result<(), &'static str>,
    ) -> Result<(), Fault> {
        self.each_block(list, |records| records.as_chunks().0.iter().try_for_each(&mut take))
    }

    /// Reads the blocks of a list one by one; `take` gets the records of each.
    fn each_block(
        &mut self,
        list: &Blocks,
        mut take: impl FnMut(&[u8]) -> Result<(), &'static str>,
    ) -> Result<(), Fault> {
        let &Blocks { record_bytes, compression, .. } = list;
        let mut missing = list.records;
        while missing > 0 {
            let in_block = missing.min((BLOCK_BYTES / record_bytes) as u64);
            let bytes = in_block as usize * record_bytes;
            let place = self.blocks.place();
            let records = self.blocks.next(Expected { bytes, record_bytes, compression });
            let taken = records.and_then(|records| take(records).map_err(BadBlock::Damaged));
            taken.map_err(|bad| Fault::Block(bad, place))?;
            missing -= in_block;
        }
        Ok(())
    }
}
