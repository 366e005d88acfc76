//! The transposition table: what earlier searches found out about a position.

use std::sync::Arc;

use super::places::{BITS_AT_FIRST, BUCKET, BUCKET_BYTES, Places};
pub(super) use super::table_entry::AT_SIGHT;
pub(in crate::search) use super::table_entry::{Bound, TableEntry};
use super::table_entry::{Entry, check_in, check_of};
use crate::game::{Evaluate, Game};
use crate::search::memory::{ENTRY_BYTES, TooMuchMemory, reservable};
use crate::value::{Player, Value};

/// There are at least this many places for each node that was searched. Of 1,416 positions 745 are solved with 20,000 nodes
/// with two places and with eight, of 178 with 300,000 nodes 127 (123 with one), and eight cost 12 % more CPU time: a search of
/// a million nodes stores about 600,000 entries, and what is spread thinly is in no cache. To load such a tree and search
/// 20,000 nodes more takes a third of the time.
const PLACES_A_NODE: u64 = 2;

/// What searches have found, by position: a table of buckets of four entries, one cache line each. It only saves work: it may
/// forget anything at any time, and gives nothing back that was stored under another key, except by a chance of about one in
/// a thousand million a look-up.
///
/// It grows with the work, so that a short search does not pay for a large table: to clear it takes
/// no longer than to fill it. The memory for the largest is set aside, but not touched.
///
/// Threads may share the places of a table.
#[derive(Debug)]
pub struct SearchTable {
    places: Arc<Places>,
}

impl SearchTable {
    /// A table that grows to at most this many bytes, rounded down to a power of two; none at all
    /// below 64.
    ///
    /// # Errors
    ///
    /// [`TooMuchMemory`] if this machine does not give the memory.
    pub fn try_with_bytes(bytes: u64) -> Result<SearchTable, TooMuchMemory> {
        reservable(bytes)?;
        Ok(SearchTable { places: Arc::new(Places::try_with_bytes(bytes)?) })
    }

    /// The same table for another thread: what one stores the other finds.
    pub(in crate::search) fn sharing(&self) -> SearchTable {
        SearchTable { places: Arc::clone(&self.places) }
    }

    /// Forgets everything, and has room for this many entries, as far as it may.
    pub fn begin_with(&mut self, places: usize) {
        let buckets = places.div_ceil(BUCKET).next_power_of_two().max(1 << BITS_AT_FIRST);
        self.places.begin_with(buckets);
    }

    /// Grows to what a search of this many nodes needs. What is stored stays.
    pub fn make_room_for(&mut self, nodes: u64) {
        self.places.grow_to(nodes.saturating_mul(PLACES_A_NODE));
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        (self.places.used() * BUCKET_BYTES) as u64
    }

    /// Bytes that it may grow to.
    pub fn most_bytes(&self) -> u64 {
        (self.places.most() * BUCKET_BYTES) as u64
    }

    /// Whether anything can be stored.
    pub(in crate::search) fn exists(&self) -> bool {
        self.places.most() > 0
    }

    /// A search begins: what is stored already becomes cheaper to replace.
    pub(in crate::search) fn grow_older(&mut self) {
        self.places.grow_older();
    }

    /// Forgets everything.
    pub(in crate::search) fn clear(&mut self) {
        self.begin_with(0);
    }

    /// The best move that it has for a position, or the one that refuted it.
    pub fn best_move<G: Game + Evaluate>(&self, game: &G) -> Option<G::Move> {
        game.decode(self.get(game.key(), 0)?.best?)
    }

    /// The position after this move is asked for soon. Without, a search of three million nodes takes 7 % longer; told only
    /// once the move is made, 3.5 %.
    pub(in crate::search) fn prefetch_after<G: Game>(&self, game: &G, mv: G::Move) {
        if let Some(key) = game.key_after(mv) {
            self.places.prefetch(self.places.index(key));
        }
    }

