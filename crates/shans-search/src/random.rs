//! Random numbers that are the same in every run, on every machine and with every version of Rust
//! (splitmix64, <https://prng.di.unimi.it/splitmix64.c>): a seed names a game for good.
//!
//! ```
//! use shans_search::random::Random;
//!
//! let mut random = Random::new(7);
//! let dice: Vec<usize> = (0..3).map(|_| 1 + random.below(6)).collect();
//! assert!(dice.iter().all(|eyes| (1..=6).contains(eyes)));
//! assert_eq!(random.pick::<u8>(&[]), None);
//! ```

/// A source of numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers that belong to a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number, of 64 bits.
    pub fn next_number(&mut self) -> u64 {
        let number = mix(self.0);
        self.0 = self.0.wrapping_add(STEP);
        number
    }

    /// A number below `end`; 0 if that is zero.
    pub fn below(&mut self, end: usize) -> usize {
        // Even for the largest lists the bias is less than one in 2^40.
        ((self.next_number() >> 11) as usize).checked_rem(end).unwrap_or(0)
    }

    /// A number from 0 on, below 1.
    pub fn share(&mut self) -> f64 {
        (self.next_number() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// One of the items; `None` if there are none.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())).copied() }
    }
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes the bits of a number: similar numbers become different ones.
pub fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(STEP);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the published program for the seed 1234567.
    #[test]
    fn agrees_with_the_published_numbers() {
        let mut random = Random::new(1_234_567);
        let first = [random.next_number(), random.next_number(), random.next_number()];
        let expected =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(first, expected);
    }
}
