//! The places of a transposition table, which threads may share.
//!
//! No thread waits for another: each word is read and written by itself, and an entry of two words that
//! do not belong together is recognised ([`Entry::words`]). What one thread stores another may
//! overwrite at the same moment, and lose; the table may forget anything at any time.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize};

use bytemuck::allocation::try_zeroed_slice_box;
use kevy_madvise::advise_hugepage;
use prefetch_index::prefetch_index;

use super::table_entry::{AGE_STEP, Entry};
use crate::search::memory::TooMuchMemory;

/// Entries that are looked at together: one cache line of them.
pub(super) const BUCKET: usize = 4;
/// The two words of an entry.
type Place = [AtomicU64; 2];
pub(super) const BUCKET_BYTES: usize = BUCKET * size_of::<Place>();
/// A table begins with this many bits of the key: 4,096 buckets, 256 KiB ...
pub(super) const BITS_AT_FIRST: u32 = 12;
/// ... and may grow by this many more.
const FURTHER_BITS: u32 = u16::BITS;

/// Buckets of entries, of which some are in use. The memory for all is set aside, and none of it is
/// touched before it is used.
#[derive(Debug)]
pub(super) struct Places {
    /// Those of all buckets, from `first` on.
    places: Box<[Place]>,
    /// The first place where a cache line begins, so that no bucket lies in two of them.
    first: usize,
    /// How many buckets there may be: a power of two, or 0.
    most: usize,
    /// How many are in use: a power of two, or 0.
    used: AtomicUsize,
    age: AtomicU8,
    /// Another thread is making room.
    is_growing: AtomicBool,
}

impl Places {
    /// At most this many bytes of them, rounded down to a power of two; none at all below 64. Less than
    /// 64 bytes before the first are not used.
    pub(super) fn try_with_bytes(bytes: u64) -> Result<Places, TooMuchMemory> {
        let most = usize::try_from(bytes).unwrap_or(usize::MAX) / BUCKET_BYTES;
        let most = if most == 0 { 0 } else { 1 << most.ilog2().min(BITS_AT_FIRST + FURTHER_BITS) };
        let count = if most == 0 { 0 } else { most * BUCKET + BUCKET - 1 };
        let places: Box<[Place]> =
            try_zeroed_slice_box(count).map_err(|()| TooMuchMemory { bytes })?;
        // Of 512 MiB in use nearly every look-up waits for an address, too: with large pages 12 million nodes take 5 to 8 % less
        // CPU time, 3 million 4 to 6 %.
        advise_hugepage(places.as_ptr().cast(), size_of_val(&*places));
        let first = places.as_ptr().align_offset(BUCKET_BYTES).min(count - most * BUCKET);
        Ok(Places {
            places,
            first,
            most,
            used: AtomicUsize::new(most.min(1 << BITS_AT_FIRST)),
            age: AtomicU8::new(0),
            is_growing: AtomicBool::new(false),
        })
    }

    /// How many buckets are in use.
    pub(super) fn used(&self) -> usize {
        self.used.load(Relaxed)
    }

    /// How many there may be.
    pub(super) fn most(&self) -> usize {
        self.most
    }

    /// Empties all, and continues with this many buckets.
    pub(super) fn begin_with(&self, buckets: usize) {
        self.places_of(0, self.used()).iter().for_each(|place| store(place, [0; 2]));
        self.used.store(buckets.min(self.most()), Relaxed);
        self.age.store(0, Relaxed);
    }

    /// Makes room for this many entries, as far as there may be, unless another thread is about to.
    pub(super) fn grow_to(&self, entries: u64) {
        let is_enough = || (self.used() * BUCKET) as u64 >= entries || self.used() == self.most();
        if is_enough() || self.is_growing.swap(true, Acquire) {
            return;
        }
        while !is_enough() {
            self.double();
        }
        self.is_growing.store(false, Release);
    }

    /// Twice as many buckets: one more bit of the key tells where an entry is. What others store while
    /// entries go to their new places may be lost.
    fn double(&self) {
        let half = self.used();
        let bit = 1 << (half.ilog2() - BITS_AT_FIRST);
        let (lower, upper) = (self.places_of(0, half), self.places_of(half, half));
        for (old, new) in lower.iter().zip(upper) {
            let words = load(old);
            if Entry::of_words(words).further & bit != 0 {
                store(new, words);
                store(old, [0; 2]);
            }
        }
        self.used.store(2 * half, Relaxed);
    }

    /// The bucket for a key.
    pub(super) fn index(&self, key: u64) -> usize {
        key as usize & self.used().saturating_sub(1)
    }

    /// Has a bucket brought into the cache: it is read soon.
    #[inline]
    pub(super) fn prefetch(&self, index: usize) {
        prefetch_index(&self.places, self.first + index * BUCKET);
    }

    /// The words of each entry of a bucket, read when they are asked for; none if there is no bucket.
    #[inline]
    pub(super) fn bucket(&self, index: usize) -> impl Iterator<Item = [u64; 2]> {
        self.places_of(index, 1).iter().map(load)
    }

    /// Those of `count` buckets from this one on; none if there are fewer.
    #[inline]
    fn places_of(&self, bucket: usize, count: usize) -> &[Place] {
        let from = self.first + bucket * BUCKET;
        self.places.get(from..from + count * BUCKET).unwrap_or_default()
    }

    /// The entry at a place of a bucket; an empty one if there is none.
    pub(super) fn get(&self, index: usize, slot: usize) -> Entry {
        self.place(index, slot).map_or(Entry::default(), |place| Entry::of_words(load(place)))
    }

    /// Puts an entry there.
    pub(super) fn put(&self, index: usize, slot: usize, entry: Entry) {
        if let Some(place) = self.place(index, slot) {
            store(place, entry.words());
        }
    }

    fn place(&self, index: usize, slot: usize) -> Option<&Place> {
        self.places_of(index, 1).get(slot)
    }

    pub(super) fn age(&self) -> u8 {
        self.age.load(Relaxed)
    }

    pub(super) fn grow_older(&self) {
        self.age.fetch_add(AGE_STEP, Relaxed);
    }
}

#[inline]
fn load(place: &Place) -> [u64; 2] {
    [place[0].load(Relaxed), place[1].load(Relaxed)]
}

fn store(place: &Place, words: [u64; 2]) {
    place[0].store(words[0], Relaxed);
    place[1].store(words[1], Relaxed);
}