    /// What is known about the position with this key, `ply` plies from the root.
    pub(in crate::search) fn get(&self, key: u64, ply: u16) -> Option<TableEntry> {
        let mut bucket = self.places.bucket(self.places.index(key));
        let words = bucket.find(|&words| check_in(words) == check_of(key))?;
        let entry = Entry::of_words(words);
        (entry.bound() != Bound::Empty).then(|| entry.known(ply))
    }

    /// Stores what is known, unless it is no exact value and an entry of the same position and this search is more than so many plies
    /// deeper.
    pub(in crate::search) fn put_unless_deeper(
        &mut self,
        key: u64,
        ply: u16,
        known: TableEntry,
        plies: i32,
    ) {
        let (check, age) = (check_of(key), self.places.age());
        let is_better = |old: Entry| old.is_of(age) && old.worth(age) > known.depth + plies;
        let mut bucket = self.places.bucket(self.places.index(key));
        let same = bucket.find(|&words| check_in(words) == check).map(Entry::of_words);
        let is_kept = known.bound != Bound::Exact && same.is_some_and(is_better);
        drop(bucket);
        if !is_kept {
            self.put(key, ply, known);
        }
    }

    /// Stores the static value of a position whose player may stop at it, so that nobody evaluates it again.
    pub(in crate::search) fn put_static(&mut self, key: u64, mover: Player, value: Value) {
        let bound = match mover {
            Player::Max => Bound::Lower,
            Player::Min => Bound::Upper,
        };
        let entry = TableEntry { value, bound, eval: value, depth: AT_SIGHT, best: None };
        self.put(key, 0, entry);
    }

    /// Stores what is known, in place of the entry that is worth least. Without a best move the one
    /// stored for the position before is kept.
    pub(in crate::search) fn put(&mut self, key: u64, ply: u16, known: TableEntry) {
        let (index, age, check) = (self.places.index(key), self.places.age(), check_of(key));
        let (mut place, mut least, mut old) = (0, i32::MAX, None);
        for (slot, words) in self.places.bucket(index).enumerate() {
            if check_in(words) == check {
                (place, old) = (slot, Some(words));
                break;
            }
            let worth = Entry::of_words(words).worth(age);
            if worth < least {
                (place, least, old) = (slot, worth, Some(words));
            }
        }
        let Some(old) = old.map(Entry::of_words) else { return };
        let inherited = old.best().filter(|_| old.check == check);
        let further = (key >> BITS_AT_FIRST) as u16;
        let entry = Entry::new(key, further, ply, known, inherited, age);
        self.places.put(index, place, entry);
    }

    /// The entries that came from the deepest searches, at most this many: what a file keeps of them. Each with its
    /// place, above the bits of which are those that it would have in the largest table; by place. Of equal depth
    /// those in the first places. Also how many places there were then: where other threads search, the table may have
    /// grown since.
    pub fn deepest(&self, most: usize) -> (usize, Vec<(u32, [u8; ENTRY_BYTES])>) {
        let places = self.places();
        let bits = (places as u32).wrapping_sub(1);
        let entry = |place: usize| (place as u32, self.places.get(place / BUCKET, place % BUCKET));
        let used = || (0..places).map(entry).filter(|(_, entry)| entry.bound() != Bound::Empty);
        let mut by_depth = [0_usize; 256];
        used().for_each(|(_, entry)| by_depth[depth_index(&entry)] += 1);
        // All deeper than `least`, and as many of that depth as there is room for.
        let (mut least, mut left) = (0, most);
        for (depth, &count) in by_depth.iter().enumerate().rev() {
            least = depth;
            match left.checked_sub(count) {
                Some(rest) => left = rest,
                None => break,
            }
        }
        let mut is_kept = |(_, entry): &(u32, Entry)| match depth_index(entry).cmp(&least) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal if left > 0 => {
                left -= 1;
                true
            }
            std::cmp::Ordering::Equal => false,
        };
        let whole = move |place: u32, entry: &Entry| {
            let further = u32::from(entry.further) << BITS_AT_FIRST;
            place | ((further * BUCKET as u32) & !bits)
        };
        let kept = used().filter(|entry| is_kept(entry));
        (places, kept.map(|(place, entry)| (whole(place, &entry), entry.to_bytes())).collect())
    }

    /// How many entries it has room for now.
    pub fn places(&self) -> usize {
        self.places.used() * BUCKET
    }

    /// Puts back an entry that [`SearchTable::deepest`] gave; `false` if it is none. In a smaller table
    /// it may take another's place.
    pub fn put_back(&mut self, (place, bytes): (u32, [u8; ENTRY_BYTES])) -> bool {
        let further = (place / BUCKET as u32) >> BITS_AT_FIRST;
        let Some(entry) = Entry::from_bytes(bytes, further as u16) else { return false };
        let place = place as usize;
        let index = self.places.index((place / BUCKET) as u64);
        self.places.put(index, place % BUCKET, entry);
        true
    }

    /// Takes over what another table knows, as far as it has room.
    pub fn take_over(&mut self, other: &SearchTable) {
        other.deepest(usize::MAX).1.into_iter().for_each(|entry| _ = self.put_back(entry));
    }
}

