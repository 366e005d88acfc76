//! How likely the answer of a search holds: a logistic regression on how the search stands.

use shakmaty::Board;

use crate::standing::Standing;

/// How many features there are.
const FEATURES: usize = 11;
/// With fewer pieces and pawns a search does not end because its answer holds: what ten times the
/// work does not see, a stronger engine sees there too often (`docs/results.md`).
pub const LEAST_PIECES: usize = 21;
/// Beyond this nothing in a value counts, centipawns.
const DECIDED: f32 = Standing::DECIDED;
/// Differences of values count no further than this, centipawns.
const CLEAR: f32 = 300.0;

/// What `tools/answer_holds.py` fits to searches of two sizes, ten times the work apart.
///
/// The answer holds with the probability `1 / (1 + exp(-s))`, where s is the sum of the weights, each
/// times its feature.
#[derive(Debug)]
pub struct Fit([f64; FEATURES]);

impl Fit {
    /// If leaves are searched, with the network.
    pub const SEARCHED: Fit = Fit([
        1.8116, 0.8771, 0.1329, 0.2877, -0.2404, 1.1717, -0.2464, -0.0890, 0.4818, 2.8340, 0.2192,
    ]);
    /// Where leaves are valued statically, with the network.
    pub const FIRST_SIGHT: Fit = Fit([
        2.4136, 0.1361, 1.1449, 0.8031, 0.0, 1.3807, -0.9071, -1.0275, -0.2524, 1.5656, -0.0728,
    ]);

    /// The probability, strictly between 0 and 1.
    pub fn answer_holds(&self, board: &Board, standing: &Standing) -> f64 {
        let features = features(board.occupied().count(), standing);
        let sum: f64 = self.0.iter().zip(features).map(|(weight, feature)| weight * feature).sum();
        1.0 / (1.0 + (-sum).exp())
    }
}

/// What the probability is computed from, in the order of the weights.
fn features(pieces: usize, standing: &Standing) -> [f64; FEATURES] {
    let value = f64::from(standing.value.clamp(-DECIDED, DECIDED));
    // From -1, lost, to 1, won: the published formula by which lichess turns centipawns into
    // winning chances.
    let expected = 2.0 / (1.0 + (-0.003_682_08 * value).exp()) - 1.0;
    let is = |yes| f64::from(u8::from(yes));
    [
        1.0,
        (standing.nodes.max(1) as f64).log10() - 5.0,
        standing.effort_share,
        squashed(standing.lead.unwrap_or(CLEAR)),
        squashed(standing.rest.unwrap_or(-CLEAR)),
        standing.reign,
        is(standing.agrees),
        squashed(standing.moved),
        expected.abs(),
        is(standing.is_decided()),
        pieces as f64 / 32.0,
    ]
}

/// Centipawns on a scale on which pawns count less than the first tenths of one.
fn squashed(cp: f32) -> f64 {
    let cp = f64::from(cp.clamp(-CLEAR, CLEAR));
    (cp.abs() / 20.0).ln_1p().copysign(cp)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::{Chess, Position as _};

    use super::*;

    const FITS: [Fit; 2] = [Fit::SEARCHED, Fit::FIRST_SIGHT];

    fn standing() -> Standing {
        Standing {
            searches_leaves: true,
            nodes: 100_000,
            value: 40.0,
            lead: Some(10.0),
            rest: None,
            effort_share: 0.5,
            reign: 0.5,
            agrees: true,
            moved: 5.0,
        }
    }

    proptest! {
        /// Whatever a search may come to, it is a probability.
        #[test]
        fn every_standing_has_a_probability(
            (nodes, value) in (any::<u64>(), -96_000.0_f32..96_000.0),
            (lead, rest, moved) in (-2e5_f32..2e5, -2e5_f32..2e5, 0.0_f32..2e5),
            (effort_share, reign, agrees) in (0.0..=1.0, 0.0..=1.0, any::<bool>()),
            (is_alone, is_all) in (any::<bool>(), any::<bool>()),
        ) {
            let (lead, rest) = (Some(lead).filter(|_| !is_alone), Some(rest).filter(|_| !is_all));
            let standing =
                Standing { nodes, value, lead, rest, effort_share, reign, agrees, moved, ..standing() };
            for fit in FITS {
                let holds = fit.answer_holds(Chess::default().board(), &standing);
                prop_assert!(0.0 < holds && holds <= 1.0, "{holds}");
            }
        }
    }

    #[test]
    fn what_leads_takes_the_effort_and_has_stood_holds() {
        for fit in FITS {
            let holds = |standing: &Standing| fit.answer_holds(Chess::default().board(), standing);
            let doubtful =
                Standing { effort_share: 0.2, reign: 0.1, lead: Some(-5.0), ..standing() };
            let firm = Standing { effort_share: 0.9, reign: 1.0, lead: Some(150.0), ..standing() };
            let (low, middle, high) = (holds(&doubtful), holds(&standing()), holds(&firm));
            assert!(low < middle && middle < high, "{low} {middle} {high}");
        }
    }
}
