//! Loading a search from a tree file whose header was read.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::block::{BLOCK_BYTES, BadBlock, BlockReader, Expected};
use super::compression::{Compression, GREATEST_RATIO};
use super::error::{BadHeader, StoreError};
use super::file_parts::FileParts;
use super::header::{BlockKind, Blocks, EffortsRecord, Header, high_word};
use super::mapping;
use super::open::{FileInfo, TreeFile};
use super::record::{self, LINE_BYTES, NODE_BYTES, POSITION_BYTES, SLOT_BYTES};
use crate::game::{Evaluate, Heuristics, Notation};
use crate::search::{
    BestFirst, LeafLine, LeafMemory, LeafTable, MemoryLimits, SearchTable, WhenFull,
    can_be_reserved,
};
use crate::tree::{self, NodeParts, Tree, TreeBuilder};

/// A search that was loaded.
#[derive(Debug)]
pub struct Loaded<G: Heuristics + Evaluate> {
    /// The search, at rest.
    pub search: BestFirst<G>,
    /// What the file says of itself.
    pub info: FileInfo,
    /// What takes the bytes of the file.
    pub parts: FileParts,
}

/// What a tree is loaded for.
#[derive(Clone, Copy, Debug)]
struct LoadPlan {
    room: MemoryLimits,
    /// The maximum number of nodes.
    capacity: usize,
    /// The values of leaves are wanted, too.
    with_table: bool,
    /// The nodes are wanted; otherwise they are skipped.
    with_tree: bool,
}

/// What the blocks hold.
#[derive(Debug)]
struct Contents {
    /// `None` if it is not wanted.
    tree: Option<Tree>,
    /// Those behind its leaves.
    lines: Vec<(u32, LeafLine)>,
    memory: LeafMemory,
    parts: FileParts,
}

impl<R: Read> TreeFile<R> {
    /// Loads the tree to be looked into: with room for no more nodes, and without the table. Its
    /// moves are not checked; before playing one, check that it is legal.
    ///
    /// # Errors
    ///
    /// [`StoreError`] for whatever is wrong with the file.
    pub fn load_to_look<G: Heuristics + Notation>(
        self,
        evaluator: G::Evaluator,
    ) -> Result<Loaded<G>, StoreError> {
        let capacity = usize::try_from(self.tree_nodes()).unwrap_or(usize::MAX);
        let room = MemoryLimits { tree_nodes: Some(capacity), ..MemoryLimits::new(0) };
        self.load(evaluator, LoadPlan { room, capacity, with_table: false, with_tree: true })
    }

    /// Loads everything, to continue in this room. The moves are not checked yet: see
    /// [`BestFirst::check`].
    ///
    /// From a tree that is larger than the room the least important nodes are freed. What that is
    /// depends on the whole tree, so until it is loaded it takes the memory of all its nodes.
    ///
    /// # Errors
    ///
    /// [`StoreError`] for whatever is wrong with the file, for a tree that cannot be made as small
    /// as the room or may not ([`WhenFull::Stop`]), and for a room that is larger than the memory.
    pub fn load_to_go_on<G: Heuristics + Notation>(
        self,
        evaluator: G::Evaluator,
        room: MemoryLimits,
    ) -> Result<Loaded<G>, StoreError> {
        let searches = self.searches_leaves();
        let (capacity, nodes) = (room.tree_capacity(searches), self.tree_nodes());
        let has_room = nodes <= capacity as u64;
        let too_large = too_large(&self.path, room, searches);
        if !has_room && room.when_full == WhenFull::Stop {
            return Err(too_large(nodes));
        }
        // The whole tree first.
        let capacity = capacity.max(usize::try_from(nodes).unwrap_or(usize::MAX));
        let plan = LoadPlan { room, capacity, with_table: true, with_tree: true };
        let mut loaded = self.load(evaluator, plan)?;
        if has_room {
            loaded.search.fit_kept();
        } else {
            loaded.search.fit_into(room).map_err(|error| too_large(error.least as u64))?;
        }
        Ok(loaded)
    }

