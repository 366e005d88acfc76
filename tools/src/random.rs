//! Random numbers for games by number: streams of a seed.

use shans::random::Random as Numbers;

/// A stream of random numbers.
pub struct Random(Numbers);

impl Random {
    /// The stream number `stream` of a seed.
    pub fn new(seed: u64, stream: u64) -> Random {
        let first = Numbers::new(seed).next_number();
        Random(Numbers::new(first ^ stream.wrapping_mul(0xd134_2543_de82_ef95)))
    }

    /// A number below `end`, which is small. Recorded games rest on these very bits.
    pub fn below(&mut self, end: usize) -> usize {
        (self.0.next_number() >> 32) as usize % end
    }

    /// One of these; `None` where there are none.
    pub fn one_of<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers with which the games of the embedded weights were played.
    #[test]
    fn streams_stay_what_they_were() {
        let drawn = |seed, stream| {
            let mut random = Random::new(seed, stream);
            [1000; 4].map(|end| random.below(end))
        };
        assert_eq!(drawn(1, 0), EXPECTED[0]);
        assert_eq!(drawn(7, 43), EXPECTED[1]);
    }

    const EXPECTED: [[usize; 4]; 2] = [[928, 513, 325, 139], [714, 590, 557, 500]];
}
