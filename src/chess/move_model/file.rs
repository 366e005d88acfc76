//! Weights as bytes: a file of weights for one size, the number of features, with 16 bits for each.

use super::super::weights_file::{Kind, WeightsError};
use super::features::COUNT;
use super::model::MoveModel;

/// The weights of this program.
static EMBEDDED: &[u8] = include_bytes!("moves.weights");

const KIND: Kind<'_> = Kind { magic: *b"shansmov", sizes: &[COUNT as u32], body: 2 * COUNT };

impl MoveModel {
    /// The model of this program.
    pub fn embedded() -> MoveModel {
        MoveModel::read(EMBEDDED).expect("the embedded weights are tested")
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// [`WeightsError`] says what is wrong with them.
    pub fn read(bytes: &[u8]) -> Result<MoveModel, WeightsError> {
        let (mut numbers, hash) = KIND.read(bytes)?;
        Ok(MoveModel { weights: numbers.wide(COUNT), hash })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::weights_file::changed;
    use super::*;

    #[test]
    fn the_embedded_weights_are_those_that_their_record_describes() {
        let record = include_str!("moves.json");
        let model = MoveModel::embedded();
        assert!(record.contains(&format!("\"hash\": \"{:016x}\"", model.hash())), "{record}");
        assert_eq!(model.bytes(), 2 * COUNT as u64);
    }

    #[test]
    fn weights_of_other_features_are_refused() {
        let other = changed(EMBEDDED, |bytes| bytes[KIND.magic.len()] ^= 1);
        let sizes = |found| vec![found];
        let (found, expected) = (sizes(COUNT as u32 ^ 1), sizes(COUNT as u32));
        let error = MoveModel::read(&other).map(drop).expect_err("refused");
        assert_eq!(error, WeightsError::Size { found, expected });
    }
}
