//! The transposition table: what earlier searches found out about a position.

use super::journal::Journal;
use crate::game::MoveCode;
use crate::search::memory::{ENTRY_BYTES, TooMuchMemory, noted_most, reservable};
use crate::search::window::Window;
use crate::value::Value;

/// What a stored value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(in crate::search) enum Bound {
    /// Nothing is stored.
    #[default]
    Empty,
    /// The value is at least this, from Max's view.
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

/// What is known of a position.
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

/// Sixteen bytes; wins are counted from the position itself.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// The upper half of the key.
    check: u32,
    value: f32,
    /// The static value in whole centipawns: it decides what is pruned, no result.
    eval: i16,
    /// The bits of the key that place it in larger tables.
    further: u16,
    /// [`Game::encode`](crate::game::Game::encode), meaningless without `has_best`.
    best: MoveCode,
    depth: i8,
    /// Age in the upper bits, then whether there is a best move, then the bound.
    tags: u8,
}

const BOUND_BITS: u8 = 0b11;
const BEST_BIT: u8 = 0b100;
const AGE_STEP: u8 = 0b1000;
/// How many plies of depth an entry of the last search is worth less than a new one.
const AGE_WEIGHT: i32 = 4;
const BUCKET: usize = 4;
const BUCKET_BYTES: usize = size_of::<[Entry; BUCKET]>();

impl Entry {
    fn bound(&self) -> Bound {
        match self.tags & BOUND_BITS {
            0 => Bound::Empty,
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        }
    }

    fn to_bytes(self) -> [u8; ENTRY_BYTES] {
        let mut bytes = [0; ENTRY_BYTES];
        bytes[..4].copy_from_slice(&self.check.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.value.to_le_bytes());
        bytes[8..12].copy_from_slice(&f32::from(self.eval).to_le_bytes());
        bytes[12..14].copy_from_slice(&self.best.0.to_le_bytes());
        bytes[14] = self.depth as u8;
        bytes[15] = self.tags;
        bytes
    }

    /// `None` for bytes that are no entry: with numbers that are no values, or an empty one.
    fn from_bytes(bytes: [u8; ENTRY_BYTES], further: u16) -> Option<Entry> {
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

    /// What would be lost with it: depth, and not being old. Empty entries are worth nothing.
    fn worth(&self, age: u8) -> i32 {
        if self.bound() == Bound::Empty {
            return i32::MIN;
        }
        let searches_ago = age.wrapping_sub(self.tags & !(AGE_STEP - 1)) / AGE_STEP;
        i32::from(self.depth) - AGE_WEIGHT * i32::from(searches_ago)
    }
}

/// A table begins with this many bits of the key: 4,096 buckets, 256 KiB ...
const BITS_AT_FIRST: u32 = 12;
/// ... and may grow by this many more.
const FURTHER_BITS: u32 = u16::BITS;
/// There are at least this many places for each node that was searched.
const PLACES_A_NODE: u64 = 8;

/// A table of buckets of four entries, one cache line each. It may forget anything at any time,
/// and gives nothing back that was stored under another key, but for a chance of about one in
/// a thousand million a look-up.
///
/// It grows with the work, so that a short search does not pay for a large table: to clear it takes
/// no longer than to fill it. The memory for the largest is set aside, but not touched.
#[derive(Debug)]
pub(in crate::search) struct Table {
    /// A power of two of them, or none.
    buckets: Vec<[Entry; BUCKET]>,
    /// How many there may be.
    most: usize,
    age: u8,
    /// What was overwritten since the last commit; `None` where nothing is to be undone.
    journal: Option<Journal<Entry>>,
}

impl Table {
    /// A table that grows to at most this many bytes, rounded down to a power of two; none at all
    /// below 64.
    ///
    /// # Errors
    ///
    /// [`TooMuchMemory`] where this machine does not give the memory.
    pub(in crate::search) fn try_with_bytes(bytes: u64) -> Result<Table, TooMuchMemory> {
        reservable(bytes)?;
        let most = usize::try_from(bytes).unwrap_or(usize::MAX) / BUCKET_BYTES;
        let most = if most == 0 { 0 } else { 1 << most.ilog2().min(BITS_AT_FIRST + FURTHER_BITS) };
        let mut table = Table { buckets: Vec::with_capacity(most), most, age: 0, journal: None };
        table.begin_with(0);
        Ok(table)
    }

