//! Tree files as docs/tree-file.md describes them, read and written without the program: what it
//! cannot write itself can be tried on it, and the page is proven right.

pub const MAGIC: [u8; 8] = *b"\x89SHANS\r\n";
const BLOCK: usize = 98_304;

/// A file without compression, in its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct RawTree {
    pub version: u16,
    pub flags: u16,
    pub header: RawHeader,
    pub nodes: Vec<RawNode>,
    pub slots: Vec<[u8; 12]>,
}

/// The header, field by field in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawHeader {
    pub program: String,
    pub game: String,
    pub searcher: String,
    pub evaluation: u64,
    pub parameters: u64,
    pub ply: f32,
    pub late: f32,
    pub forced_share: f32,
    pub burst: f32,
    pub chain: Option<u16>,
    pub settle: f32,
    pub position: String,
    pub moves: Vec<u16>,
    pub searched_from: u32,
    pub candidates: Option<Vec<u16>>,
    pub memory: u64,
    pub most_nodes: Option<u64>,
    pub stops_when_full: bool,
    pub line: Vec<u16>,
    pub granted: u64,
    pub work: u64,
    pub evals: u64,
    pub iterations: u64,
    pub table_hits: u64,
    pub made: u64,
    pub depth_sum: u64,
    pub depth_max: u32,
    pub win: Option<(f32, u64)>,
    pub least_gap: f32,
    pub freed: u64,
    pub sweeps: u64,
    pub deepened: u64,
    pub deep_nodes: u64,
    pub swept_at: u64,
    pub threshold: f32,
    pub cursor: Option<Vec<u16>>,
    pub families: Vec<u32>,
    pub answer: Option<u16>,
    pub answer_win: Option<(bool, u16)>,
    pub changes: Vec<RawChange>,
    pub tree_nodes: u64,
    pub table_slots: u64,
    pub table_used: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RawChange {
    pub nodes: u64,
    pub best: u16,
    pub win: Option<(bool, u16)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RawNode {
    pub value: f32,
    pub alpha: f32,
    pub beta: f32,
    pub next: f32,
    pub effort: u32,
    pub mv: u16,
    /// Turn, forced, freed, children made.
    pub meta: u16,
}

/// Something that bincode has a form for. Reading panics where there is nothing to be read.
trait Raw: Sized {
    fn put(&self, out: &mut Vec<u8>);
    fn get(input: &mut &[u8]) -> Self;
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Raw for $number {
            fn put(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }

            fn get(input: &mut &[u8]) -> Self {
                let (bytes, rest) = input.split_first_chunk().expect("a number");
                *input = rest;
                Self::from_le_bytes(*bytes)
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64, f32);

impl Raw for bool {
    fn put(&self, out: &mut Vec<u8>) {
        u8::from(*self).put(out);
    }

    fn get(input: &mut &[u8]) -> Self {
        u8::get(input) == 1
    }
}

impl<A: Raw, B: Raw> Raw for (A, B) {
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
        self.1.put(out);
    }

    fn get(input: &mut &[u8]) -> Self {
        (A::get(input), B::get(input))
    }
}

impl<T: Raw> Raw for Option<T> {
    fn put(&self, out: &mut Vec<u8>) {
        self.is_some().put(out);
        self.iter().for_each(|present| present.put(out));
    }

    fn get(input: &mut &[u8]) -> Self {
        bool::get(input).then(|| T::get(input))
    }
}

impl<T: Raw> Raw for Vec<T> {
    fn put(&self, out: &mut Vec<u8>) {
        (self.len() as u64).put(out);
        self.iter().for_each(|item| item.put(out));
    }

    fn get(input: &mut &[u8]) -> Self {
        (0..u64::get(input)).map(|_| T::get(input)).collect()
    }
}

impl Raw for String {
    fn put(&self, out: &mut Vec<u8>) {
        self.clone().into_bytes().put(out);
    }

    fn get(input: &mut &[u8]) -> Self {
        String::from_utf8(Vec::get(input)).expect("UTF-8")
    }
}

/// A struct is its fields in order.
macro_rules! fields {
    ($name:ty: $($field:ident)*) => {
        impl Raw for $name {
            fn put(&self, out: &mut Vec<u8>) {
                $(self.$field.put(out);)*
            }

            fn get(input: &mut &[u8]) -> Self {
                Self { $($field: Raw::get(input)),* }
            }
        }
    };
}

fields!(RawChange: nodes best win);
fields!(RawNode: value alpha beta next effort mv meta);
fields!(RawHeader: program game searcher evaluation parameters
    ply late forced_share burst chain settle
    position moves searched_from candidates
    memory most_nodes stops_when_full
    line granted work evals
    iterations table_hits made depth_sum depth_max win least_gap
    freed sweeps deepened deep_nodes swept_at
    threshold cursor families
    answer answer_win changes
    tree_nodes table_slots table_used);

impl RawTree {
    /// Takes a right file apart.
    pub fn read(mut file: &[u8]) -> RawTree {
        let input = &mut file;
        assert_eq!(take(input, 8), MAGIC);
        let (version, flags) = (u16::get(input), u16::get(input));
        assert_eq!(flags, 0, "compressed");
        let length = u32::get(input) as usize;
        let encoded = &mut take(input, length);
        let header = RawHeader::get(encoded);
        assert!(encoded.is_empty());
        u32::get(input);
        let mut number = 0;
        let nodes = records(input, header.tree_nodes, 24, &mut number);
        let slots = records(input, header.table_used, 12, &mut number);
        assert!(input.is_empty());
        let slots = slots.chunks(12).map(|slot| slot.try_into().expect("12 bytes")).collect();
        let nodes = nodes.chunks(24).map(|mut node| RawNode::get(&mut node)).collect();
        RawTree { version, flags, header, nodes, slots }
    }

    /// The file, whatever is in it, with right checksums and counts.
    pub fn write_with_counts(&self) -> Vec<u8> {
        let mut counted = self.clone();
        counted.header.tree_nodes = self.nodes.len() as u64;
        counted.header.table_used = self.slots.len() as u64;
        counted.write()
    }

    /// The file, whatever is in it, with right checksums.
    pub fn write(&self) -> Vec<u8> {
        let mut header = Vec::new();
        self.header.put(&mut header);
        let mut nodes = Vec::new();
        self.nodes.iter().for_each(|node| node.put(&mut nodes));
        let slots = self.slots.concat();
        let blocks: Vec<&[u8]> = nodes.chunks(BLOCK).chain(slots.chunks(BLOCK)).collect();
        written(self.version, self.flags, &header, &blocks)
    }
}

/// A file of these parts with right checksums.
pub fn written(version: u16, flags: u16, header: &[u8], blocks: &[&[u8]]) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    version.put(&mut file);
    flags.put(&mut file);
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

fn take<'a>(input: &mut &'a [u8], length: usize) -> &'a [u8] {
    let (taken, rest) = input.split_at(length);
    *input = rest;
    taken
}

/// The bytes of so many records, from as many blocks as they need.
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
