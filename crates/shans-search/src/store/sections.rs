//! Headers as they are stored: named sections.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::block::BLOCK_BYTES;
use super::compression::Compression;
use super::encoding;
use super::error::BadHeader;
use super::header::{BlockKind, Blocks, EffortsRecord, GameRecord, Header};
use super::preamble::StoredHeader;
use super::record::{LINE_BYTES, NODE_BYTES, POSITION_BYTES, SLOT_BYTES};
use super::section::{self, BlockList, Section};

/// The version of the format. 1 and 2 were never released.
pub const VERSION: u16 = 3;

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

/// A section without blocks, and its body.
type Plain = (&'static str, Vec<u8>);

/// Section `leaf-values`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct LeafValues {
    blocks: BlockList,
    slots: u64,
}

/// Section `positions`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Positions {
    blocks: BlockList,
    places: u64,
}

/// A header as it is stored.
///
/// # Errors
///
/// A header that is too long.
pub fn encode(header: &Header) -> std::io::Result<StoredHeader> {
    let mut bytes = Vec::new();
    let mut count = 0;
    for (name, body) in plain(header).map_err(std::io::Error::other)? {
        Section { name, is_optional: false, has_blocks: false, body: &body }.put(&mut bytes);
        count += 1;
    }
    for (name, body) in optional(header).map_err(std::io::Error::other)? {
        Section { name, is_optional: true, has_blocks: false, body: &body }.put(&mut bytes);
        count += 1;
    }
    for blocks in &header.blocks {
        let (name, body) = match blocks.kind {
            BlockKind::Nodes => (TREE, encoding::encode(&list(blocks))),
            BlockKind::Positions { places } => {
                (POSITIONS, encoding::encode(&Positions { blocks: list(blocks), places }))
            }
            BlockKind::LeafValues { slots } => {
                (LEAF_VALUES, encoding::encode(&LeafValues { blocks: list(blocks), slots }))
            }
            BlockKind::Lines => (LINES, encoding::encode(&list(blocks))),
            BlockKind::Skipped => continue,
        };
        let body = body.map_err(std::io::Error::other)?;
        // Programs that do not know lines or tables continue without them.
        let is_optional = name != TREE;
        Section { name, is_optional, has_blocks: true, body: &body }.put(&mut bytes);
        count += 1;
    }
    Ok(StoredHeader { version: VERSION, detail: count, bytes })
}

fn plain(header: &Header) -> Result<Vec<Plain>, bincode::error::EncodeError> {
    let mut sections = vec![
        (ORIGIN, encoding::encode(&header.origin)?),
        (ROOT, encoding::encode(&header.root)?),
        (MODEL, encoding::encode(&header.model)?),
        (MEMORY, encoding::encode(&header.room)?),
        (STATE, encoding::encode(&header.state)?),
    ];
    if let Some(leaf_search) = &header.leaf_search {
        sections.push((LEAF_SEARCH, encoding::encode(leaf_search)?));
    }
    // A program that considers these moves would continue another tree.
    if !header.left_out.is_empty() {
        sections.push((LEFT_OUT, encoding::encode(&header.left_out)?));
    }
    // Without it nodes have less effort than their children.
    if header.efforts != EffortsRecord::default() {
        sections.push((EFFORTS, encoding::encode(&header.efforts)?));
    }
    // Who does not know it would take the proofs of tables for errors.
    if header.table_pieces > 0 {
        sections.push((ENDING_TABLES, encoding::encode(&header.table_pieces)?));
    }
    Ok(sections)
}

/// What is there only where it says anything; programs that do not know it continue without it.
fn optional(header: &Header) -> Result<Vec<Plain>, bincode::error::EncodeError> {
    let has_game = header.game != GameRecord::default();
    let all = [
        (!header.included.is_empty(), INCLUDED, encoding::encode(&header.included)?),
        (!header.anchors.is_empty(), ANCHORS, encoding::encode(&header.anchors)?),
        (!header.memo.is_empty(), MEMO, encoding::encode(&header.memo)?),
        (!header.habits.positions.is_empty(), HABITS, encoding::encode(&header.habits)?),
        (!header.comments.is_empty(), COMMENTS, encoding::encode(&header.comments)?),
        (has_game, GAME, encoding::encode(&header.game)?),
        (!header.game_line.is_empty(), GAME_LINE, encoding::encode(&header.game_line)?),
    ];
    let present = all.into_iter().filter(|&(is_present, ..)| is_present);
    Ok(present.map(|(_, name, body)| (name, body)).collect())
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
pub fn decode(count: u16, bytes: &[u8]) -> Result<Header, BadHeader> {
    let sections = section::split(count, bytes)?;
    named(&sections, TREE, true)?;
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
                named(&sections, section.name, true)?;
                header.blocks.push(known_blocks(section)?);
            }
            name if section.is_optional => {
                header.skipped.push(name.to_string());
                if section.has_blocks {
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
    has_blocks: bool,
) -> Result<&'a Section<'b>, BadHeader> {
    let mut all = sections.iter();
    let found = all.find(|known| known.name == name && known.has_blocks == has_blocks);
    found.ok_or_else(|| BadHeader::damaged(format!("it has no section {name:?}")))
}

/// What a section without blocks says.
fn body<T: DeserializeOwned>(sections: &[Section<'_>], name: &str) -> Result<T, BadHeader> {
    section::body(named(sections, name, false)?)
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
            let Positions { blocks, places } = section::body(section)?;
            (blocks, BlockKind::Positions { places }, POSITION_BYTES)
        }
        LINES => (section::body(section)?, BlockKind::Lines, LINE_BYTES),
        _ => {
            let LeafValues { blocks, slots } = section::body(section)?;
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
