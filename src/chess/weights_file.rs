//! Files of weights: a magic number, numbers of 32 bits that tell what the weights are for, the
//! weights, and a hash of all before it. All numbers are little-endian.

use thiserror::Error;

use crate::fingerprint::Fingerprint;

/// Bytes that are not the weights that were expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// They do not begin like such a file.
    #[error("this is not a weights file")]
    NoWeights,
    /// They are written in another way.
    #[error("the file of weights has format {found}; this program reads format {expected}")]
    Format {
        /// That of the file.
        found: u32,
        /// That of the program.
        expected: u32,
    },
    /// A network of more hidden units than there may be, or a number that they do not come in.
    #[error("the network has {0} hidden units; a multiple of 128 up to 512 is needed")]
    Units(u32),
    /// They are for a model of another size.
    #[error("the weights are for a model of sizes {found:?}, not {expected:?}")]
    Size {
        /// What the file is for.
        found: Vec<u32>,
        /// What the program has.
        expected: Vec<u32>,
    },
    /// Their number does not fit the size of the model.
    #[error("the file of weights has {found} bytes, not {expected}")]
    Length {
        /// Bytes of the file.
        found: usize,
        /// Bytes of such a file.
        expected: usize,
    },
    /// Bytes have changed.
    #[error("the file of weights is damaged: its hash is {found:016x}, not {expected:016x}")]
    Hash {
        /// What follows from the bytes.
        found: u64,
        /// What the file says.
        expected: u64,
    },
    /// A bias with which sums could leave their range.
    #[error("the bias {0} is too large")]
    Bias(i16),
}

/// What a kind of file begins with, and how long it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind<'a> {
    pub(super) magic: [u8; 8],
    pub(super) sizes: &'a [u32],
    /// Bytes of the weights alone.
    pub(super) body: usize,
}

/// Bytes of the hash at the end.
pub(super) const HASH: usize = 8;

impl Kind<'_> {
    /// Bytes before the weights.
    pub(super) fn header(&self) -> usize {
        self.magic.len() + 4 * self.sizes.len()
    }

    /// The weights in a file of this kind, and its hash.
    ///
    /// # Errors
    ///
    /// [`WeightsError`], whose last kind is left for the side that knows what the weights are for.
    pub(super) fn read<'a>(&self, bytes: &'a [u8]) -> Result<(Numbers<'a>, u64), WeightsError> {
        let (numbers, expected) = self.read_own(bytes)?;
        let found = hash_of(&bytes[..self.header() + self.body]);
        let is_whole = found == expected;
        is_whole.then_some((numbers, expected)).ok_or(WeightsError::Hash { found, expected })
    }

    /// The same of bytes that are a part of this program, whose hash is tested: to compute that of a large network takes as long as a
    /// short search.
    ///
    /// # Errors
    ///
    /// As [`Kind::read`].
    pub(super) fn read_own<'a>(&self, bytes: &'a [u8]) -> Result<(Numbers<'a>, u64), WeightsError> {
        let rest = bytes.strip_prefix(&self.magic).ok_or(WeightsError::NoWeights)?;
        if rest.len() < 4 * self.sizes.len() {
            return Err(WeightsError::NoWeights);
        }
        let mut numbers = Numbers(rest);
        let found: Vec<u32> =
            self.sizes.iter().map(|_| u32::from_le_bytes(numbers.take())).collect();
        if found != self.sizes {
            return Err(WeightsError::Size { found, expected: self.sizes.to_vec() });
        }
        let end = self.header() + self.body;
        if bytes.len() != end + HASH {
            return Err(WeightsError::Length { found: bytes.len(), expected: end + HASH });
        }
        Ok((numbers, u64::from_le_bytes(Numbers(&bytes[end..]).take())))
    }
}

/// The hash of the bytes before it.
pub(super) fn hash_of(bytes: &[u8]) -> u64 {
    let mut fingerprint = Fingerprint::new("");
    fingerprint.add_bytes(bytes);
    fingerprint.finish()
}

/// Bytes of a file, of which there are enough.
pub(super) struct Numbers<'a>(&'a [u8]);

impl<'a> Numbers<'a> {
    /// The next bytes.
    pub(super) fn take<const N: usize>(&mut self) -> [u8; N] {
        let (taken, rest) = self.0.split_first_chunk().expect("the length was checked");
        self.0 = rest;
        *taken
    }

    /// The next weights of 16 bits.
    pub(super) fn wide(&mut self, count: usize) -> Vec<i16> {
        self.bytes(2 * count).as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect()
    }

    /// The next weights of 8 bits.
    pub(super) fn narrow(&mut self, count: usize) -> Vec<i8> {
        self.bytes(count).iter().map(|&byte| byte.cast_signed()).collect()
    }

    /// The next bytes, as many as that.
    pub(super) fn bytes(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at_checked(count).expect("the length was checked");
        self.0 = rest;
        taken
    }
}

/// A file after a change of its bytes, its hash put right.
#[cfg(test)]
pub(super) fn changed(file: &[u8], change: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let mut bytes = file.to_vec();
    change(&mut bytes);
    let end = bytes.len() - HASH;
    let hash = hash_of(&bytes[..end]);
    bytes[end..].copy_from_slice(&hash.to_le_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: Kind<'_> = Kind { magic: *b"anything", sizes: &[3, 2], body: 6 };

    fn file() -> Vec<u8> {
        let mut bytes = KIND.magic.to_vec();
        KIND.sizes.iter().for_each(|size| bytes.extend(size.to_le_bytes()));
        bytes.extend([1, 0, 254, 255, 5, 251]);
        let hash = hash_of(&bytes);
        bytes.extend(hash.to_le_bytes());
        bytes
    }

    fn error(bytes: &[u8]) -> WeightsError {
        KIND.read(bytes).map(drop).expect_err("refused")
    }

    #[test]
    fn weights_are_read() {
        let file = file();
        let (mut numbers, hash) = KIND.read(&file).expect("such a file");
        assert_eq!(numbers.wide(2), [1, -2]);
        assert_eq!(numbers.narrow(2), [5, -5]);
        assert_eq!(hash.to_le_bytes(), file[file.len() - HASH..]);
    }

    #[test]
    fn other_files_are_refused() {
        assert_eq!(error(b""), WeightsError::NoWeights);
        assert_eq!(error(b"anything"), WeightsError::NoWeights);
        assert_eq!(error(&[0; 30]), WeightsError::NoWeights);
        let other = changed(&file(), |bytes| bytes[12] += 1);
        assert_eq!(error(&other), WeightsError::Size { found: vec![3, 3], expected: vec![3, 2] });
    }

    #[test]
    fn damage_is_found() {
        let file = file();
        let expected = file.len();
        let found = expected - 1;
        assert_eq!(error(&file[..found]), WeightsError::Length { found, expected });
        let longer = [&file[..], &[0]].concat();
        assert_eq!(error(&longer), WeightsError::Length { found: expected + 1, expected });
        for place in [KIND.header(), KIND.header() + 5, expected - 1] {
            let mut bytes = file.clone();
            bytes[place] ^= 4;
            assert!(matches!(error(&bytes), WeightsError::Hash { .. }), "byte {place}");
        }
    }
}
