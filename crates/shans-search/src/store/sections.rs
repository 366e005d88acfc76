//! Headers as they are stored: named sections.

use std::io;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::block::BLOCK_BYTES;
use super::compression::Compression;
use super::encoding;
use super::error::BadHeader;
use super::header::{BlockKind, Blocks, Header};
use super::preamble::StoredHeader;
use super::record::{LINE_BYTES, NODE_BYTES, POSITION_BYTES, SLOT_BYTES};
use super::section::{self, BlockList, HAS_BLOCKS, NEEDED, OPTIONAL, Section};

const ORIGIN: &str = "origin";
const ROOT: &str = "root";
const MODEL: &str = "model";
const MEMORY: &str = "memory";
const STATE: &str = "state";
const TREE: &str = "tree";
const LEAF_VALUES: &str = "leaf-values";
const LEAF_SEARCH: &str = "leaf-search";
const POSITIONS: &str = "positions";
const LINES: &str = "lines";
const INCLUDED: &str = "included";
const LEFT_OUT: &str = "left-out";
const ANCHORS: &str = "anchors";
const EFFORTS: &str = "efforts";
const MEMO: &str = "memo";
const HABITS: &str = "habits";
const COMMENTS: &str = "comments";
const GAME: &str = "game";
const GAME_LINE: &str = "game-line";
const ENDING_TABLES: &str = "ending-tables";

/// A header as it is stored.
///
/// # Errors
///
/// A header that is too long.
pub fn encode(header: &Header) -> io::Result<StoredHeader> {
    let mut out = StoredHeader { sections: 0, bytes: Vec::new() };
    put(&mut out, ORIGIN, NEEDED, &header.origin)?;
    put(&mut out, ROOT, NEEDED, &header.root)?;
    put(&mut out, MODEL, NEEDED, &header.model)?;
    put(&mut out, MEMORY, NEEDED, &header.room)?;
    put(&mut out, STATE, NEEDED, &header.state)?;
    if let Some(leaf_search) = &header.leaf_search {
        put(&mut out, LEAF_SEARCH, NEEDED, leaf_search)?;
    }
    // A program that considers these moves would continue another tree.
    put_if_said(&mut out, LEFT_OUT, NEEDED, &header.left_out)?;
    // Without it nodes have less effort than their children.
    put_if_said(&mut out, EFFORTS, NEEDED, &header.efforts)?;
    // Who does not know it would take the proofs of tables for errors.
    put_if_said(&mut out, ENDING_TABLES, NEEDED, &header.table_pieces)?;
    put_if_said(&mut out, INCLUDED, OPTIONAL, &header.included)?;
    put_if_said(&mut out, ANCHORS, OPTIONAL, &header.anchors)?;
    put_if_said(&mut out, MEMO, OPTIONAL, &header.memo)?;
    put_if_said(&mut out, HABITS, OPTIONAL, &header.habits)?;
    put_if_said(&mut out, COMMENTS, OPTIONAL, &header.comments)?;
    put_if_said(&mut out, GAME, OPTIONAL, &header.game)?;
    put_if_said(&mut out, GAME_LINE, OPTIONAL, &header.game_line)?;
    // Programs that do not know lines or tables continue without them.
    for blocks in &header.blocks {
        let list = list(blocks);
        match blocks.kind {
            BlockKind::Nodes => put(&mut out, TREE, HAS_BLOCKS, &list)?,
            BlockKind::Positions { places } => {
                put(&mut out, POSITIONS, OPTIONAL | HAS_BLOCKS, &(list, places))?;
            }
            BlockKind::LeafValues { slots } => {
                put(&mut out, LEAF_VALUES, OPTIONAL | HAS_BLOCKS, &(list, slots))?;
            }
            BlockKind::Lines => put(&mut out, LINES, OPTIONAL | HAS_BLOCKS, &list)?,
            BlockKind::Skipped => {}
        }
    }
    Ok(out)
}

fn put(out: &mut StoredHeader, name: &str, flags: u8, body: &impl Serialize) -> io::Result<()> {
    let body = &encoding::encode(body)?;
    Section { name, flags, body }.put(&mut out.bytes);
    out.sections += 1;
    Ok(())
}

/// What is there only where it says anything.
fn put_if_said<T: Serialize + Default + PartialEq>(
    out: &mut StoredHeader,
    name: &str,
    flags: u8,
    body: &T,
) -> io::Result<()> {
    if *body == T::default() { Ok(()) } else { put(out, name, flags, body) }
}

fn list(blocks: &Blocks) -> BlockList {
    BlockList {
        record_bytes: blocks.record_bytes as u32,
        records: blocks.records,
        compression: blocks.compression.code(),
    }
}

