//! Saving a search.

use std::io::{self, Write};
use std::path::Path;

use super::block::BlockWriter;
use super::compression::Compression;
use super::error::StoreError;
use super::file_parts::FileParts;
use super::header::{BlockKind, Blocks, Header, OriginRecord};
use super::mapping;
use super::record::{self, LINE_BYTES, NodeEncoding, POSITION_BYTES, SCORE_BYTES, SLOT_BYTES};
use super::replace::{Replacement, Saved, Written};
use super::target::may_hold_tree;
use super::version2;
use crate::game::{Evaluate, Heuristics, Notation};
use crate::search::{BestFirst, LeafTable, PvsLeaves};
use crate::tree::FileOrder;

/// How a tree is saved.
#[derive(Clone, Copy, Debug)]
pub struct SaveOptions<'a> {
    /// The full name of the searcher that made it, for people.
    pub searcher: &'a str,
    /// Smaller files for more time.
    pub compress: bool,
    /// With what was learned from leaves. A tree without it continues nevertheless, a little slower
    /// at first, and not as if it had never stopped.
    pub tables: bool,
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
    let mut probe = Replacement::begin(path)?;
    let written = probe.file.write_all(&[0; PROBE_BYTES]).and_then(|()| probe.file.sync_all());
    let result = written.map_err(StoreError::system("write", path));
    probe.discard();
    result
}

/// Saves a search, in place of what was there.
///
/// # Errors
///
/// [`StoreError`]; what was there stays then.
pub fn save<G: Heuristics + Evaluate + Notation>(
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
pub fn write<G: Heuristics + Evaluate + Notation>(
    path: &Path,
    search: &BestFirst<G>,
    options: SaveOptions<'_>,
) -> Result<Written, StoreError> {
    may_hold_tree(path)?;
    let replacement = Replacement::begin(path)?;
    match write_to(&replacement.file, search, options) {
        Ok(parts) => Ok(Written::new(replacement, parts)),
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
pub fn write_to<G: Heuristics + Evaluate + Notation>(
    mut out: impl Write,
    search: &BestFirst<G>,
    options: SaveOptions<'_>,
) -> io::Result<FileParts> {
    let start = version2::encode(&header(search, options))?.to_bytes()?;
    out.write_all(&start)?;
    let mut blocks = BlockWriter::new(out, options.compress);
    let tree = search.tree();
    let nodes = FileOrder::new(tree).map(|id| tree.parts(id));
    match tree.leaves_are_searched() {
        true => blocks.write(nodes.map(|node| record::searched_node_bytes(&node)))?,
        false => blocks.write(nodes.map(|node| record::node_bytes(&node)))?,
    }
    blocks.write(search.leaf_lines().map(record::line_bytes))?;
    let of_tree = blocks.written;
    if options.tables {
        blocks
            .write(search.table().into_iter().flat_map(LeafTable::used).map(record::slot_bytes))?;
        if let Some(leaves) = search.searched_leaves() {
            blocks.write(leaves.table_entries().map(record::position_bytes))?;
            blocks.write(leaves.history_scores().map(record::score_bytes))?;
        }
    }
    Ok(FileParts {
        header: start.len() as u64,
        tree: of_tree,
        tables: blocks.written - of_tree,
        uncompressed: blocks.uncompressed,
    })
}

/// The header of a search at rest, and of the blocks that follow.
fn header<G: Heuristics + Evaluate + Notation>(
    search: &BestFirst<G>,
    options: SaveOptions<'_>,
) -> Header {
    let table = search.table();
    let compression = if options.compress { Compression::Lz4 } else { Compression::None };
    let blocks = |kind, record_bytes, records| Blocks { kind, record_bytes, records, compression };
    let if_kept = |records: usize| if options.tables { records as u64 } else { 0 };
    let nodes = search.tree().len() as u64;
    let leaf_values = BlockKind::LeafValues { slots: table.map_or(0, LeafTable::slots) as u64 };
    let encoding = NodeEncoding::newest(search.tree().form());
    let lines = search.leaf_lines().count() as u64;
    let mut lists = vec![blocks(BlockKind::Nodes(encoding), encoding.bytes(), nodes)];
    if lines > 0 {
        lists.push(blocks(BlockKind::Lines, LINE_BYTES, lines));
    }
    lists.push(blocks(
        leaf_values,
        SLOT_BYTES,
        if_kept(table.map_or(0, |table| table.used().count())),
    ));
    if encoding == NodeEncoding::Searched {
        // Empty ones where others search the leaves, and keep what they learn to themselves.
        let leaves = search.searched_leaves();
        let places = leaves.map_or(0, PvsLeaves::table_places) as u64;
        let entries = leaves.map_or(0, |leaves| leaves.table_entries().count());
        let scores = leaves.map_or(0, |leaves| leaves.history_scores().count());
        lists.extend([
            blocks(BlockKind::Positions { places }, POSITION_BYTES, if_kept(entries)),
            blocks(BlockKind::History, SCORE_BYTES, if_kept(scores)),
        ]);
    }
    Header {
        origin: OriginRecord {
            program: concat!("shans ", env!("CARGO_PKG_VERSION")).to_string(),
            searcher: options.searcher.to_string(),
            evaluation: G::fingerprint(search.position().evaluator()),
            search: search.rules().model().fingerprint(),
        },
        root: mapping::root_record(search.root()),
        model: mapping::model_record(search.rules().model()),
        room: mapping::memory_record(search.memory_limits()),
        state: mapping::state_record(&search.state()),
        leaf_search: mapping::leaf_search_record(search),
        visits: search.state().visits,
        included: mapping::lines_record(search.included().iter()),
        left_out: mapping::lines_record(search.root().left_out().iter().map(|move_| &move_.line)),
        ranking: mapping::ranking_record(&search.state()),
        memo: search.memo().to_vec(),
        comments: mapping::comments_record(search.comments()),
        table_pieces: G::table_pieces(search.position().evaluator()),
        best_line: search.state().answer_line.iter().map(|code| code.0).collect(),
        blocks: lists,
        skipped: Vec::new(),
    }
}
