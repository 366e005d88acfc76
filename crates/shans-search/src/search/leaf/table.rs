//! Values of leaves met before.

use crate::search::memory::{TooMuchMemory, reservable};
use crate::value::Value;

/// A table of quiescence values by position, always replacing. It only saves work: a value
/// depends on nothing but its position.
#[derive(Debug)]
pub struct LeafTable {
    /// The upper half of the key, which tells positions of one slot apart, above the bits of
    /// the value; zero is empty. As plain numbers they come zeroed from the system, and pages
    /// that are never used are never touched.
    slots: Vec<u64>,
}

impl LeafTable {
    /// A table of at most this many bytes, rounded down to a power of two; none below 8 bytes.
    ///
    /// # Panics
    ///
    /// Where this machine does not give the memory; [`LeafTable::try_with_bytes`] returns that as
    /// an error.
    pub fn with_bytes(bytes: u64) -> LeafTable {
        LeafTable::try_with_bytes(bytes).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A table of at most this many bytes, rounded down to a power of two; none below 8 bytes.
    ///
    /// # Errors
    ///
    /// [`TooMuchMemory`] where this machine does not give the memory.
    pub fn try_with_bytes(bytes: u64) -> Result<LeafTable, TooMuchMemory> {
        let slots = usize::try_from(bytes).unwrap_or(usize::MAX) / size_of::<u64>();
        let slots = if slots == 0 { 0 } else { 1 << slots.ilog2() };
        reservable((slots * size_of::<u64>()) as u64)?;
        Ok(LeafTable { slots: vec![0; slots] })
    }

    /// How many slots there are: a power of two, or none.
    pub fn slots(&self) -> usize {
        self.slots.len()
    }

    /// The slots in use with their indices: what a file has to keep.
    pub fn used(&self) -> impl Iterator<Item = (u32, u64)> {
        let indexed = (0..).zip(self.slots.iter().copied());
        indexed.filter(|&(_, slot)| slot != 0)
    }

    /// Puts back a slot that [`LeafTable::used`] gave. In a smaller table it may take another's
    /// place; `false` where it is none.
    pub fn put_back(&mut self, (index, slot): (u32, u64)) -> bool {
        let value = f32::from_bits(slot as u32);
        let is_value = Value::from_raw(value).raw().to_bits() == value.to_bits();
        let is_slot = is_value && slot & CHECK != 0;
        let index = self.index(u64::from(index));
        if let Some(place) = self.slots.get_mut(index).filter(|_| is_slot) {
            *place = slot;
        }
        is_slot
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(0);
    }

    /// Bytes taken.
    pub fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<u64>()) as u64
    }

    /// The value stored for a key.
    pub fn get(&self, key: u64) -> Option<Value> {
        let slot = *self.slots.get(self.index(key))?;
        (slot & CHECK == check_of(key)).then(|| Value::from_raw(f32::from_bits(slot as u32)))
    }

    /// Stores a value in place of whatever was there.
    pub fn put(&mut self, key: u64, value: Value) {
        let index = self.index(key);
        if let Some(slot) = self.slots.get_mut(index) {
            *slot = check_of(key) | u64::from(value.raw().to_bits());
        }
    }

    fn index(&self, key: u64) -> usize {
        key as usize & self.slots.len().wrapping_sub(1)
    }
}

const CHECK: u64 = 0xffff_ffff << 32;

/// Never zero, so that an empty slot matches nothing.
fn check_of(key: u64) -> u64 {
    (key & CHECK).max(1 << 32)
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
        table.clear();
        assert_eq!((table.get(7), table.bytes()), (None, 512));
    }

    #[test]
    fn what_is_used_can_be_put_back() {
        let mut table = LeafTable::with_bytes(64);
        table.put(1 << 40 | 3, Value::centipawns(5.0));
        table.put(6, Value::DRAW);
        let mut again = LeafTable::with_bytes(64);
        assert!(table.used().all(|used| again.put_back(used)));
        assert!(again.used().eq(table.used()) && again.used().count() == 2);
        let mut smaller = LeafTable::with_bytes(16);
        assert!(table.used().all(|used| smaller.put_back(used)));
        assert_eq!(smaller.used().count(), 2);
        let no_value = 1 << 40 | u64::from(f32::NAN.to_bits());
        assert!(!again.put_back((0, no_value)) && !again.put_back((0, 7)));
    }

    #[test]
    fn may_be_empty() {
        let mut table = LeafTable::with_bytes(7);
        table.put(1, Value::DRAW);
        assert_eq!(table.get(1), None);
    }
}
