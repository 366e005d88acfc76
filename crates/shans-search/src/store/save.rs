//! Saving a search.

use std::io::{self, Write};
use std::path::Path;

use super::block::BlockWriter;
use super::compression::Compression;
use super::error::StoreError;
use super::file_parts::FileParts;
use super::header::{BlockKind, Blocks, Header, OriginRecord};
use super::mapping;
use super::open::name_of;
use super::record::{self, LINE_BYTES, NODE_BYTES, POSITION_BYTES, SLOT_BYTES};
use super::replace::{Replacement, Saved, Written};
use super::sections;
use super::target::may_hold_tree;
use crate::game::{Evaluate, Heuristics, Notation};
use crate::search::{BestFirst, LeafTable};
use crate::tree::FileOrder;

/// How a tree is saved.
#[derive(Clone, Copy, Debug)]
pub struct SaveOptions<'a> {
    /// The full name of the searcher that made it, for people.
    pub searcher: &'a str,
    /// Smaller files for more time.
    pub compress: bool,
    /// Bytes of the tables that are kept with it: of the table of searches the entries of the deepest ones, of the table
    /// of leaf values all or none. A tree continues without them, slower at first: what the deepest three in a hundred
    /// say saves most of the work.
    pub tables: u64,
}

impl SaveOptions<'_> {
    /// What is kept of the tables unless somebody says otherwise: 16 MiB.
    pub const TABLES: u64 = 16 << 20;
}

/// A disk that takes this much is not full: bytes.
const PROBE_BYTES: usize = 64 << 10;

/// Finds out, before any work is done, whether a tree can be saved to `path`.
///
/// # Errors
///
/// As [`probe_file`], and where something other than a tree is there.
pub fn probe(path: &Path) -> Result<(), StoreError> {
    may_hold_tree(path)?;
    probe_file(path)
}

/// Finds out, before any work is done, whether a [`Replacement`] of `path` will be possible: a file is
/// written beside it, and goes again.
///
/// # Errors
///
/// [`StoreError`] if that would fail for what can be known now.
pub fn probe_file(path: &Path) -> Result<(), StoreError> {
    let probe = Replacement::begin(path)?;
    let mut file = probe.file();
    let written = file.write_all(&[0; PROBE_BYTES]).and_then(|()| file.sync_all());
    let result = written.map_err(StoreError::system("write", path));
    probe.discard();
    result
}

/// Saves a search, in place of what was there.
///
/// # Errors
///
/// [`StoreError`]; what was there stays then.
pub fn save<G: Heuristics + Notation>(
    path: &Path,
    search: &BestFirst<G>,
    options: SaveOptions<'_>,
) -> Result<Saved, StoreError> {
    write(path, search, options)?.put_in_place()
}

/// Writes a search, as a stream: no second copy of the tree is made. The search may continue while
/// the result waits for the disk.
///
/// # Errors
///
/// [`StoreError`]; what was there stays then.
pub fn write<G: Heuristics + Notation>(
    path: &Path,
    search: &BestFirst<G>,
    options: SaveOptions<'_>,
) -> Result<Written, StoreError> {
    may_hold_tree(path)?;
    let replacement = Replacement::begin(path)?;
    match write_to(replacement.file(), search, options) {
        Ok(parts) => Ok(Written { replacement, parts }),
        Err(error) => {
            let error = StoreError::system("write", path)(error);
            replacement.discard();
            Err(error)
        }
    }
}

/// Writes the bytes of a tree file to `out`; returns what they hold.
///
/// # Errors
///
/// Those of `out`.
pub fn write_to<G: Heuristics + Notation>(
    mut out: impl Write,
    search: &BestFirst<G>,
    options: SaveOptions<'_>,
) -> io::Result<FileParts> {
    let kept = Kept::of(search, options.tables);
    let start = sections::encode(&header(search, options, &kept))?.to_bytes()?;
    out.write_all(&start)?;
    let mut blocks = BlockWriter::new(out, options.compress);
    let tree = search.tree();
    blocks.write(FileOrder::new(tree).map(|id| record::node_bytes(&tree.parts(id))))?;
    blocks.write(search.leaf_lines().map(record::line_bytes))?;
    let of_tree = blocks.written;
    blocks.write(kept.values.into_iter().map(record::slot_bytes))?;
    blocks.write(kept.positions.into_iter().map(record::position_bytes))?;
    Ok(FileParts {
        header: start.len() as u64,
        tree: of_tree,
        tables: blocks.written - of_tree,
        uncompressed: blocks.uncompressed,
    })
}

/// What a file keeps of the tables.
struct Kept {
    values: Vec<(u32, u64)>,
    /// How many places the table of searches had when its entries were read.
    places: usize,
    positions: Vec<(u32, [u8; 16])>,
}

impl Kept {
    fn of<G: Heuristics + Evaluate>(search: &BestFirst<G>, bytes: u64) -> Kept {
        let fit = |record: usize| usize::try_from(bytes / record as u64).unwrap_or(usize::MAX);
        let values: Vec<_> = match search.table() {
            Some(table) if bytes > 0 => table.used().collect(),
            _ => Vec::new(),
        };
        let values = if values.len() > fit(SLOT_BYTES) { Vec::new() } else { values };
        let positions = search.search_table().map(|table| table.deepest(fit(POSITION_BYTES)));
        let (places, positions) = positions.unwrap_or_default();
        Kept { values, places, positions }
    }
}

/// The header of a search at rest, and of the blocks that follow.
fn header<G: Heuristics + Notation>(
    search: &BestFirst<G>,
    options: SaveOptions<'_>,
    kept: &Kept,
) -> Header {
    let compression = if options.compress { Compression::Lz4 } else { Compression::None };
    let blocks = |kind, record_bytes, records: usize| Blocks {
        kind,
        record_bytes,
        records: records as u64,
        compression,
    };
    let slots = search.table().map_or(0, LeafTable::slots) as u64;
    let places = kept.places as u64;
    let mut lists = vec![blocks(BlockKind::Nodes, NODE_BYTES, search.tree().len())];
    let others = [
        blocks(BlockKind::Lines, LINE_BYTES, search.leaf_lines().count()),
        blocks(BlockKind::LeafValues { slots }, SLOT_BYTES, kept.values.len()),
        blocks(BlockKind::Positions { places }, POSITION_BYTES, kept.positions.len()),
    ];
    lists.extend(others.into_iter().filter(|list| list.records > 0));
    let (state, notes) = (search.state(), search.notes().all());
    Header {
        origin: OriginRecord {
            program: concat!("shans ", env!("CARGO_PKG_VERSION")).to_string(),
            searcher: name_of(options.searcher),
            evaluation: G::fingerprint(search.position().evaluator()),
            search: search.rules().model().fingerprint(),
        },
        root: mapping::root_record(search.root()),
        model: mapping::model_record(search.rules().model()),
        room: mapping::memory_record(search.memory_limits()),
        state: mapping::state_record(&state),
        leaf_search: mapping::leaf_search_record(search.rules().model(), &state),
        included: search.included().to_vec(),
        left_out: search.root().left_out().iter().map(|it| it.line.clone()).collect(),
        anchors: mapping::anchors_record(&state),
        efforts: mapping::efforts_record(search.tree(), &state),
        memo: notes.memo.clone(),
        habits: mapping::habits_record(&notes.habits),
        comments: notes.comments.clone(),
        game: mapping::game_record(&notes.game),
        game_line: notes.game_line.clone(),
        table_pieces: G::table_pieces(search.position().evaluator()),
        blocks: lists,
        skipped: Vec::new(),
    }
}
