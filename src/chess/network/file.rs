//! Weights as bytes.
//!
//! `docs/network-file.md` has every byte.

use super::super::weights_file::{Kind, Numbers, WeightsError};
use super::sums::{BUCKETS, INPUTS, LANES, VIEWS, Weights};
use super::value::Network;
use crate::packed::{packed, unpacked};

/// The network of this program, packed.
static EMBEDDED: &[u8] = packed!("trained.net");

const MAGIC: [u8; 8] = *b"shansnet";
/// It changes where the same bytes would mean something else.
const FORMAT: u32 = 5;
/// There are no more hidden units.
const MOST_UNITS: usize = 512;

/// No unit may begin with more: with the weights of a full board and a moving piece it then fits into 16 bits.
const MOST_BIAS: i16 = i16::MAX + 34 * i8::MIN as i16;

impl Network {
    /// The network of this program.
    pub fn embedded() -> Network {
        network(&unpacked(EMBEDDED), |kind, bytes| kind.read_own(bytes))
            .expect("the embedded network is tested")
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// [`WeightsError`] says what is wrong with them.
    pub fn read(bytes: &[u8]) -> Result<Network, WeightsError> {
        network(bytes, |kind, bytes| kind.read(bytes))
    }
}

/// The network in these bytes, which are read so.
fn network<'a>(
    bytes: &'a [u8],
    read: impl FnOnce(&Kind<'_>, &'a [u8]) -> Result<(Numbers<'a>, u64), WeightsError>,
) -> Result<Network, WeightsError> {
    let units = units_in(bytes)?;
    let kind = Kind {
        magic: MAGIC,
        sizes: &[FORMAT, INPUTS as u32, units as u32, BUCKETS as u32],
        body: (INPUTS + 2 + VIEWS * BUCKETS) * units,
    };
    let (mut numbers, hash) = read(&kind, bytes)?;
    let (inputs, _) = numbers.bytes(INPUTS * units).as_chunks();
    let inputs = inputs.iter().map(|block| block.map(u8::cast_signed)).collect();
    let unit_bias = in_range(numbers.wide(units))?;
    let outputs = numbers.narrow(VIEWS * BUCKETS * units).into_iter().map(i16::from).collect();
    Ok(Network::from(Weights { units, inputs, unit_bias, outputs, hash }))
}

/// The number of units that a file tells.
fn units_in(bytes: &[u8]) -> Result<usize, WeightsError> {
    let rest = bytes.strip_prefix(&MAGIC).ok_or(WeightsError::NoWeights)?;
    let (numbers, _) = rest.as_chunks();
    let [format, _inputs, units, ..] = numbers else { return Err(WeightsError::NoWeights) };
    let [found, units] = [*format, *units].map(u32::from_le_bytes);
    if found != FORMAT {
        return Err(WeightsError::Format { found, expected: FORMAT });
    }
    let fits = (1..=MOST_UNITS as u32).contains(&units) && (units as usize).is_multiple_of(LANES);
    if fits { Ok(units as usize) } else { Err(WeightsError::Units(units)) }
}

fn in_range(biases: Vec<i16>) -> Result<Vec<i16>, WeightsError> {
    match biases.iter().find(|bias| !(-MOST_BIAS..=MOST_BIAS).contains(bias)) {
        Some(&bias) => Err(WeightsError::Bias(bias)),
        None => Ok(biases),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::weights_file::changed;
    use super::*;

    /// Where the sizes and the weights stand.
    const SIZES: usize = MAGIC.len();
    const WEIGHTS: usize = SIZES + 4 * 4;

    #[test]
    fn the_embedded_network_is_the_one_that_its_record_describes() {
        let network = Network::embedded();
        let record = include_str!("trained.json");
        assert!(record.contains(&format!("\"hash\": \"{:016x}\"", network.hash())), "{record}");
        assert_eq!(Network::read(&unpacked(EMBEDDED)).map(|read| read.hash()), Ok(network.hash()));
        assert!(network.bytes() > (INPUTS * network.units()) as u64);
    }

    #[test]
    fn biases_that_could_overflow_are_refused() {
        let first = WEIGHTS + INPUTS * Network::embedded().units();
        let most = |bias: i16| {
            let file = changed(&unpacked(EMBEDDED), |bytes| {
                bytes[first..][..2].copy_from_slice(&bias.to_le_bytes());
            });
            Network::read(&file).map(drop)
        };
        assert_eq!(most(-MOST_BIAS), Ok(()));
        for bias in [MOST_BIAS + 1, -MOST_BIAS - 1, i16::MIN] {
            assert_eq!(most(bias), Err(WeightsError::Bias(bias)));
        }
    }

    #[test]
    fn networks_of_other_sizes_are_refused() {
        let with = |place: usize, number: u32| {
            let file = changed(&unpacked(EMBEDDED), |bytes| {
                bytes[SIZES + 4 * place..][..4].copy_from_slice(&number.to_le_bytes());
            });
            Network::read(&file).map(drop).expect_err("refused")
        };
        let format = WeightsError::Format { found: 1, expected: FORMAT };
        assert_eq!(with(0, 1), format);
        for units in [0, 33, 64, MOST_UNITS as u32 + 128, u32::MAX] {
            assert_eq!(with(2, units), WeightsError::Units(units));
        }
        for place in [1, 3] {
            assert!(matches!(with(place, 4), WeightsError::Size { .. }));
        }
        assert!(matches!(with(2, 256), WeightsError::Length { .. }));
        let whole = unpacked(EMBEDDED);
        for bytes in 0..WEIGHTS {
            assert!(Network::read(&whole[..bytes]).is_err(), "{bytes} bytes");
        }
    }
}
