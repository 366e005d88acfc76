//! Weights as bytes.
//!
//! A file of weights for three sizes: inputs, units and outputs. Weights of inputs come first, unit
//! by unit for each input, then the bias of each unit, 16 bits each; then for each output the
//! weights of the units, 8 bits each. Weights are signed.

use super::super::weights_file::{Kind, Numbers, WeightsError};
use super::accumulator::UNITS;
use super::weights::{BUCKETS, INPUTS, Network};

/// The network of this program.
static EMBEDDED: &[u8] = include_bytes!("trained.net");

const KIND: Kind<'_> = Kind {
    magic: *b"shansnet",
    sizes: &[INPUTS as u32, UNITS as u32, BUCKETS as u32],
    body: 2 * UNITS * (INPUTS + 1) + BUCKETS * UNITS,
};

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
    /// [`WeightsError`] says what is wrong with them.
    pub fn read(bytes: &[u8]) -> Result<Network, WeightsError> {
        let (mut numbers, hash) = KIND.read(bytes)?;
        let mut inputs = Vec::with_capacity(INPUTS);
        for _ in 0..INPUTS {
            inputs.push(units(&mut numbers)?);
        }
        let unit_bias = units(&mut numbers)?;
        let outputs = (0..BUCKETS).map(|_| std::array::from_fn(|_| numbers.narrow())).collect();
        Ok(Network { inputs, unit_bias, outputs, hash })
    }
}

fn units(numbers: &mut Numbers<'_>) -> Result<[i16; UNITS], WeightsError> {
    let units: [i16; UNITS] = std::array::from_fn(|_| numbers.wide());
    match units.iter().find(|weight| !(-MOST_INPUT..=MOST_INPUT).contains(weight)) {
        Some(&weight) => Err(WeightsError::Weight(weight)),
        None => Ok(units),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::weights_file::changed;
    use super::*;

    #[test]
    fn the_embedded_network_is_the_one_that_its_record_describes() {
        let network = Network::embedded();
        let record = include_str!("trained.json");
        assert!(record.contains(&format!("\"hash\": \"{:016x}\"", network.hash())), "{record}");
        assert!(network.bytes() > 2 * (INPUTS * UNITS) as u64);
    }

    #[test]
    fn weights_that_could_overflow_are_refused() {
        let most = |weight: i16| {
            let header = KIND.header();
            let file = changed(EMBEDDED, |bytes| {
                bytes[header..][..2].copy_from_slice(&weight.to_le_bytes());
            });
            Network::read(&file).map(drop)
        };
        assert_eq!(most(-MOST_INPUT), Ok(()));
        for weight in [MOST_INPUT + 1, -MOST_INPUT - 1, i16::MIN] {
            assert_eq!(most(weight), Err(WeightsError::Weight(weight)));
        }
    }
}