    /// Gives a search that was loaded from this file to be looked into all that it needs to
    /// continue in this room: the tables, which are read now, and room to grow. The moves are not
    /// checked yet: see [`BestFirst::check`].
    ///
    /// # Errors
    ///
    /// [`StoreError`] for whatever is wrong with the file, and for a tree that cannot be made as
    /// small as the room or may not ([`WhenFull::Stop`]). The search can still be looked into then.
    pub fn load_rest<G: Heuristics + Notation>(
        self,
        search: &mut BestFirst<G>,
        room: MemoryLimits,
    ) -> Result<(), StoreError> {
        let searches = search.rules().searches_leaves();
        let nodes = search.tree().len() as u64;
        let too_large = too_large(&self.path, room, searches);
        if nodes > room.tree_capacity(searches) as u64 && room.when_full == WhenFull::Stop {
            return Err(too_large(nodes));
        }
        let plan = LoadPlan { room, capacity: 0, with_table: true, with_tree: false };
        let Contents { memory, .. } = self.contents(plan)?;
        search.go_on_in(room, memory).map_err(|error| too_large(error.least as u64))
    }

    fn load<G: Heuristics + Notation>(
        self,
        evaluator: G::Evaluator,
        plan: LoadPlan,
    ) -> Result<Loaded<G>, StoreError> {
        let info = self.info::<G>(&evaluator);
        self.expect_game::<G>()?;
        let TreeFile { path, header, .. } = &self;
        let path = path.clone();
        let bad = |bad: BadHeader| bad.in_file(&path);
        let leaf_search = header.leaf_search.as_ref();
        let model = mapping::model(&header.model, leaf_search).map_err(bad)?;
        let mut root = mapping::root::<G>(&header.root, evaluator).map_err(bad)?;
        mapping::leave_out(&mut root, &header.left_out).map_err(bad)?;
        let state = mapping::state(header).map_err(bad)?;
        let Contents { tree, lines, memory, parts } = self.contents(plan)?;
        let tree = tree.ok_or_else(|| bad(BadHeader::damaged("there are no nodes")))?;
        let search = BestFirst::restore(root, tree, memory, model, plan.room, state);
        let mut search = search.map_err(|unfit| bad(BadHeader::damaged(unfit.to_string())))?;
        search.put_back_lines(lines);
        Ok(Loaded { search, info, parts })
    }

    /// Everything behind the header, as far as it is wanted.
    fn contents(self, plan: LoadPlan) -> Result<Contents, StoreError> {
        let searches = self.searches_leaves();
        let TreeFile { path, header, blocks_begin, input, bytes, .. } = self;
        let blocks = BlockReader::new(input, blocks_begin);
        RecordReader { path, blocks, bytes }.contents(&header, searches, plan)
    }
}

/// The error where the tree of a file needs this many nodes, more than the room has.
fn too_large(
    path: &Path,
    room: MemoryLimits,
    searches: bool,
) -> impl Fn(u64) -> StoreError + use<> {
    let capacity = room.tree_capacity(searches) as u64;
    let path = path.to_path_buf();
    move |nodes| StoreError::TooLarge {
        path: path.clone(),
        nodes,
        room: capacity,
        mebibytes: MemoryLimits::least_memory(nodes, searches) >> 20,
    }
}

/// Reads the records of a file.
struct RecordReader<R> {
    path: PathBuf,
    blocks: BlockReader<R>,
    /// Of the whole file.
    bytes: u64,
}

