//! The weights, the odds that follow from them, and their file: 16 bits for each feature.

use shakmaty::{Chess, Move};

use super::super::weights_file::{Kind, WeightsError};
use super::features::{self, COUNT, FeatureGroup};
use super::scene::Scene;

/// The weights of features of moves. [`MoveModel::embedded`] is the model of this program.
#[derive(Clone, Debug)]
pub struct MoveModel {
    /// By feature, in 1/256.
    pub(super) weights: Vec<i16>,
    pub(super) hash: u64,
}

impl MoveModel {
    /// Appends the log odds of each of these legal moves to be the best one, in 1/256: what they
    /// mean follows only from their differences within one position. About 40 ns a move.
    pub fn log_odds(&self, chess: &Chess, moves: &[Move], out: &mut Vec<i32>) {
        let scene = Scene::of(chess);
        out.extend(moves.iter().map(|&mv| {
            let mut sum = 0;
            scene.features(mv, |feature| sum += i32::from(self.weights[feature]));
            sum
        }));
    }

    /// A hash of all weights.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Bytes that the weights take.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.weights[..]) as u64
    }

    /// The number of features.
    pub fn feature_count() -> usize {
        COUNT
    }

    /// All features by what they tell.
    pub fn feature_groups() -> Vec<FeatureGroup> {
        features::groups().to_vec()
    }

    /// Calls `found` with each of these legal moves and the numbers of its features, each below
    /// [`MoveModel::feature_count`].
    pub fn describe(chess: &Chess, moves: &[Move], mut found: impl FnMut(Move, &[usize])) {
        let scene = Scene::of(chess);
        let mut features = Vec::new();
        for &mv in moves {
            features.clear();
            scene.features(mv, |feature| features.push(feature));
            found(mv, &features);
        }
    }
}

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
    use shakmaty::Position as _;

    use super::super::super::weights_file::changed;
    use super::*;
    use crate::random::Random;

    /// Over pseudo-random games: every feature has a number of its own group, and none comes twice.
    #[test]
    fn features_have_numbers() {
        let mut random = Random::new(1);
        let mut seen = vec![false; MoveModel::feature_count()];
        for _ in 0..200 {
            let mut chess = Chess::default();
            for _ in 0..150 {
                let moves = chess.legal_moves();
                MoveModel::describe(&chess, &moves, |mv, features| {
                    let mut sorted = features.to_vec();
                    sorted.sort_unstable();
                    sorted.dedup();
                    assert_eq!(sorted.len(), features.len(), "{mv:?} in {chess:?}");
                    features.iter().for_each(|&feature| seen[feature] = true);
                });
                let Some(mv) = random.pick(&moves) else { break };
                chess.play_unchecked(mv);
            }
        }
        let found = seen.iter().filter(|&&seen| seen).count();
        assert!(found * 10 > seen.len() * 7, "{found} of {} features occur", seen.len());
    }

    #[test]
    fn groups_leave_out_nothing() {
        let groups = MoveModel::feature_groups();
        let ends = groups.iter().map(|group| group.numbers.end);
        let starts = groups.iter().skip(1).map(|group| group.numbers.start);
        assert!(ends.eq(starts.chain([COUNT])));
        assert_eq!(groups[0].numbers.start, 0);
    }

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
