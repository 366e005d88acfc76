//! Tree files of version 3 as docs/tree-file.md describes them, read and written without the
//! program: what it cannot write itself can be tried on it, and the page is proven right.

use super::raw_encoding::{Raw, fields, take};

pub const MAGIC: [u8; 8] = *b"\x89SHANS\r\n";
/// Bytes of a node.
pub const NODE: usize = 26;
/// A block holds as many whole records as fit.
const BLOCK: usize = 98_304;

/// A file without compression, in its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct RawTree {
    pub version: u16,
    pub origin: RawOrigin,
    pub root: RawRoot,
    pub model: RawModel,
    pub memory: RawMemory,
    pub state: RawState,
    pub tree: RawBlocks,
    pub leaf_values: RawLeafValues,
    pub nodes: Vec<RawNode>,
    pub slots: Vec<[u8; 12]>,
}

/// A section of the header.
#[derive(Clone, Debug, PartialEq)]
pub struct RawSection {
    pub name: String,
    pub flags: u8,
    pub body: Vec<u8>,
}

pub const OPTIONAL: u8 = 1;
pub const HAS_BLOCKS: u8 = 2;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawOrigin {
    pub program: String,
    pub searcher: String,
    pub evaluation: u64,
    pub search: u64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawRoot {
    pub game: String,
    pub position: String,
    pub moves: Vec<u16>,
    pub searched_from: u32,
    pub candidates: Option<Vec<u16>>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawModel {
    pub numbers: Vec<(String, RawNumber)>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawMemory {
    pub memory: u64,
    pub tree_nodes: Option<u64>,
    pub stops_when_full: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawState {
    pub numbers: Vec<(String, RawNumber)>,
    pub line: Vec<u16>,
    pub answer: Option<u16>,
    pub answer_win: Option<(bool, u16)>,
    pub changes: Vec<RawChange>,
    pub win: Option<(f32, u64)>,
    pub marks: Vec<(u64, f32)>,
    pub sweep_cursor: Option<Vec<u16>>,
    pub sweep_families: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RawNumber {
    Count(u64),
    Real(f32),
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RawChange {
    pub nodes: u64,
    pub best: u16,
    pub win: Option<(bool, u16)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RawBlocks {
    pub record_bytes: u32,
    pub records: u64,
    pub compression: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RawLeafValues {
    pub blocks: RawBlocks,
    pub slots: u64,
}

/// A node with its chances as they are, not as they are stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RawNode {
    pub value: f32,
    pub alpha: f32,
    pub beta: f32,
    pub next: f32,
    pub effort: u32,
    pub mv: u16,
    /// Turn, forced, freed, next capped, children.
    pub meta: u16,
    /// Moves made before it was freed; doublings where leaves are searched.
    pub work: u16,
}

fields!(RawOrigin: program searcher evaluation search);
fields!(RawRoot: game position moves searched_from candidates);
fields!(RawModel: numbers);
fields!(RawMemory: memory tree_nodes stops_when_full);
fields!(RawState: numbers line answer answer_win changes win marks sweep_cursor sweep_families);
fields!(RawChange: nodes best win);
fields!(RawBlocks: record_bytes records compression);
fields!(RawLeafValues: blocks slots);

impl Raw for RawNumber {
    fn put(&self, out: &mut Vec<u8>) {
        match *self {
            RawNumber::Count(count) => (0_u32, count).put(out),
            RawNumber::Real(real) => (1_u32, real).put(out),
        }
    }

    fn get(input: &mut &[u8]) -> Self {
        match u32::get(input) {
            0 => RawNumber::Count(u64::get(input)),
            1 => RawNumber::Real(f32::get(input)),
            tag => panic!("number {tag}"),
        }
    }
}

impl Raw for RawSection {
    fn put(&self, out: &mut Vec<u8>) {
        (self.name.len() as u8).put(out);
        out.extend_from_slice(self.name.as_bytes());
        self.flags.put(out);
        (self.body.len() as u32).put(out);
        out.extend_from_slice(&self.body);
    }

    fn get(input: &mut &[u8]) -> Self {
        let length = u8::get(input);
        let name = take(input, length.into()).to_vec();
        let flags = u8::get(input);
        let length = u32::get(input);
        let body = take(input, length as usize).to_vec();
        RawSection { name: String::from_utf8(name).expect("UTF-8"), flags, body }
    }
}

impl RawSection {
    /// What it says.
    pub fn decoded<T: Raw>(&self) -> T {
        let mut bytes = &self.body[..];
        let body = T::get(&mut bytes);
        assert!(bytes.is_empty(), "{}", self.name);
        body
    }
}

impl Raw for RawNode {
    fn put(&self, out: &mut Vec<u8>) {
        let [alpha, beta] = self.foretold();
        self.value.put(out);
        (self.alpha.to_bits() ^ alpha, self.beta.to_bits() ^ beta).put(out);
        self.next.put(out);
        self.effort.put(out);
        (self.mv, self.meta).put(out);
        self.work.put(out);
    }

    fn get(input: &mut &[u8]) -> Self {
        let value = Raw::get(input);
        let (alpha, beta) = <(u32, u32)>::get(input);
        let (next, effort) = Raw::get(input);
        let (mv, meta) = Raw::get(input);
        let work = Raw::get(input);
        let mut node = RawNode { value, alpha: 0.0, beta: 0.0, next, effort, mv, meta, work };
        let foretold = node.foretold();
        node.alpha = f32::from_bits(alpha ^ foretold[0]);
        node.beta = f32::from_bits(beta ^ foretold[1]);
        node
    }
}

/// Where the number of children begins in `meta`.
const MADE_SHIFT: u32 = 5;

impl RawNode {
    /// The children that it has.
    pub fn made(&self) -> usize {
        usize::from(self.meta >> MADE_SHIFT)
    }

    /// The bits of alpha and beta as they would be without children.
    fn foretold(&self) -> [u32; 2] {
        let (own, other) = (self.next.to_bits(), (2.0 * self.value - self.next).to_bits());
        if self.meta & 3 == 2 { [other, own] } else { [own, other] }
    }
}

/// The number of this name.
pub fn number<'a>(numbers: &'a mut [(String, RawNumber)], name: &str) -> &'a mut RawNumber {
    let found = numbers.iter_mut().find(|(known, _)| known == name);
    found.map(|(_, number)| number).unwrap_or_else(|| panic!("no number {name}"))
}

/// The sections of a file of version 3, and where its blocks begin.
pub fn sections(mut file: &[u8]) -> (Vec<RawSection>, usize) {
    let whole = file.len();
    let input = &mut file;
    assert_eq!(take(input, 8), MAGIC);
    assert_eq!(u16::get(input), 3, "version");
    let count = u16::get(input);
    let length = u32::get(input) as usize;
    let encoded = &mut take(input, length);
    let sections = (0..count).map(|_| RawSection::get(encoded)).collect();
    assert!(encoded.is_empty());
    u32::get(input);
    (sections, whole - input.len())
}

/// The body of a section.
fn body<T: Raw>(sections: &[RawSection], name: &str, flags: u8) -> T {
    let section = sections.iter().find(|section| section.name == name);
    let section = section.unwrap_or_else(|| panic!("no section {name}"));
    assert_eq!(section.flags, flags, "{name}");
    section.decoded()
}

/// The bytes of a section.
fn section(name: &str, flags: u8, body: &impl Raw) -> RawSection {
    let mut bytes = Vec::new();
    body.put(&mut bytes);
    RawSection { name: name.to_string(), flags, body: bytes }
}

impl RawTree {
    /// Takes a right file apart.
    pub fn read(file: &[u8]) -> RawTree {
        let (sections, blocks_begin) = sections(file);
        let tree: RawBlocks = body(&sections, "tree", HAS_BLOCKS);
        let has_values = sections.iter().any(|section| section.name == "leaf-values");
        let leaf_values: RawLeafValues = match has_values {
            true => body(&sections, "leaf-values", OPTIONAL | HAS_BLOCKS),
            false => RawLeafValues::default(),
        };
        assert!(tree.record_bytes == NODE as u32 && tree.compression == 0);
        assert!(!has_values || leaf_values.blocks.record_bytes == 12);
        assert_eq!(leaf_values.blocks.compression, 0);
        let input = &mut &file[blocks_begin..];
        let mut number = 0;
        let nodes = records(input, tree.records, NODE, &mut number);
        let slots = records(input, leaf_values.blocks.records, 12, &mut number);
        assert!(input.is_empty());
        RawTree {
            version: 3,
            origin: body(&sections, "origin", 0),
            root: body(&sections, "root", 0),
            model: body(&sections, "model", 0),
            memory: body(&sections, "memory", 0),
            state: body(&sections, "state", 0),
            tree,
            leaf_values,
            nodes: nodes.chunks(NODE).map(|mut node| RawNode::get(&mut node)).collect(),
            slots: slots.chunks(12).map(|slot| slot.try_into().expect("12 bytes")).collect(),
        }
    }

    /// The sections of the header, in the order in which the program writes them.
    pub fn sections(&self) -> Vec<RawSection> {
        let mut sections = vec![
            section("origin", 0, &self.origin),
            section("root", 0, &self.root),
            section("model", 0, &self.model),
            section("memory", 0, &self.memory),
            section("state", 0, &self.state),
            section("tree", HAS_BLOCKS, &self.tree),
        ];
        if self.leaf_values.slots > 0 {
            sections.push(section("leaf-values", OPTIONAL | HAS_BLOCKS, &self.leaf_values));
        }
        sections
    }

    /// The file, whatever is in it, with right checksums and counts.
    pub fn write_with_counts(&self) -> Vec<u8> {
        let mut counted = self.clone();
        counted.tree.records = self.nodes.len() as u64;
        counted.leaf_values.blocks.records = self.slots.len() as u64;
        counted.write()
    }

    /// The file, whatever is in it, with right checksums.
    pub fn write(&self) -> Vec<u8> {
        self.write_with_sections(&self.sections(), &[])
    }

    /// The file with these sections, and other blocks behind its own.
    pub fn write_with_sections(&self, sections: &[RawSection], others: &[&[u8]]) -> Vec<u8> {
        let mut header = Vec::new();
        sections.iter().for_each(|section| section.put(&mut header));
        let mut nodes = Vec::new();
        self.nodes.iter().for_each(|node| node.put(&mut nodes));
        let slots = self.slots.concat();
        let mut blocks: Vec<&[u8]> = full(&nodes, NODE).chain(full(&slots, 12)).collect();
        blocks.extend_from_slice(others);
        written(self.version, sections.len() as u16, &header, &blocks)
    }
}

/// Records of this size in blocks.
fn full(records: &[u8], size: usize) -> impl Iterator<Item = &[u8]> {
    records.chunks(BLOCK / size * size)
}

/// A file of any version, of these parts, with right checksums: `detail` is the number of sections.
pub fn written(version: u16, detail: u16, header: &[u8], blocks: &[&[u8]]) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    version.put(&mut file);
    detail.put(&mut file);
    (header.len() as u32).put(&mut file);
    file.extend_from_slice(header);
    crc32fast::hash(&file).put(&mut file);
    for (number, stored) in (0_u32..).zip(blocks) {
        let length = stored.len() as u32;
        let framed = [&number.to_le_bytes(), &length.to_le_bytes(), *stored].concat();
        file.extend_from_slice(&framed[4..]);
        crc32fast::hash(&framed).put(&mut file);
    }
    file
}

/// The file with another state, with right checksums.
pub fn with_state(file: &[u8], change: impl FnOnce(&mut RawState)) -> Vec<u8> {
    let (mut sections, blocks_begin) = sections(file);
    let of_state = sections.iter_mut().find(|section| section.name == "state").expect("a state");
    let mut state: RawState = of_state.decoded();
    change(&mut state);
    *of_state = section("state", 0, &state);
    let mut header = Vec::new();
    sections.iter().for_each(|section| section.put(&mut header));
    [written(3, sections.len() as u16, &header, &[]), file[blocks_begin..].to_vec()].concat()
}

/// The bytes of `count` records, from as many blocks as they need.
fn records(input: &mut &[u8], count: u64, size: usize, number: &mut u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    while bytes.len() < count as usize * size {
        let length = u32::get(input);
        let stored = take(input, length as usize);
        let framed = [&number.to_le_bytes(), &length.to_le_bytes(), stored].concat();
        assert_eq!(u32::get(input), crc32fast::hash(&framed));
        bytes.extend_from_slice(stored);
        *number += 1;
    }
    bytes
}
