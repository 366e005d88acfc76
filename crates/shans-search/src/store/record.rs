//! The records of tree files: a node, a line behind a leaf, and entries of tables.
//!
//! All numbers are little-endian; `docs/tree-file.md` has the table of bytes.

use crate::game::{MoveCode, Turn};
use crate::search::LeafLine;
use crate::tree::{Node, NodeParts, Tree, joined, parted};
use crate::value::{Chance, Player, Value};

/// Bytes of a node.
pub const NODE_BYTES: usize = 26;
/// Bytes of a position in the table of searches.
pub const POSITION_BYTES: usize = 20;
/// Bytes of a used slot of the table of leaf values.
pub const SLOT_BYTES: usize = 12;
/// Bytes of a line behind a leaf.
pub const LINE_BYTES: usize = 6 + 2 * LeafLine::MOST_PLIES;

/// No chance is greater. The greatest sums of evaluations and prices that a tree can hold are
/// smaller by far, and greater numbers can come to no infinity.
pub const GREATEST_CHANCE: f32 = 1e20;

/// Where the bits begin that count the children of a node, behind its flags.
const MADE_SHIFT: u32 = 5;

/// The bytes of a node. Its chances are stored as bits that differ from those that a node without
/// children would have: zero in most nodes, which compresses well.
pub fn node_bytes(&NodeParts { node, effort, made }: &NodeParts) -> [u8; NODE_BYTES] {
    let (value, next) = (node.value.raw(), node.next.raw());
    let [alpha, beta] = foretold(node.turn(), value, next);
    let numbers = [
        value.to_bits(),
        node.alpha.raw().to_bits() ^ alpha,
        node.beta.raw().to_bits() ^ beta,
        next.to_bits(),
        parted(effort).0,
    ];
    let mut record = [0; NODE_BYTES];
    for (bytes, number) in record[..20].chunks_exact_mut(4).zip(numbers) {
        bytes.copy_from_slice(&number.to_le_bytes());
    }
    let shorts = [node.mv.0, node.flags() | made << MADE_SHIFT, node.work()];
    for (bytes, number) in record[20..].chunks_exact_mut(2).zip(shorts) {
        bytes.copy_from_slice(&number.to_le_bytes());
    }
    record
}

/// The bits of both chances in a node without children: they lie on both sides of its value, as
/// far as the mover's, which is the estimate of the next move.
fn foretold(turn: Turn, value: f32, next: f32) -> [u32; 2] {
    let (own, other) = (next.to_bits(), (2.0 * value - next).to_bits());
    if turn == Turn::Min { [other, own] } else { [own, other] }
}

/// Reads a node; the high word of its effort, mostly none, stands elsewhere.
///
/// # Errors
///
/// What is impossible in it.
pub fn node(record: &[u8; NODE_BYTES], high_effort: u32) -> Result<NodeParts, &'static str> {
    let bits = |at: usize| {
        u32::from_le_bytes([record[at], record[at + 1], record[at + 2], record[at + 3]])
    };
    let short = |at: usize| u16::from_le_bytes([record[at], record[at + 1]]);
    let meta = short(22);
    let mut node = Node::of_flags(meta).ok_or("a node without a side to move")?;
    let effort = joined(bits(16), high_effort);
    if !(1..=Tree::MOST_EFFORT).contains(&effort) {
        return Err("a node without effort, or with more than there can be");
    }
    node.value =
        value(f32::from_bits(bits(0))).ok_or("a value that is not a number, or beyond a win")?;
    let chance = |bits, of| {
        chance(f32::from_bits(bits), of).ok_or("a chance that is not a number, or out of range")
    };
    node.next = chance(bits(12), node.turn().player().unwrap_or(Player::Max))?;
    let [alpha, beta] = foretold(node.turn(), node.value.raw(), node.next.raw());
    let work = short(24);
    if work > NodeParts::MOST_WORK {
        return Err("an impossible number of doublings");
    }
    node.set_work(work);
    node.alpha = chance(bits(4) ^ alpha, Player::Max)?;
    node.beta = chance(bits(8) ^ beta, Player::Min)?;
    node.mv = MoveCode(short(20));
    Ok(NodeParts { node, effort, made: meta >> MADE_SHIFT })
}

/// The value of this number, if it is one.
pub fn value(raw: f32) -> Option<Value> {
    Some(Value::from_raw(raw)).filter(|value| value.raw().to_bits() == raw.to_bits())
}

fn chance(raw: f32, of: Player) -> Option<Chance> {
    let chance = Chance::centipawns(raw);
    let is_one = raw.abs() <= GREATEST_CHANCE || chance == Chance::none(of);
    is_one.then_some(chance)
}

/// The bytes of a used slot of the table.
pub fn slot_bytes((index, slot): (u32, u64)) -> [u8; SLOT_BYTES] {
    let mut record = [0; SLOT_BYTES];
    record[..4].copy_from_slice(&index.to_le_bytes());
    record[4..].copy_from_slice(&slot.to_le_bytes());
    record
}

/// Reads a used slot of the table: its index and what it holds.
pub fn slot(record: &[u8; SLOT_BYTES]) -> (u32, u64) {
    let [a, b, c, d, slot @ ..] = *record;
    (u32::from_le_bytes([a, b, c, d]), u64::from_le_bytes(slot))
}

