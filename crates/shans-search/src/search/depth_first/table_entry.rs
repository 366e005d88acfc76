//! An entry of the transposition table: two words.

use crate::game::MoveCode;
use crate::search::memory::ENTRY_BYTES;
use crate::search::window::Window;
use crate::value::Value;

/// What a stored value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(in crate::search) enum Bound {
    /// Nothing is stored.
    #[default]
    Empty,
    /// The value is at least this, from Max's point of view.
    Lower,
    /// The value is at most this.
    Upper,
    /// The value is this.
    Exact,
}

impl Bound {
    /// What a fail-soft search of `window` says by returning `value`.
    pub(in crate::search) fn of(window: Window, value: Value) -> Bound {
        if value <= window.low {
            Bound::Upper
        } else if value >= window.high {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::search) struct TableEntry {
    /// The value or bound, wins counted from the root of the search that asks.
    pub(in crate::search) value: Value,
    pub(in crate::search) bound: Bound,
    /// The static value; NaN bits are never stored.
    pub(in crate::search) eval: Value,
    /// The depth of the search behind the value.
    pub(in crate::search) depth: i32,
    /// The best move, or the one that refuted the position.
    pub(in crate::search) best: Option<MoveCode>,
}

impl TableEntry {
    /// Whether the value answers a search of this window.
    pub(in crate::search) fn answers(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= window.high,
            Bound::Upper => self.value <= window.low,
            Bound::Empty => false,
        }
    }
}

/// An entry as it is stored; wins are counted from the position itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Entry {
    /// The upper half of the key.
    pub(super) check: u32,
    pub(super) value: f32,
    /// The static value in whole centipawns: it decides what is pruned, no result.
    pub(super) eval: i16,
    /// The bits of the key that place it in larger tables.
    pub(super) further: u16,
    /// [`Game::encode`](crate::game::Game::encode), meaningless without `has_best`.
    pub(super) best: MoveCode,
    pub(super) depth: i8,
    /// Age in the upper bits, then whether there is a best move, then the bound.
    pub(super) tags: u8,
}

/// The depth of a value that is the static one, and nothing was searched: the player to move may stop at it.
pub(in crate::search) const AT_SIGHT: i32 = -2;

const BOUND_BITS: u8 = 0b11;
const BEST_BIT: u8 = 0b100;
/// What a search adds to the age.
pub(super) const AGE_STEP: u8 = 0b1000;
/// How many plies of depth an entry of the last search is worth less than a new one.
const AGE_WEIGHT: i32 = 4;

impl Entry {
    /// What is known about the position with this key, `ply` plies from the root of the search.
    /// Without a best move it has `inherited`.
    pub(super) fn new(
        key: u64,
        further: u16,
        ply: u16,
        known: TableEntry,
        inherited: Option<MoveCode>,
        age: u8,
    ) -> Entry {
        let best = known.best.or(inherited);
        Entry {
            check: check_of(key),
            value: known.value.unshifted(ply).raw(),
            eval: known.eval.raw().round() as i16,
            further,
            best: best.unwrap_or_default(),
            depth: known.depth.clamp(AT_SIGHT, i32::from(i8::MAX)) as i8,
            tags: age | if best.is_some() { BEST_BIT } else { 0 } | known.bound as u8,
        }
    }

    /// What it says, `ply` plies from the root of the search that asks.
    pub(super) fn known(&self, ply: u16) -> TableEntry {
        TableEntry {
            value: Value::from_raw(self.value).shifted(ply),
            bound: self.bound(),
            eval: Value::from_raw(self.eval.into()),
            depth: i32::from(self.depth),
            best: self.best(),
        }
    }

    pub(super) fn bound(&self) -> Bound {
        match self.tags & BOUND_BITS {
            0 => Bound::Empty,
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        }
    }

    pub(super) fn best(&self) -> Option<MoveCode> {
        (self.tags & BEST_BIT != 0).then_some(self.best)
    }

    /// Whether it was stored at this age.
    pub(super) fn is_of(&self, age: u8) -> bool {
        self.tags & !(AGE_STEP - 1) == age
    }

    /// What would be lost with it: depth, and not being old. Empty entries are worth nothing.
    pub(super) fn worth(&self, age: u8) -> i32 {
        if self.bound() == Bound::Empty {
            return i32::MIN;
        }
        let searches_ago = age.wrapping_sub(self.tags & !(AGE_STEP - 1)) / AGE_STEP;
        i32::from(self.depth) - AGE_WEIGHT * i32::from(searches_ago)
    }