impl<R: Read> RecordReader<R> {
    /// Everything behind the header.
    fn contents(
        &mut self,
        header: &Header,
        searches: bool,
        plan: LoadPlan,
    ) -> Result<Contents, StoreError> {
        let (mut tree, mut lines) = (None, Vec::new());
        let mut memory = self.empty_memory(&header.blocks, searches, plan)?;
        let mut parts = FileParts { header: self.blocks.place().1, ..FileParts::default() };
        for list in &header.blocks {
            let (_, begin) = self.blocks.place();
            match list.kind {
                BlockKind::Nodes if plan.with_tree => {
                    tree = Some(self.tree(list, &header.efforts, plan.capacity)?);
                }
                BlockKind::Lines if plan.with_tree => {
                    lines = self.lines(list, tree.as_ref().map_or(0, Tree::len))?;
                }
                BlockKind::LeafValues { slots } => {
                    self.leaf_values(list, slots, &mut memory.values)?;
                }
                BlockKind::Positions { places } => {
                    self.positions(list, places, memory.searches.as_mut())?;
                }
                // Their checksums are right.
                BlockKind::Nodes | BlockKind::Lines | BlockKind::Skipped => {
                    self.each_block(list, |_| Ok(()))?;
                }
            }
            let stored = self.blocks.place().1 - begin;
            match list.kind {
                BlockKind::Nodes | BlockKind::Lines => parts.tree += stored,
                _ => parts.tables += stored,
            }
        }
        parts.uncompressed = self.blocks.uncompressed;
        let place = self.blocks.place();
        self.blocks.expect_end().map_err(|bad| self.bad_block(bad, place))?;
        Ok(Contents { tree, lines, memory, parts })
    }

    /// The tables of a search before anything is read, as large as those of the file as far as they are
    /// wanted; that of searches may grow.
    fn empty_memory(
        &self,
        lists: &[Blocks],
        searches: bool,
        plan: LoadPlan,
    ) -> Result<LeafMemory, StoreError> {
        let (mut bytes, mut searched) = (0, 0);
        for list in lists {
            let places = match list.kind {
                BlockKind::LeafValues { slots } => {
                    bytes = slots.saturating_mul(size_of::<u64>() as u64);
                    slots
                }
                BlockKind::Positions { places } => {
                    searched = usize::try_from(places).unwrap_or(0);
                    places
                }
                BlockKind::Nodes | BlockKind::Lines | BlockKind::Skipped => continue,
            };
            if list.records > places || !(places == 0 || places.is_power_of_two()) {
                return Err(self.bad_header("an impossible table"));
            }
        }
        let most = if plan.with_table { plan.room.table_bytes(searches) } else { 0 };
        let most = if searches || bytes == 0 { most } else { most.min(bytes) };
        let memory = LeafMemory::try_with_bytes(searches, most);
        let mut memory = memory.map_err(|error| self.no_memory(error.bytes))?;
        memory.searches.iter_mut().for_each(|table| table.begin_with(searched));
        Ok(memory)
    }

    fn tree(
        &mut self,
        list: &Blocks,
        efforts: &EffortsRecord,
        capacity: usize,
    ) -> Result<Tree, StoreError> {
        let is_packed = list.compression != Compression::None;
        let ratio = if is_packed { GREATEST_RATIO as u64 } else { 1 };
        if list.records > (self.bytes / NODE_BYTES as u64).saturating_mul(ratio) {
            return Err(self.bad_header("the file is too short for its nodes"));
        }
        let capacity = capacity.min(Tree::MAX_NODES);
        let bytes = (capacity * tree::NODE_BYTES) as u64;
        if !can_be_reserved(bytes) {
            return Err(self.no_memory(bytes));
        }
        let nodes = usize::try_from(list.records).unwrap_or(usize::MAX);
        let mut builder = TreeBuilder::new(capacity, nodes);
        let mut add = |parts: NodeParts| {
            builder.add(parts).map_err(|_| "the counts of children do not fit the nodes")
        };
        let (mut places, mut high) = (0.., efforts.nodes.iter().peekable());
        self.records(list, |record: &[u8; NODE_BYTES]| {
            let high = places.next().map_or(0, |place| high_word(&mut high, place));
            add(record::node(record, high)?)
        })?;
        if high.next().is_some() {
            return Err(self.bad_header("the efforts do not fit the nodes"));
        }
        builder.finish().map_err(|misfit| self.bad_header(&misfit.to_string()))
    }

