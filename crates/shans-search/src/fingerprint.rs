//! A hash that is the same in every run, on every machine and with every version of Rust
//! (FNV-1a, 64 bits, <http://www.isthe.com/chongo/tech/comp/fnv/>). In tree files it identifies
//! evaluators and search parameters. It does not protect against deliberate collisions.
//!
//! ```
//! use shans_search::fingerprint::Fingerprint;
//!
//! let of = |weights: &[i32]| {
//!     let mut hash = Fingerprint::new("my evaluator");
//!     weights.iter().for_each(|&weight| hash.add(weight));
//!     hash.finish()
//! };
//! assert_eq!(of(&[100, 300]), of(&[100, 300]));
//! assert_ne!(of(&[100, 300]), of(&[300, 100]));
//! ```

/// Hashes numbers, one after another.
#[derive(Clone, Copy, Debug)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// Starts with a name for the kind of thing that is hashed.
    pub fn new(name: &str) -> Fingerprint {
        let mut hash = Fingerprint(0xcbf2_9ce4_8422_2325);
        hash.add_bytes(name.as_bytes());
        hash
    }

    /// Adds a whole number.
    pub fn add(&mut self, number: i32) {
        self.add_bytes(&number.to_le_bytes());
    }

    /// Adds a real number. Numbers with different bits count as different, as `0.0` and `-0.0`.
    pub fn add_real(&mut self, number: f32) {
        self.add_bytes(&number.to_le_bytes());
    }

    /// Adds bytes.
    pub fn add_bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// The fingerprint.
    pub fn finish(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_published_vector() {
        // "foobar" in the FNV reference vectors.
        assert_eq!(Fingerprint::new("foobar").finish(), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn order_and_sign_count() {
        let name = |numbers: &[i32]| {
            let mut hash = Fingerprint::new("x");
            numbers.iter().for_each(|&n| hash.add(n));
            hash.finish()
        };
        assert_ne!(name(&[1, 2]), name(&[2, 1]));
        assert_ne!(name(&[1]), name(&[-1]));
    }
}
