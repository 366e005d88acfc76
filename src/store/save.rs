//! Saving a search.

use std::io::{self, Write};
use std::path::Path;

use super::block::BlockWriter;
use super::error::StoreError;
use super::header::Header;
use super::record::{self, NODE_BYTES, SLOT_BYTES};
use super::replace::{Replacement, Written};
use super::{FLAG_COMPRESSED, MAGIC, VERSION};
use crate::game::{Evaluate, Notation, Order};
use crate::search::BestFirst;

/// How a tree is saved.
#[derive(Clone, Copy, Debug)]
pub struct SaveOptions<'a> {
    /// The full name of the searcher that made it, for people.
    pub searcher: &'a str,
    /// Smaller files for more time.
    pub compress: bool,
}

/// A disk that takes this much is not full: bytes.
const PROBE_BYTES: usize = 64 << 10;

/// Finds out, before any work is done, whether `path` can be saved to: it is written beside,
/// and goes again.
///
/// # Errors
///
/// [`StoreError`] where a later save would fail for what can be known now.
pub fn probe(path: &Path) -> Result<(), StoreError> {
    let mut probe = Replacement::of(path)?;
    let written = probe.file.write_all(&[0; PROBE_BYTES]).and_then(|()| probe.file.sync_all());
    let result = written.map_err(StoreError::system("write", probe.path()));
    probe.discard();
    result
}

/// Saves a search, in place of what was there. Returns the bytes of the file.
///
/// # Errors
///
/// [`StoreError`]; what was there stays then.
pub fn save<G: Order + Evaluate + Notation>(
    path: &Path,
    search: &BestFirst<G>,
    options: SaveOptions<'_>,
) -> Result<u64, StoreError> {
    write(path, search, options)?.put_in_place()
}

/// Writes a search, as a stream: no second copy of the tree is made. The search may go on while
/// the result waits for the disk.
///
/// # Errors
///
/// [`StoreError`]; what was there stays then.
pub fn write<G: Order + Evaluate + Notation>(
    path: &Path,
    search: &BestFirst<G>,
    options: SaveOptions<'_>,
) -> Result<Written, StoreError> {
    let replacement = Replacement::of(path)?;
    match write_to(&replacement.file, search, options) {
        Ok(bytes) => Ok(Written::new(replacement, bytes)),
        Err(error) => {
            let error = StoreError::system("write", replacement.path())(error);
            replacement.discard();
            Err(error)
        }
    }
}

/// Writes the bytes of a tree file to `out`; returns how many.
///
/// # Errors
///
/// Those of `out`.
pub fn write_to<G: Order + Evaluate + Notation>(
    mut out: impl Write,
    search: &BestFirst<G>,
    options: SaveOptions<'_>,
) -> io::Result<u64> {
    let head = head(&Header::of(search, options.searcher), options.compress)?;
    out.write_all(&head)?;
    let mut blocks = BlockWriter::new(out, options.compress);
    for node in search.tree().families() {
        blocks.add(|out| record::put_node(&node.parts(), out))?;
    }
    blocks.end_block(NODE_BYTES)?;
    for slot in search.table().used() {
        blocks.add(|out| record::put_slot(slot, out))?;
    }
    blocks.end_block(SLOT_BYTES)?;
    Ok(head.len() as u64 + blocks.written)
}

/// Everything before the blocks.
fn head(header: &Header, compress: bool) -> io::Result<Vec<u8>> {
    let header = header.encode().map_err(io::Error::other)?;
    let length = u32::try_from(header.len()).map_err(io::Error::other)?;
    let mut head = MAGIC.to_vec();
    head.extend_from_slice(&VERSION.to_le_bytes());
    head.extend_from_slice(&(if compress { FLAG_COMPRESSED } else { 0 }).to_le_bytes());
    head.extend_from_slice(&length.to_le_bytes());
    head.extend_from_slice(&header);
    head.extend_from_slice(&crc32fast::hash(&head).to_le_bytes());
    Ok(head)
}