/// The header of these sections.
///
/// # Errors
///
/// [`BadHeader`] for a section that is missing, wrong, or unknown and not optional.
pub fn decode(stored: &StoredHeader) -> Result<Header, BadHeader> {
    let sections = section::split(stored.sections, &stored.bytes)?;
    named(&sections, TREE, HAS_BLOCKS)?;
    let mut header = Header {
        origin: body(&sections, ORIGIN)?,
        root: body(&sections, ROOT)?,
        model: body(&sections, MODEL)?,
        room: body(&sections, MEMORY)?,
        state: body(&sections, STATE)?,
        leaf_search: body_if_there(&sections, LEAF_SEARCH)?,
        included: body_if_there(&sections, INCLUDED)?.unwrap_or_default(),
        left_out: body_if_there(&sections, LEFT_OUT)?.unwrap_or_default(),
        anchors: body_if_there(&sections, ANCHORS)?.unwrap_or_default(),
        efforts: body_if_there(&sections, EFFORTS)?.unwrap_or_default(),
        memo: body_if_there(&sections, MEMO)?.unwrap_or_default(),
        habits: body_if_there(&sections, HABITS)?.unwrap_or_default(),
        comments: body_if_there(&sections, COMMENTS)?.unwrap_or_default(),
        game: body_if_there(&sections, GAME)?.unwrap_or_default(),
        game_line: body_if_there(&sections, GAME_LINE)?.unwrap_or_default(),
        table_pieces: body_if_there(&sections, ENDING_TABLES)?.unwrap_or_default(),
        blocks: Vec::new(),
        skipped: Vec::new(),
    };
    for section in &sections {
        match section.name {
            ORIGIN | ROOT | MODEL | MEMORY | STATE | LEAF_SEARCH | INCLUDED | LEFT_OUT
            | ANCHORS | EFFORTS | MEMO | HABITS | COMMENTS | GAME | GAME_LINE | ENDING_TABLES => {}
            TREE | LEAF_VALUES | POSITIONS | LINES => {
                named(&sections, section.name, HAS_BLOCKS)?;
                header.blocks.push(known_blocks(section)?);
            }
            name if section.has(OPTIONAL) => {
                header.skipped.push(name.to_string());
                if section.has(HAS_BLOCKS) {
                    let list = section::block_list(section)?;
                    header.blocks.push(blocks(name, list, BlockKind::Skipped)?);
                }
            }
            name => {
                return Err(BadHeader::Unknown { what: "section", name: format!("{name:?}") });
            }
        }
    }
    Ok(header)
}

/// The section of this name, with blocks behind the header or not.
fn named<'a, 'b>(
    sections: &'a [Section<'b>],
    name: &str,
    blocks: u8,
) -> Result<&'a Section<'b>, BadHeader> {
    let mut all = sections.iter();
    let found = all.find(|known| known.name == name && known.flags & HAS_BLOCKS == blocks);
    found.ok_or_else(|| BadHeader::damaged(format!("it has no section {name:?}")))
}

/// What a section without blocks says.
fn body<T: DeserializeOwned>(sections: &[Section<'_>], name: &str) -> Result<T, BadHeader> {
    section::body(named(sections, name, NEEDED)?)
}

/// The same of a section that a file need not have.
fn body_if_there<T: DeserializeOwned>(
    sections: &[Section<'_>],
    name: &str,
) -> Result<Option<T>, BadHeader> {
    let is_there = sections.iter().any(|known| known.name == name);
    is_there.then(|| body(sections, name)).transpose()
}

/// The blocks of a section that this program knows.
fn known_blocks(section: &Section<'_>) -> Result<Blocks, BadHeader> {
    let (list, kind, expected) = match section.name {
        TREE => (section::body(section)?, BlockKind::Nodes, NODE_BYTES),
        POSITIONS => {
            let (blocks, places) = section::body(section)?;
            (blocks, BlockKind::Positions { places }, POSITION_BYTES)
        }
        LINES => (section::body(section)?, BlockKind::Lines, LINE_BYTES),
        _ => {
            let (blocks, slots) = section::body(section)?;
            (blocks, BlockKind::LeafValues { slots }, SLOT_BYTES)
        }
    };
    let found = blocks(section.name, list, kind)?;
    if found.record_bytes != expected {
        let what = format!("records of {:?} have an impossible length", section.name);
        return Err(BadHeader::damaged(what));
    }
    Ok(found)
}

fn blocks(name: &str, list: BlockList, kind: BlockKind) -> Result<Blocks, BadHeader> {
    let compression = Compression::from_code(list.compression).ok_or_else(|| {
        let name = format!("{} of the section {name:?}", list.compression);
        BadHeader::Unknown { what: "compression", name }
    })?;
    let record_bytes = list.record_bytes as usize;
    if !(1..=BLOCK_BYTES).contains(&record_bytes) {
        return Err(BadHeader::damaged(format!("records of {name:?} have an impossible length")));
    }
    Ok(Blocks { kind, record_bytes, records: list.records, compression })
}
