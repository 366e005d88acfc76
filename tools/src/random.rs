//! Random numbers that are the same everywhere: SplitMix64 (<https://prng.di.unimi.it/splitmix64.c>).

/// A stream of random numbers.
pub struct Random(u64);

impl Random {
    /// The stream number `stream` of a seed.
    pub fn new(seed: u64, stream: u64) -> Random {
        let mut random = Random(seed);
        let mixed = random.next() ^ stream.wrapping_mul(0xd134_2543_de82_ef95);
        Random(mixed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is small.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() >> 32) as usize % end
    }

    /// One of these; `None` where there are none.
    pub fn one_of<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }
}
