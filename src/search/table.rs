//! Values of leaves met before.

use crate::value::Value;

/// A table of quiescence values by position, always replacing. It only saves work: a value
/// depends on nothing but its position.
#[derive(Debug)]
pub struct LeafTable {
    slots: Vec<Slot>,
}

/// Eight bytes. The upper half of a key tells positions of one slot apart; zero is empty.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    check: u32,
    value: f32,
}

impl LeafTable {
    /// A table of at most this many bytes, rounded down to a power of two; none below 8 bytes.
    pub fn with_bytes(bytes: u64) -> LeafTable {
        let slots = usize::try_from(bytes).unwrap_or(usize::MAX) / size_of::<Slot>();
        let slots = if slots == 0 { 0 } else { 1 << slots.ilog2() };
        LeafTable { slots: vec![Slot::default(); slots] }
    }

    /// Bytes taken.
    pub fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<Slot>()) as u64
    }

    /// The value stored for a key.
    pub fn get(&self, key: u64) -> Option<Value> {
        let slot = self.slots.get(self.index(key))?;
        (slot.check == check_of(key)).then(|| Value::from_raw(slot.value))
    }

    /// Stores a value in place of whatever was there.
    pub fn put(&mut self, key: u64, value: Value) {
        let index = self.index(key);
        if let Some(slot) = self.slots.get_mut(index) {
            *slot = Slot { check: check_of(key), value: value.raw() };
        }
    }

    fn index(&self, key: u64) -> usize {
        key as usize & self.slots.len().wrapping_sub(1)
    }
}

fn check_of(key: u64) -> u32 {
    ((key >> 32) as u32).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_back_what_was_put() {
        let mut table = LeafTable::with_bytes(1000);
        assert_eq!(table.bytes(), 512);
        assert_eq!(table.get(7), None);
        table.put(7, Value::centipawns(-12.0));
        assert_eq!(table.get(7), Some(Value::centipawns(-12.0)));
        assert_eq!(table.get(7 | 1 << 40), None, "another position of the same slot");
    }

    #[test]
    fn may_be_empty() {
        let mut table = LeafTable::with_bytes(7);
        table.put(1, Value::DRAW);
        assert_eq!(table.get(1), None);
    }
}