    /// Lines behind leaves of a tree with that many nodes.
    fn lines(&mut self, list: &Blocks, nodes: usize) -> Result<Vec<(u32, LeafLine)>, StoreError> {
        let (mut lines, mut least) = (Vec::new(), 0);
        self.records(list, |record: &[u8; LINE_BYTES]| {
            let line = record::line(record)
                .filter(|&(place, _)| (least..nodes as u64).contains(&u64::from(place)));
            let line = line.ok_or("an impossible line")?;
            least = u64::from(line.0) + 1;
            lines.push(line);
            Ok(())
        })?;
        Ok(lines)
    }

    /// Values of leaves.
    fn leaf_values(
        &mut self,
        list: &Blocks,
        slots: u64,
        table: &mut LeafTable,
    ) -> Result<(), StoreError> {
        let mut least = 0;
        self.records(list, |record: &[u8; SLOT_BYTES]| {
            let slot = record::slot(record);
            let index = u64::from(slot.0);
            let is_slot = (least..slots).contains(&index) && table.put_back(slot);
            least = index + 1;
            if is_slot { Ok(()) } else { Err("an impossible table slot") }
        })
    }

    /// Positions in the table of searches.
    fn positions(
        &mut self,
        list: &Blocks,
        places: u64,
        mut table: Option<&mut SearchTable>,
    ) -> Result<(), StoreError> {
        let mut least = 0;
        self.records(list, |record: &[u8; POSITION_BYTES]| {
            let entry = record::position(record);
            // The bits above the places are further ones of the key.
            let place = u64::from(entry.0) & places.saturating_sub(1);
            let is_next = (least..places).contains(&place);
            let is_entry = table.as_mut().is_some_and(|table| table.put_back(entry));
            least = place + 1;
            if is_next && is_entry { Ok(()) } else { Err("an impossible searched position") }
        })
    }

    /// The header tells something impossible of the records.
    fn bad_header(&self, what: &str) -> StoreError {
        BadHeader::damaged(what).in_file(&self.path)
    }

    /// The machine does not give this much memory.
    fn no_memory(&self, bytes: u64) -> StoreError {
        StoreError::NoMemory { path: self.path.clone(), mebibytes: bytes >> 20 }
    }

    /// A block is wrong: its number, and its first byte in the file.
    fn bad_block(&self, bad: BadBlock, (number, byte): (u32, u64)) -> StoreError {
        let path = self.path.clone();
        match bad {
            BadBlock::System(error) => StoreError::system("read", &path)(error),
            BadBlock::Damaged(what) => {
                let (place, what) = (format!("in block {number} (byte {byte})"), what.to_string());
                StoreError::Damaged { path, place, what }
            }
        }
    }

    fn records<const SIZE: usize>(
        &mut self,
        list: &Blocks,
        mut take: impl FnMut(&[u8; SIZE]) -> Result<(), &'static str>,
    ) -> Result<(), StoreError> {
        self.each_block(list, |records| records.as_chunks().0.iter().try_for_each(&mut take))
    }

    /// Reads the blocks of a list one by one; `take` gets the records of each.
    fn each_block(
        &mut self,
        list: &Blocks,
        mut take: impl FnMut(&[u8]) -> Result<(), &'static str>,
    ) -> Result<(), StoreError> {
        let &Blocks { record_bytes, compression, .. } = list;
        let mut missing = list.records;
        while missing > 0 {
            let in_block = missing.min((BLOCK_BYTES / record_bytes) as u64);
            let bytes = in_block as usize * record_bytes;
            let place = self.blocks.place();
            let records = self.blocks.next(Expected { bytes, record_bytes, compression });
            let taken = records.and_then(|records| take(records).map_err(BadBlock::Damaged));
            taken.map_err(|bad| self.bad_block(bad, place))?;
            missing -= in_block;
        }
        Ok(())
    }
}