/// The bytes of a line behind a leaf: the place of the leaf among the nodes, and the line.
pub fn line_bytes((place, line): (u32, LeafLine)) -> [u8; LINE_BYTES] {
    let mut record = [0; LINE_BYTES];
    let moves = line.moves();
    record[..4].copy_from_slice(&place.to_le_bytes());
    // No line is longer than a byte tells, and no search deeper.
    record[4] = moves.len() as u8;
    record[5] = line.depth() as u8;
    for (bytes, mv) in record[6..].as_chunks_mut().0.iter_mut().zip(moves) {
        *bytes = mv.0.to_le_bytes();
    }
    record
}

/// Reads such a line; `None` if it can be none.
pub fn line(record: &[u8; LINE_BYTES]) -> Option<(u32, LeafLine)> {
    let [a, b, c, d, plies, depth, codes @ ..] = record;
    let moves = codes.as_chunks().0.iter().map(|&code| MoveCode(u16::from_le_bytes(code)));
    let moves: Vec<MoveCode> = moves.collect();
    let known = moves.get(..usize::from(*plies))?;
    let is_line = !known.is_empty() && moves[known.len()..].iter().all(|code| code.0 == 0);
    is_line.then(|| (u32::from_le_bytes([*a, *b, *c, *d]), LeafLine::new(known, u16::from(*depth))))
}

/// The bytes of a position in the table of searches: its place, and what is known.
pub fn position_bytes((place, entry): (u32, [u8; 16])) -> [u8; POSITION_BYTES] {
    let mut record = [0; POSITION_BYTES];
    record[..4].copy_from_slice(&place.to_le_bytes());
    record[4..].copy_from_slice(&entry);
    record
}

/// Reads such a position.
pub fn position(record: &[u8; POSITION_BYTES]) -> (u32, [u8; 16]) {
    let [a, b, c, d, entry @ ..] = *record;
    (u32::from_le_bytes([a, b, c, d]), entry)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tree::LeafChances;

    proptest! {
        /// Any bytes are a node or an error, and a node reads back as the same bytes.
        #[test]
        fn nodes_are_the_bytes_they_are_made_of(bytes: [u8; NODE_BYTES]) {
            if let Ok(parts) = node(&bytes, 0) {
                prop_assert_eq!(node_bytes(&parts), bytes);
            }
        }

        #[test]
        fn positions_are_the_bytes_they_are_made_of(
            place: [u8; POSITION_BYTES],
        ) {
            prop_assert_eq!(position_bytes(position(&place)), place);
        }

        #[test]
        fn slots_are_the_bytes_they_are_made_of(bytes: [u8; SLOT_BYTES]) {
            prop_assert_eq!(slot_bytes(slot(&bytes)), bytes);
        }
    }

    #[test]
    fn lines_come_back_and_others_are_none() {
        let moves: Vec<MoveCode> = (1..30).map(MoveCode).collect();
        for length in [1, 7, LeafLine::MOST_PLIES] {
            let kept = (70_000, LeafLine::new(&moves[..length], 12));
            assert_eq!(line(&line_bytes(kept)), Some(kept));
        }
        let right = line_bytes((0, LeafLine::new(&moves[..3], 12)));
        for (byte, number) in [(4, 0), (4, 2), (4, 20), (LINE_BYTES - 1, 1)] {
            let mut wrong = right;
            wrong[byte] = number;
            assert_eq!(line(&wrong), None, "{byte} {number}");
        }
    }

    #[test]
    fn chances_of_a_leaf_are_foretold() {
        for (turn, next) in [(Turn::Max, -369.0), (Turn::Min, 431.0), (Turn::Random, -369.0)] {
            let (alpha, beta) = (Chance::centipawns(-369.0), Chance::centipawns(431.0));
            let (value, chances) = (Value::centipawns(31.0), LeafChances { alpha, beta });
            let mut node = Node::leaf(MoveCode(513), turn, false, value, chances);
            node.next = Chance::centipawns(next);
            let leaf = NodeParts { node, effort: 1, made: 0 };
            assert_eq!(node_bytes(&leaf)[4..12], [0; 8]);
        }
    }

    #[test]
    fn impossible_numbers_are_refused() {
        let (alpha, beta) = (Chance::centipawns(-400.0), Chance::none(Player::Min));
        let (value, chances) = (Value::centipawns(31.0), LeafChances { alpha, beta });
        let mut kept = Node::leaf(MoveCode(513), Turn::Max, true, value, chances);
        kept.next = Chance::none(Player::Max);
        kept.set_work(5);
        let possible = NodeParts { node: kept, effort: 7, made: 3 };
        assert_eq!(node(&node_bytes(&possible), 0), Ok(possible));
        let large = NodeParts { effort: 5 << 32, ..possible };
        assert_eq!(node(&node_bytes(&large), 5), Ok(large));
        assert!(node(&node_bytes(&large), 1 << 20).is_err());
        let bytes = node_bytes(&possible);
        let with = |at: usize, new: &[u8]| {
            let mut changed = bytes;
            changed[at..at + new.len()].copy_from_slice(new);
            node(&changed, 0)
        };
        for at in [0, 12] {
            assert!(with(at, &f32::NAN.to_le_bytes()).is_err(), "{at}");
        }
        assert!(with(0, &f32::INFINITY.to_le_bytes()).is_err());
        assert!(with(12, &f32::INFINITY.to_le_bytes()).is_err(), "none is minus infinity for Max");
        assert!(with(16, &[0; 4]).is_err());
        assert!(with(22, &[0; 2]).is_err());
        assert!(with(24, &[0xff; 2]).is_err());
    }
}
