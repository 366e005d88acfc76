//! Weights as bytes.
//!
//! The magic number, three numbers of 32 bits (inputs, units, outputs), the weights, and a hash of
//! all before it. Weights of inputs come first, unit by unit for each input, then the bias of each
//! unit, 16 bits each; then for each output the weights of the units, 8 bits each. All numbers are
//! little-endian, and weights are signed.

use super::accumulator::UNITS;
use super::error::NetworkError;
use super::weights::{BUCKETS, INPUTS, Network};
use crate::fingerprint::Fingerprint;

/// The network of this program.
static EMBEDDED: &[u8] = include_bytes!("trained.net");

const MAGIC: [u8; 8] = *b"shansnet";
const SIZES: [u32; 3] = [INPUTS as u32, UNITS as u32, BUCKETS as u32];
const HEADER: usize = MAGIC.len() + 4 * SIZES.len();
const BODY: usize = 2 * UNITS * (INPUTS + 1) + BUCKETS * UNITS;
const HASH: usize = 8;

/// No input may weigh more: the sum of a full board and a moving piece then fits into 16 bits.
const MOST_INPUT: i16 = i16::MAX / 34;

impl Network {
    /// The network of this program.
    pub fn embedded() -> Network {
        Network::read(EMBEDDED).expect("the embedded network is tested")
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// [`NetworkError`] says what is wrong with them.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let hash = checked(bytes)?;
        let mut numbers = Numbers(&bytes[HEADER..]);
        let mut inputs = Vec::with_capacity(INPUTS);
        for _ in 0..INPUTS {
            inputs.push(numbers.units()?);
        }
        let unit_bias = numbers.units()?;
        let outputs = (0..BUCKETS).map(|_| numbers.bytes()).collect();
        Ok(Network { inputs, unit_bias, outputs, hash })
    }
}

/// The hash of a file of the right kind and length.
fn checked(bytes: &[u8]) -> Result<u64, NetworkError> {
    let rest = bytes.strip_prefix(&MAGIC).ok_or(NetworkError::NoNetwork)?;
    if rest.len() < 4 * SIZES.len() {
        return Err(NetworkError::NoNetwork);
    }
    let mut numbers = Numbers(rest);
    let found = SIZES.map(|_| u32::from_le_bytes(numbers.take()));
    if found != SIZES {
        return Err(NetworkError::Size { found, expected: SIZES });
    }
    let expected = HEADER + BODY + HASH;
    if bytes.len() != expected {
        return Err(NetworkError::Length { found: bytes.len(), expected });
    }
    let (hashed, hash) = bytes.split_at(HEADER + BODY);
    let expected = u64::from_le_bytes(Numbers(hash).take());
    let mut fingerprint = Fingerprint::new("");
    fingerprint.add_bytes(hashed);
    let found = fingerprint.finish();
    if found == expected { Ok(found) } else { Err(NetworkError::Hash { found, expected }) }
}

/// Bytes of a file, of which there are enough.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (taken, rest) = self.0.split_first_chunk().expect("the length was checked");
        self.0 = rest;
        *taken
    }

    fn units(&mut self) -> Result<[i16; UNITS], NetworkError> {
        let units: [i16; UNITS] = std::array::from_fn(|_| i16::from_le_bytes(self.take()));
        match units.iter().find(|weight| !(-MOST_INPUT..=MOST_INPUT).contains(weight)) {
            Some(&weight) => Err(NetworkError::Weight(weight)),
            None => Ok(units),
        }
    }

    fn bytes(&mut self) -> [i16; UNITS] {
        std::array::from_fn(|_| i16::from(i8::from_le_bytes(self.take())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The embedded file after a change, its hash put right.
    fn changed(change: impl FnOnce(&mut [u8])) -> Vec<u8> {
        let mut bytes = EMBEDDED.to_vec();
        change(&mut bytes);
        let end = bytes.len() - HASH;
        let mut hash = Fingerprint::new("");
        hash.add_bytes(&bytes[..end]);
        bytes[end..].copy_from_slice(&hash.finish().to_le_bytes());
        bytes
    }

    fn error(bytes: &[u8]) -> NetworkError {
        Network::read(bytes).map(drop).expect_err("refused")
    }

    #[test]
    fn the_embedded_network_is_the_one_that_its_record_describes() {
        let network = Network::embedded();
        let record = include_str!("trained.json");
        assert!(record.contains(&format!("\"hash\": \"{:016x}\"", network.hash())), "{record}");
        assert!(network.bytes() > 2 * (INPUTS * UNITS) as u64);
    }

    #[test]
    fn what_is_no_network_is_refused() {
        assert_eq!(error(b""), NetworkError::NoNetwork);
        assert_eq!(error(b"shansnet"), NetworkError::NoNetwork);
        assert_eq!(error(&[0; HEADER + BODY + HASH]), NetworkError::NoNetwork);
        let other = changed(|bytes| bytes[MAGIC.len() + 4] += 1);
        let [inputs, units, outputs] = SIZES;
        let found = [inputs, units + 1, outputs];
        assert_eq!(error(&other), NetworkError::Size { found, expected: SIZES });
    }

    #[test]
    fn damage_is_found() {
        let expected = EMBEDDED.len();
        let found = expected - 1;
        assert_eq!(error(&EMBEDDED[..found]), NetworkError::Length { found, expected });
        let mut longer = EMBEDDED.to_vec();
        longer.push(0);
        let found = expected + 1;
        assert_eq!(error(&longer), NetworkError::Length { found, expected });
        for place in [HEADER, expected / 2, expected - 1] {
            let mut bytes = EMBEDDED.to_vec();
            bytes[place] ^= 4;
            assert!(matches!(error(&bytes), NetworkError::Hash { .. }), "byte {place}");
        }
    }

    #[test]
    fn weights_that_could_overflow_are_refused() {
        let most = |weight: i16| {
            changed(|bytes| bytes[HEADER..][..2].copy_from_slice(&weight.to_le_bytes()))
        };
        assert!(Network::read(&most(-MOST_INPUT)).is_ok());
        for weight in [MOST_INPUT + 1, -MOST_INPUT - 1, i16::MIN] {
            assert_eq!(error(&most(weight)), NetworkError::Weight(weight));
        }
    }
}
