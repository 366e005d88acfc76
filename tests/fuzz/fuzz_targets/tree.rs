//! Any bytes as a tree file: as they are, and once more with right lengths and checksums, so that
//! what is behind them is reached. A tree that passes every check can be searched and saved.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use shans::chess::{Position, Tapered};
use shans::game::Game;
use shans::search::{BestFirst, Limits, MemoryLimits, SearchState, Searcher, Stats};
use shans::store::{SaveOptions, TreeFile, write_to};

/// MemoryLimits for the nodes of a file and a few more, so that some are freed when it is gone on with.
fn memory_limits(nodes: u64) -> MemoryLimits {
    let few = usize::try_from(nodes).unwrap_or(usize::MAX).saturating_add(40);
    MemoryLimits { tree_nodes: Some(few), ..MemoryLimits::new(1 << 20) }
}
const PREAMBLE: usize = 16;
/// The most bytes of the records in a block.
const BLOCK: u32 = 24 * 4096;
/// Bytes of a node, and of a slot of the table of leaf values.
const RECORDS: [usize; 2] = [26, 12];

fuzz_target!(|data: &[u8]| {
    load(data);
    if let Some(repaired) = repaired(data) {
        load(&repaired);
    }
});

fn load(bytes: &[u8]) {
    let file = || TreeFile::read(Path::new("fuzz"), bytes, bytes.len() as u64);
    let Ok(found) = file() else { return };
    let room = memory_limits(found.info::<Position>(&Tapered::default()).tree_nodes);
    let Ok(looked) = found.load_to_look::<Position>(Tapered::default()) else { return };
    let is_right = looked.search.check().is_ok();
    let loaded = file().and_then(|file| file.load_to_go_on::<Position>(Tapered::default(), room));
    let Ok(mut loaded) = loaded else { return };
    assert_eq!(loaded.search.check().is_ok(), is_right);
    if is_right {
        go_on(&mut loaded.search);
    }
}

fn go_on(search: &mut BestFirst<Position>) {
    let SearchState { nodes, evals, stats, .. } = search.state();
    let Stats { iterations, table_hits, made, depth_sum, freed, sweeps, .. } = stats;
    let counts = [nodes, evals, iterations, table_hits, made, depth_sum, freed, sweeps];
    if counts.iter().chain([&stats.deepened]).any(|&count| count > 1 << 61) {
        // Counts that grow past 2 to the 62nd are refused by the next reader.
        return;
    }
    more(search);
    let mut moves = Vec::new();
    search.position().moves(&mut moves);
    if let Some(&mv) = moves.last()
        && search.step(mv).is_ok()
    {
        more(search);
        if moves.len().is_multiple_of(2) {
            search.prune();
        }
    }
    while search.step_back().is_ok() {}
    more(search);
}

/// Two hundred nodes more; what is saved then loads as what it was.
fn more(search: &mut BestFirst<Position>) {
    let nodes = search.state().nodes + 200;
    search.search(&Limits { nodes: Some(nodes), ..Limits::default() }, &mut |_| {});
    search.check().expect("a right tree stays one");
    let options = SaveOptions { searcher: "best-first", compress: nodes.is_multiple_of(2), tables: u64::MAX };
    let mut saved = Vec::new();
    write_to(&mut saved, search, options).expect("memory takes it");
    let file = TreeFile::read(Path::new("saved"), &saved[..], saved.len() as u64);
    let again = file.and_then(|file| file.load_to_go_on::<Position>(Tapered::default(), search.memory_limits()));
    let again = again.expect("what was saved can be loaded").search;
    assert_eq!(again.state(), search.state());
    assert_eq!(again.tree().len(), search.tree().len());
}

/// The bytes with the lengths and checksums that they should have. Where blocks are not compressed,
/// there are as many nodes as the first one holds and slots as the second.
fn repaired(data: &[u8]) -> Option<Vec<u8>> {
    let (preamble, rest) = data.split_at_checked(PREAMBLE)?;
    let length = u32::from_le_bytes(*preamble[12..].as_array()?);
    let (header, rest) = rest.split_at((length as usize).min(rest.len()));
    let blocks = blocks(rest.get(4..).unwrap_or_default());
    let [nodes, slots] = [0, 1].map(|index| blocks.get(index).map_or(0, |block| block.len()));
    let counts = [nodes / RECORDS[0], slots / RECORDS[1]].map(|count| count as u64);
    let (sections, header) = repaired_header(header, counts);
    let mut bytes = b"\x89SHANS\r\n".to_vec();
    bytes.extend_from_slice(&3_u16.to_le_bytes());
    bytes.extend_from_slice(&sections.to_le_bytes());
    bytes.extend_from_slice(&(header.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&header);
    bytes.extend_from_slice(&crc32fast::hash(&bytes).to_le_bytes());
    for (number, block) in (0_u32..).zip(blocks) {
        let length = (block.len() as u32).to_le_bytes();
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&number.to_le_bytes());
        hasher.update(&length);
        hasher.update(block);
        bytes.extend_from_slice(&length);
        bytes.extend_from_slice(block);
        bytes.extend_from_slice(&hasher.finalize().to_le_bytes());
    }
    Some(bytes)
}

/// A header, and how many sections it has: the lengths of names and bodies cut to what there is.
fn repaired_header(mut rest: &[u8], [nodes, slots]: [u64; 2]) -> (u16, Vec<u8>) {
    let (mut count, mut header) = (0, Vec::new());
    while let [length, behind @ ..] = rest {
        let (name, behind) = behind.split_at(usize::from(*length).min(behind.len()));
        let Some((front, behind)) = behind.split_at_checked(5) else { break };
        let length = u32::from_le_bytes([front[1], front[2], front[3], front[4]]) as usize;
        let (body, behind) = behind.split_at(length.min(behind.len()));
        let mut body = body.to_vec();
        let records = match name {
            b"tree" => Some(nodes),
            b"leaf-values" => Some(slots),
            _ => None,
        };
        if let Some(records) = records
            && body.get(12) == Some(&0)
        {
            body[4..12].copy_from_slice(&records.to_le_bytes());
        }
        header.push(name.len() as u8);
        header.extend_from_slice(name);
        header.push(front[0]);
        header.extend_from_slice(&(body.len() as u32).to_le_bytes());
        header.extend_from_slice(&body);
        count += 1;
        rest = behind;
    }
    (count, header)
}

/// What stands in the blocks, the lengths cut to what there is and to whole records.
fn blocks(mut rest: &[u8]) -> Vec<&[u8]> {
    let mut blocks = Vec::new();
    while let Some((length, behind)) = rest.split_first_chunk() {
        let length = u32::from_le_bytes(*length).min(BLOCK).min(behind.len() as u32) as usize;
        let (block, behind) = behind.split_at(length);
        let size = if blocks.is_empty() { RECORDS[0] } else { RECORDS[1] };
        blocks.push(&block[..length - length % size]);
        rest = behind.get(4..).unwrap_or_default();
    }
    blocks
}