    /// Forgets everything, and has room for this many entries, as far as it may.
    pub(in crate::search) fn begin_with(&mut self, places: usize) {
        let buckets = places.div_ceil(BUCKET).next_power_of_two().max(1 << BITS_AT_FIRST);
        self.buckets.clear();
        self.buckets.resize(buckets.min(self.most), [Entry::default(); BUCKET]);
        self.age = 0;
        self.commit();
    }

    /// Grows to what a search of this many nodes needs. What is stored stays. Not where something is
    /// to be undone.
    pub(in crate::search) fn make_room_for(&mut self, nodes: u64) {
        let needed = nodes.saturating_mul(PLACES_A_NODE);
        while (self.places() as u64) < needed && self.buckets.len() < self.most {
            self.double();
        }
    }

    /// Twice as many buckets: one more bit of the key tells where an entry is.
    fn double(&mut self) {
        let half = self.buckets.len();
        let bit = 1 << (half.ilog2() - BITS_AT_FIRST);
        self.buckets.resize(2 * half, [Entry::default(); BUCKET]);
        let (lower, upper) = self.buckets.split_at_mut(half);
        let places = lower.as_flattened_mut().iter_mut().zip(upper.as_flattened_mut());
        for (old, new) in places.filter(|(old, _)| old.further & bit != 0) {
            *new = std::mem::take(old);
        }
    }

    /// Bytes of the places that there are.
    pub(in crate::search) fn bytes(&self) -> u64 {
        (self.buckets.len() * BUCKET_BYTES) as u64
    }

    /// Bytes that it may grow to.
    pub(in crate::search) fn most_bytes(&self) -> u64 {
        (self.most * BUCKET_BYTES) as u64
    }

    /// Whether anything can be stored.
    pub(in crate::search) fn exists(&self) -> bool {
        self.most > 0
    }

    /// A search begins: what is stored already becomes cheaper to replace.
    pub(in crate::search) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(AGE_STEP);
    }

    /// Forgets everything.
    pub(in crate::search) fn clear(&mut self) {
        self.begin_with(0);
    }

    /// What is known of the position with this key, `ply` plies from the root.
    pub(in crate::search) fn get(&self, key: u64, ply: u16) -> Option<TableEntry> {
        let bucket = self.buckets.get(self.index(key))?;
        let check = check_of(key);
        let entry = bucket.iter().find(|e| e.check == check && e.bound() != Bound::Empty)?;
        Some(TableEntry {
            value: Value::from_raw(entry.value).shifted(ply),
            bound: entry.bound(),
            eval: Value::from_raw(entry.eval.into()),
            depth: i32::from(entry.depth),
            best: (entry.tags & BEST_BIT != 0).then_some(entry.best),
        })
    }

    /// Stores what is known, in place of the entry that is worth least; not where too much would
    /// have to be noted to undo it. Without a best move the one stored for the position before is
    /// kept.
    pub(in crate::search) fn put(&mut self, key: u64, ply: u16, entry: TableEntry) {
        let (index, age, check) = (self.index(key), self.age, check_of(key));
        let Some(bucket) = self.buckets.get_mut(index) else { return };
        let mut place = 0;
        for (slot, entry) in bucket.iter().enumerate() {
            if entry.check == check {
                place = slot;
                break;
            }
            if entry.worth(age) < bucket[place].worth(age) {
                place = slot;
            }
        }
        let old = bucket[place];
        let inherited = (old.check == check && old.tags & BEST_BIT != 0).then_some(old.best);
        let best = entry.best.or(inherited);
        if let Some(journal) = &mut self.journal
            && !journal.note(index * BUCKET + place, old)
        {
            return;
        }
        bucket[place] = Entry {
            check,
            value: entry.value.unshifted(ply).raw(),
            eval: entry.eval.raw().round() as i16,
            further: (key >> BITS_AT_FIRST) as u16,
            best: best.unwrap_or_default(),
            depth: entry.depth.clamp(-1, i32::from(i8::MAX)) as i8,
            tags: age | if best.is_some() { BEST_BIT } else { 0 } | entry.bound as u8,
        };
    }

