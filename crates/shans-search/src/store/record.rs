//! The records of tree files: a node, a line behind a leaf, and entries of tables.
//!
//! All numbers are little-endian; `docs/tree-file.md` has the table of bytes.

use crate::game::{MoveCode, Turn};
use crate::search::LeafLine;
use crate::tree::{NodeParts, Tree, joined, parted};
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

const TURN_BITS: u16 = 0b11;
const FORCED_BIT: u16 = 0b100;
const FREED_BIT: u16 = 0b1000;
const CAPPED_BIT: u16 = 0b1_0000;
const MADE_SHIFT: u32 = 5;

/// The bytes of a node. Its chances are stored as bits that differ from those that a node without
/// children would have: zero in most nodes, which compresses well.
pub fn node_bytes(node: &NodeParts) -> [u8; NODE_BYTES] {
    let turn = match node.turn {
        Turn::Max => 1,
        Turn::Min => 2,
        Turn::Random => 3,
    };
    let forced = if node.forced { FORCED_BIT } else { 0 };
    let freed = if node.freed { FREED_BIT } else { 0 };
    let (value, next) = (node.value.raw(), node.next.raw());
    let [alpha, beta] = foretold(node.turn, value, next);
    let numbers = [
        value.to_bits(),
        node.alpha.raw().to_bits() ^ alpha,
        node.beta.raw().to_bits() ^ beta,
        next.to_bits(),
        parted(node.effort).0,
    ];
    let mut record = [0; NODE_BYTES];
    for (bytes, number) in record[..20].chunks_exact_mut(4).zip(numbers) {
        bytes.copy_from_slice(&number.to_le_bytes());
    }
    record[20..22].copy_from_slice(&node.mv.0.to_le_bytes());
    let capped = if node.next_capped { CAPPED_BIT } else { 0 };
    let meta = turn | forced | freed | capped | node.made << MADE_SHIFT;
    record[22..24].copy_from_slice(&meta.to_le_bytes());
    record[24..26].copy_from_slice(&node.work.to_le_bytes());
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
    let turn = match meta & TURN_BITS {
        1 => Turn::Max,
        2 => Turn::Min,
        3 => Turn::Random,
        _ => return Err("a node without a side to move"),
    };
    let effort = joined(bits(16), high_effort);
    if !(1..=Tree::MOST_EFFORT).contains(&effort) {
        return Err("a node without effort, or with more than there can be");
    }
    let value =
        value(f32::from_bits(bits(0))).ok_or("a value that is not a number, or beyond a win")?;
    let chance = |bits, of| {
        chance(f32::from_bits(bits), of).ok_or("a chance that is not a number, or out of range")
    };
    let next = chance(bits(12), turn.player().unwrap_or(Player::Max))?;
    let [alpha, beta] = foretold(turn, value.raw(), next.raw());
    let work = short(24);
    if work > NodeParts::MOST_WORK {
        return Err("an impossible number of doublings");
    }
    Ok(NodeParts {
        value,
        alpha: chance(bits(4) ^ alpha, Player::Max)?,
        beta: chance(bits(8) ^ beta, Player::Min)?,
        next,
        effort,
        mv: MoveCode(short(20)),
        turn,
        forced: meta & FORCED_BIT != 0,
        freed: meta & FREED_BIT != 0,
        next_capped: meta & CAPPED_BIT != 0,
        made: meta >> MADE_SHIFT,
        work,
    })
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
            let leaf = NodeParts {
                value: Value::centipawns(31.0),
                alpha: Chance::centipawns(-369.0),
                beta: Chance::centipawns(431.0),
                next: Chance::centipawns(next),
                effort: 1,
                mv: MoveCode(513),
                turn,
                forced: false,
                freed: false,
                next_capped: false,
                made: 0,
                work: 0,
            };
            assert_eq!(node_bytes(&leaf)[4..12], [0; 8]);
        }
    }

    #[test]
    fn impossible_numbers_are_refused() {
        let possible = NodeParts {
            value: Value::centipawns(31.0),
            alpha: Chance::centipawns(-400.0),
            beta: Chance::none(Player::Min),
            next: Chance::none(Player::Max),
            effort: 7,
            mv: MoveCode(513),
            turn: Turn::Max,
            forced: true,
            freed: false,
            next_capped: false,
            made: 3,
            work: 5,
        };
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