/// Depths from -128 on.
fn depth_index(entry: &Entry) -> usize {
    (i16::from(entry.depth) + 128) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::MoveCode;
    use crate::search::Window;

    fn table(bytes: u64) -> SearchTable {
        SearchTable::try_with_bytes(bytes).expect("little memory")
    }

    fn used(table: &SearchTable) -> Vec<(u32, [u8; ENTRY_BYTES])> {
        table.deepest(usize::MAX).1
    }

    fn entry(cp: f32, depth: i32) -> TableEntry {
        let value = Value::centipawns(cp);
        TableEntry { value, bound: Bound::Exact, eval: value, depth, best: Some(MoveCode(7)) }
    }

    #[test]
    fn gives_back_what_was_put() {
        let mut table = table(5000);
        assert_eq!(table.bytes(), 4096);
        assert_eq!(BUCKET_BYTES, 64);
        assert_eq!(table.get(7, 0), None);
        table.put(7, 0, entry(-12.0, 3));
        assert_eq!(table.get(7, 0), Some(entry(-12.0, 3)));
        assert_eq!(table.get(7 | 1 << 40, 0), None, "another position of the same bucket");
        table.put(7, 0, TableEntry { best: None, ..entry(4.0, 5) });
        assert_eq!(table.get(7, 0), Some(entry(4.0, 5)), "the move is kept");
    }

    #[test]
    fn a_deeper_entry_of_the_same_search_may_be_kept() {
        let mut table = table(1000);
        let bound = |depth| TableEntry { bound: Bound::Lower, ..entry(3.0, depth) };
        let mut depth_after = |known: TableEntry| {
            table.put_unless_deeper(7, 0, known, 3);
            let depth = table.get(7, 0).map(|entry| entry.depth);
            table.grow_older();
            table.put(7, 0, entry(1.0, 9));
            depth
        };
        assert_eq!(depth_after(bound(9)), Some(9));
        assert_eq!(depth_after(bound(5)), Some(9), "four plies deeper");
        assert_eq!(depth_after(bound(6)), Some(6), "three plies deeper");
        assert_eq!(depth_after(entry(2.0, 5)), Some(5), "an exact value");
        table.grow_older();
        table.put_unless_deeper(7, 0, bound(1), 3);
        assert_eq!(table.get(7, 0).map(|entry| entry.depth), Some(1), "it is of an earlier search");
    }

    #[test]
    fn a_static_value_is_the_least_that_its_player_has() {
        let mut table = table(1000);
        let value = Value::centipawns(30.0);
        for (key, mover, answered, open) in [
            (1, Player::Max, [-100.0, 30.0], [30.0, 40.0]),
            (2, Player::Min, [30.0, 40.0], [-100.0, 30.0]),
        ] {
            table.put_static(key, mover, value);
            let known = table.get(key, 9);
            let answers = |[low, high]: [f32; 2]| {
                let (low, high) = (Value::centipawns(low), Value::centipawns(high));
                let window = Window { low, high };
                known.is_some_and(|entry| entry.eval == value && entry.answers(window))
            };
            assert!(answers(answered) && !answers(open), "{mover:?}");
        }
        table.put(1, 0, entry(-5.0, -1));
        assert_eq!(table.get(1, 0), Some(entry(-5.0, -1)), "any search tells more");
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
        assert!(used(&table).into_iter().all(|entry| again.put_back(entry)));
        assert!(used(&again) == used(&table) && used(&again).len() > 3);
        let (place, mut bytes) = used(&table)[0];
        let mut smaller = super::tests::table(200);
        assert!(used(&table).into_iter().all(|entry| smaller.put_back(entry)));
        bytes[4..8].copy_from_slice(&f32::NAN.to_le_bytes());
        assert!(!again.put_back((place, bytes)) && !again.put_back((place, [0; 16])));
    }

    #[test]
    fn the_deepest_entries_are_kept_as_many_as_fit() {
        let mut table = table(4096);
        (1..40).for_each(|key: u64| table.put(key | key << 32, 0, entry(3.0, key as i32 / 2)));
        let all = used(&table);
        for most in [0, 1, 7, all.len() - 1, all.len()] {
            let (_, kept) = table.deepest(most);
            assert_eq!(kept.len(), most);
            assert!(kept.is_sorted_by_key(|(place, _)| *place % table.places() as u32));
            assert_eq!(table.deepest(most).0, table.places());
            let depth = |(_, bytes): &(u32, [u8; ENTRY_BYTES])| bytes[14];
            let least = kept.iter().map(depth).min();
            let left = all.iter().filter(|entry| !kept.contains(entry)).map(depth).max();
            assert!(least.zip(left).is_none_or(|(least, left)| least >= left), "{most}");
        }
    }

    #[test]
    fn it_grows_with_the_work_and_forgets_nothing() {
        let mut table = table(4 << 20);
        assert_eq!((table.bytes(), table.most_bytes()), (256 << 10, 4 << 20));
        let keys = || (1..2_000_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        keys().for_each(|key| table.put(key, 0, entry(3.0, 5)));
        let there = used(&table).len();
        table.make_room_for(8_192);
        assert_eq!(table.bytes(), 256 << 10, "there is room for them");
        for (nodes, mebibytes) in [(8_193, 0.5), (40_000, 2.0), (u64::MAX, 4.0)] {
            table.make_room_for(nodes);
            assert_eq!(table.bytes() as f64, mebibytes * f64::from(1 << 20));
            assert_eq!(used(&table).len(), there);
            assert!(keys().all(|key| table.get(key, 0).is_some()), "at {nodes}");
        }
        table.clear();
        assert_eq!((table.bytes(), used(&table).len()), (256 << 10, 0));
    }

    /// A file is written while threads search, and let the table grow.
    #[test]
    fn what_was_read_fits_the_places_that_there_were() {
        let mut table = table(4 << 20);
        (1..2_000_u64)
            .for_each(|n| table.put(n.wrapping_mul(0x9e37_79b9_7f4a_7c15), 0, entry(3.0, 5)));
        let (places, kept) = table.deepest(usize::MAX);
        table.make_room_for(200_000);
        let in_order = |places: usize| kept.is_sorted_by_key(|(place, _)| *place as usize % places);
        assert!(in_order(places) && !in_order(table.places()));
    }

    #[test]
    fn a_table_that_was_put_back_grows_as_the_one_it_came_from() {
        let keys = || (1..2_000_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut table = super::tests::table(4 << 20);
        keys().for_each(|key| table.put(key, 0, entry(3.0, 5)));
        let mut again = super::tests::table(4 << 20);
        assert!(used(&table).into_iter().all(|entry| again.put_back(entry)));
        table.make_room_for(200_000);
        again.make_room_for(200_000);
        assert_eq!(used(&again), used(&table));
    }

    #[test]
    fn may_be_empty() {
        let mut table = table(63);
        table.put(1, 0, entry(1.0, 1));
        assert!(!table.exists() && table.get(1, 0).is_none());
    }
}