    fn index(&self, key: u64) -> usize {
        key as usize & self.buckets.len().wrapping_sub(1)
    }

    /// From now on what is stored can be undone, back to the last commit.
    pub(in crate::search) fn keep_journal(&mut self) {
        let most = self.most * BUCKET;
        self.journal = Some(Journal::new(most, noted_most(most)));
    }

    /// Whether what is stored can be undone.
    pub(in crate::search) fn keeps_journal(&self) -> bool {
        self.journal.is_some()
    }

    /// What was stored since the last time stays.
    pub(in crate::search) fn commit(&mut self) {
        self.journal.iter_mut().for_each(Journal::commit);
    }

    /// What was stored since the last commit goes.
    pub(in crate::search) fn roll_back(&mut self) {
        let entries = self.buckets.as_flattened_mut();
        self.journal.iter_mut().for_each(|journal| {
            journal.take_back(|place, old| entries[place] = old);
        });
    }

    /// The places in use, with the bytes of their entries: what a file has to keep. Above the bits of
    /// a place are those that it would have in the largest table.
    pub(in crate::search) fn used(&self) -> impl Iterator<Item = (u32, [u8; ENTRY_BYTES])> {
        let entries = (0..).zip(self.buckets.as_flattened());
        let bits = (self.places() as u32).wrapping_sub(1);
        let whole = move |place: u32, entry: &Entry| {
            let further = u32::from(entry.further) << BITS_AT_FIRST;
            place | ((further * BUCKET as u32) & !bits)
        };
        let used = entries.filter(|(_, entry)| entry.tags != 0);
        used.map(move |(place, entry)| (whole(place, entry), entry.to_bytes()))
    }

    /// How many places there are.
    pub(in crate::search) fn places(&self) -> usize {
        self.buckets.len() * BUCKET
    }

    /// Puts back an entry that [`Table::used`] gave; `false` where it is none. In a smaller table
    /// it may take another's place.
    pub(in crate::search) fn put_back(&mut self, (place, bytes): (u32, [u8; ENTRY_BYTES])) -> bool {
        let further = (place / BUCKET as u32) >> BITS_AT_FIRST;
        let Some(entry) = Entry::from_bytes(bytes, further as u16) else { return false };
        let place = place as usize;
        let index = self.index((place / BUCKET) as u64);
        if let Some(bucket) = self.buckets.get_mut(index) {
            bucket[place % BUCKET] = entry;
        }
        true
    }
}