    /// As two words. Several threads may write and read them at once, and each word by itself is
    /// whole: so the second is folded into the check of the first, and halves of different entries
    /// give a check that is that of neither, except by a chance of one in four thousand million. The
    /// idea is R. Hyatt's and T. Mann's ("A lock-less transposition table implementation for parallel
    /// search", 2002). The empty entry is two zeros.
    pub(super) fn words(self) -> [u64; 2] {
        let second = u64::from(self.eval as u16)
            | u64::from(self.further) << 16
            | u64::from(self.best.0) << 32
            | u64::from(self.depth as u8) << 48
            | u64::from(self.tags) << 56;
        let first = u64::from(self.check) | u64::from(self.value.to_bits()) << 32;
        [first ^ u64::from(folded(second)), second]
    }

    /// The entry of two words; nonsense, with a check that fits no key, where they were not written
    /// together.
    pub(super) fn of_words(words: [u64; 2]) -> Entry {
        let [first, second] = words;
        Entry {
            check: check_in(words),
            value: f32::from_bits((first >> 32) as u32),
            eval: second as i16,
            further: (second >> 16) as u16,
            best: MoveCode((second >> 32) as u16),
            depth: (second >> 48) as i8,
            tags: (second >> 56) as u8,
        }
    }

    pub(super) fn to_bytes(self) -> [u8; ENTRY_BYTES] {
        let mut bytes = [0; ENTRY_BYTES];
        bytes[..4].copy_from_slice(&self.check.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.value.to_le_bytes());
        bytes[8..12].copy_from_slice(&f32::from(self.eval).to_le_bytes());
        bytes[12..14].copy_from_slice(&self.best.0.to_le_bytes());
        bytes[14] = self.depth as u8;
        bytes[15] = self.tags;
        bytes
    }

    /// `None` for bytes that are not an entry: with numbers that are not values, or an empty one.
    pub(super) fn from_bytes(bytes: [u8; ENTRY_BYTES], further: u16) -> Option<Entry> {
        let [a, b, c, d, rest @ ..] = bytes;
        let [e, f, g, h, rest @ ..] = rest;
        let [i, j, k, l, m, n, depth, tags] = rest;
        let number = |bytes| {
            let raw = f32::from_le_bytes(bytes);
            (Value::from_raw(raw).raw().to_bits() == raw.to_bits()).then_some(raw)
        };
        (tags != 0).then_some(())?;
        Some(Entry {
            check: u32::from_le_bytes([a, b, c, d]),
            value: number([e, f, g, h])?,
            eval: number([i, j, k, l])? as i16,
            further,
            best: MoveCode(u16::from_le_bytes([m, n])),
            depth: depth as i8,
            tags,
        })
    }
}

/// The check of the entry of these words.
pub(super) fn check_in([first, second]: [u64; 2]) -> u32 {
    first as u32 ^ folded(second)
}

/// The part of the key that an entry keeps.
pub(super) fn check_of(key: u64) -> u32 {
    (key >> 32) as u32
}

fn folded(word: u64) -> u32 {
    (word ^ (word >> 32)) as u32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_entry() -> impl Strategy<Value = Entry> {
        let numbers = (any::<u32>(), -1e5_f32..1e5, any::<i16>(), any::<u16>());
        (numbers, (any::<u16>(), any::<i8>(), 1_u8..)).prop_map(|(first, (best, depth, tags))| {
            let (check, value, eval, further) = first;
            Entry { check, value, eval, further, best: MoveCode(best), depth, tags }
        })
    }

    proptest! {
        #[test]
        fn words_and_bytes_give_it_back(entry in any_entry()) {
            prop_assert_eq!(Entry::of_words(entry.words()), entry);
            prop_assert_eq!(Entry::from_bytes(entry.to_bytes(), entry.further), Some(entry));
        }

        /// A reader that gets one word of the old entry and one of the new finds neither.
        #[test]
        fn halves_of_two_entries_are_none(
            old in any_entry(),
            (value, depth, tags) in (-1e5_f32..1e5, any::<i8>(), 1_u8..),
        ) {
            // The same position, searched again: another depth or bound.
            let new = Entry { value, depth, tags, ..old };
            prop_assume!((old.depth, old.tags) != (new.depth, new.tags));
            for torn in [[old.words()[0], new.words()[1]], [new.words()[0], old.words()[1]]] {
                prop_assert_ne!(Entry::of_words(torn).check, old.check);
            }
        }
    }

    #[test]
    fn the_empty_entry_is_two_zeros() {
        assert_eq!(Entry::default().words(), [0, 0]);
        assert_eq!(Entry::of_words([0, 0]).bound(), Bound::Empty);
    }
}
