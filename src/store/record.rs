//! The records of tree files: a node, and a slot of the table of leaf values.
//!
//! All numbers are little-endian; `docs/tree-file.md` has the table of bytes.

use crate::game::{MoveCode, Turn};
use crate::tree::NodeParts;
use crate::value::{Chance, Player, Value};

/// Bytes of a node.
pub const NODE_BYTES: usize = 24;
/// Bytes of a used slot of the table.
pub const SLOT_BYTES: usize = 12;

/// No chance is greater. The greatest sums of evaluations and prices that a tree can hold are
/// smaller by far, and greater numbers can come to no infinity.
pub const GREATEST_CHANCE: f32 = 1e20;

const TURN_BITS: u16 = 0b11;
const FORCED_BIT: u16 = 0b100;
const FREED_BIT: u16 = 0b1000;
const MADE_SHIFT: u32 = 4;

/// Appends a node.
pub fn put_node(node: &NodeParts, out: &mut Vec<u8>) {
    let numbers = [node.value.raw(), node.alpha.raw(), node.beta.raw(), node.next.raw()];
    let turn = match node.turn {
        Turn::Max => 1,
        Turn::Min => 2,
        Turn::Chance => 3,
    };
    let forced = if node.forced { FORCED_BIT } else { 0 };
    let freed = if node.freed { FREED_BIT } else { 0 };
    let mut record = [0; NODE_BYTES];
    for (bytes, number) in record.chunks_exact_mut(4).zip(numbers) {
        bytes.copy_from_slice(&number.to_le_bytes());
    }
    record[16..20].copy_from_slice(&node.effort.to_le_bytes());
    record[20..22].copy_from_slice(&node.mv.0.to_le_bytes());
    let meta = turn | forced | freed | node.made << MADE_SHIFT;
    record[22..24].copy_from_slice(&meta.to_le_bytes());
    out.extend_from_slice(&record);
}

/// Reads a node; `Err` says what is impossible in it.
pub fn node(record: &[u8; NODE_BYTES]) -> Result<NodeParts, &'static str> {
    let four = |at: usize| [record[at], record[at + 1], record[at + 2], record[at + 3]];
    let real = |at| f32::from_le_bytes(four(at));
    let short = |at: usize| u16::from_le_bytes([record[at], record[at + 1]]);
    let meta = short(22);
    let turn = match meta & TURN_BITS {
        1 => Turn::Max,
        2 => Turn::Min,
        3 => Turn::Chance,
        _ => return Err("a node in which nobody moves"),
    };
    let effort = u32::from_le_bytes(four(16));
    if effort == 0 {
        return Err("a node without effort");
    }
    let chance = |at, of| chance(real(at), of).ok_or("a chance that is none, or beyond any");
    Ok(NodeParts {
        value: value(real(0)).ok_or("a value that is no number, or beyond a win")?,
        alpha: chance(4, Player::Max)?,
        beta: chance(8, Player::Min)?,
        next: chance(12, turn.player().unwrap_or(Player::Max))?,
        effort,
        mv: MoveCode(short(20)),
        turn,
        forced: meta & FORCED_BIT != 0,
        freed: meta & FREED_BIT != 0,
        made: meta >> MADE_SHIFT,
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

/// Appends a used slot of the table.
pub fn put_slot((index, slot): (u32, u64), out: &mut Vec<u8>) {
    out.extend_from_slice(&index.to_le_bytes());
    out.extend_from_slice(&slot.to_le_bytes());
}

/// Reads a used slot of the table: its index and what it holds.
pub fn slot(record: &[u8; SLOT_BYTES]) -> (u32, u64) {
    let [a, b, c, d, slot @ ..] = *record;
    (u32::from_le_bytes([a, b, c, d]), u64::from_le_bytes(slot))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Any bytes are a node or an error, and a node reads back as the same bytes.
        #[test]
        fn nodes_are_the_bytes_they_are_made_of(bytes: [u8; NODE_BYTES]) {
            if let Ok(parts) = node(&bytes) {
                let mut again = Vec::new();
                put_node(&parts, &mut again);
                prop_assert_eq!(&again[..], &bytes[..]);
            }
        }

        #[test]
        fn slots_are_the_bytes_they_are_made_of(bytes: [u8; SLOT_BYTES]) {
            let mut again = Vec::new();
            put_slot(slot(&bytes), &mut again);
            prop_assert_eq!(&again[..], &bytes[..]);
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
            made: 3,
        };
        let mut bytes = Vec::new();
        put_node(&possible, &mut bytes);
        let bytes: [u8; NODE_BYTES] = bytes.try_into().unwrap_or_default();
        assert_eq!(node(&bytes), Ok(possible));
        let with = |at: usize, new: &[u8]| {
            let mut changed = bytes;
            changed[at..at + new.len()].copy_from_slice(new);
            node(&changed)
        };
        for at in [0, 4, 8, 12] {
            assert!(with(at, &f32::NAN.to_le_bytes()).is_err(), "{at}");
        }
        assert!(with(0, &f32::INFINITY.to_le_bytes()).is_err());
        assert!(with(4, &f32::INFINITY.to_le_bytes()).is_err(), "none is minus infinity for Max");
        assert!(with(16, &[0; 4]).is_err());
        assert!(with(22, &[0; 2]).is_err());
    }
}