fn check_of(key: u64) -> u32 {
    (key >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Player;

    fn table(bytes: u64) -> Table {
        Table::try_with_bytes(bytes).expect("little memory")
    }

    fn entry(cp: f32, depth: i32) -> TableEntry {
        let value = Value::centipawns(cp);
        TableEntry { value, bound: Bound::Exact, eval: value, depth, best: Some(MoveCode(7)) }
    }

    #[test]
    fn gives_back_what_was_put() {
        let mut table = table(5000);
        assert_eq!(table.bytes(), 4096);
        assert_eq!(size_of::<[Entry; BUCKET]>(), 64);
        assert_eq!(table.get(7, 0), None);
        table.put(7, 0, entry(-12.0, 3));
        assert_eq!(table.get(7, 0), Some(entry(-12.0, 3)));
        assert_eq!(table.get(7 | 1 << 40, 0), None, "another position of the same bucket");
        table.put(7, 0, TableEntry { best: None, ..entry(4.0, 5) });
        assert_eq!(table.get(7, 0), Some(entry(4.0, 5)), "the move is kept");
    }

    #[test]
    fn wins_count_from_the_position() {
        let mut table = table(1000);
        let win = Value::win_in(Player::Min, 9);
        table.put(1, 4, TableEntry { value: win, ..entry(0.0, 1) });
        assert_eq!(table.get(1, 6).map(|entry| entry.value), Some(Value::win_in(Player::Min, 11)));
    }

    #[test]
    fn shallow_and_old_entries_go_first() {
        let mut table = table(64);
        let key = |n: u64| n << 32;
        (1..=4).for_each(|n| table.put(key(n), 0, entry(0.0, n as i32)));
        table.put(key(5), 0, entry(0.0, 1));
        assert_eq!(table.get(key(1), 0), None);
        for _ in 0..3 {
            table.grow_older();
        }
        table.put(key(6), 0, entry(0.0, 0));
        table.put(key(7), 0, entry(0.0, 0));
        assert_eq!(table.get(key(5), 0), None);
        assert_eq!(table.get(key(2), 0), None, "older and no more than 12 plies deeper");
        assert!(table.get(key(6), 0).is_some() && table.get(key(4), 0).is_some());
    }

    #[test]
    fn what_is_used_can_be_put_back() {
        let mut table = table(1000);
        (1..40).for_each(|key: u64| table.put(key << 30, 0, entry(3.0, key as i32)));
        let mut again = super::tests::table(1000);
        assert!(table.used().all(|used| again.put_back(used)));
        assert!(again.used().eq(table.used()) && again.used().count() > 3);
        let (place, mut bytes) = table.used().next().unwrap_or_else(|| panic!("nothing used"));
        let mut smaller = super::tests::table(200);
        assert!(table.used().all(|used| smaller.put_back(used)));
        bytes[4..8].copy_from_slice(&f32::NAN.to_le_bytes());
        assert!(!again.put_back((place, bytes)) && !again.put_back((place, [0; 16])));
    }

    #[test]
    fn what_was_stored_since_a_commit_can_be_undone() {
        let mut table = table(1024);
        table.keep_journal();
        (1..10).for_each(|key: u64| table.put(key << 40, 0, entry(3.0, key as i32)));
        table.commit();
        let before: Vec<_> = table.used().collect();
        (5..30).for_each(|key: u64| table.put(key << 40, 0, entry(4.0, 9)));
        assert!(!table.used().eq(before.iter().copied()));
        table.roll_back();
        assert!(table.used().eq(before.iter().copied()));
        table.roll_back();
        assert!(table.used().eq(before), "nothing is undone twice");
    }

    #[test]
    fn what_has_to_be_undone_is_bounded() {
        let mut table = table(1024);
        table.keep_journal();
        (1..1000).for_each(|key: u64| table.put(key | key << 32, 0, entry(3.0, 5)));
        assert_eq!(table.used().count(), noted_most(table.places()));
        table.commit();
        (1000..2000).for_each(|key: u64| table.put(key | key << 32, 0, entry(3.0, 6)));
        assert!(table.used().count() > noted_most(table.places()));
        table.roll_back();
        assert_eq!(table.used().count(), noted_most(table.places()));
    }

    #[test]
    fn it_grows_with_the_work_and_forgets_nothing() {
        let mut table = table(4 << 20);
        assert_eq!((table.bytes(), table.most_bytes()), (256 << 10, 4 << 20));
        let keys = || (1..2_000_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        keys().for_each(|key| table.put(key, 0, entry(3.0, 5)));
        let used = table.used().count();
        table.make_room_for(2_048);
        assert_eq!(table.bytes(), 256 << 10, "there is room for them");
        for (nodes, mebibytes) in [(2_049, 0.5), (10_000, 2.0), (u64::MAX, 4.0)] {
            table.make_room_for(nodes);
            assert_eq!(table.bytes() as f64, mebibytes * f64::from(1 << 20));
            assert_eq!(table.used().count(), used);
            assert!(keys().all(|key| table.get(key, 0).is_some()), "at {nodes}");
        }
        table.clear();
        assert_eq!((table.bytes(), table.used().count()), (256 << 10, 0));
    }

    #[test]
    fn a_table_that_was_put_back_grows_as_the_one_it_came_from() {
        let keys = || (1..2_000_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut table = super::tests::table(4 << 20);
        keys().for_each(|key| table.put(key, 0, entry(3.0, 5)));
        let mut again = super::tests::table(4 << 20);
        assert!(table.used().all(|used| again.put_back(used)));
        table.make_room_for(50_000);
        again.make_room_for(50_000);
        assert!(again.used().eq(table.used()));
    }

    #[test]
    fn may_be_empty() {
        let mut table = table(63);
        table.put(1, 0, entry(1.0, 1));
        assert!(!table.exists() && table.get(1, 0).is_none());
    }
}
