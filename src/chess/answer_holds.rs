//! How likely the answer of a search holds: a logistic regression on how the search stands.

use shakmaty::Board;

use crate::standing::Standing;

/// How many features there are.
const FEATURES: usize = 13;
/// With fewer pieces and pawns a search does not end because its answer holds: what ten times the
/// work does not see, a stronger engine sees there too often (`docs/results.md`).
pub const LEAST_PIECES: usize = 21;
/// Beyond this nothing in a value counts, centipawns.
const DECIDED: f32 = Standing::DECIDED;
/// Leads over values count no further than this, centipawns.
const CLEAR: f32 = 300.0;
/// Where a side has nothing left to try, that counts as this many plies; no more count.
const ALL_CHECKED: u16 = 20;

/// What `tools/answer_holds.py` fits to searches of two sizes, ten times the work apart.
///
/// The answer holds with the probability `1 / (1 + exp(-s))`, where s is the sum of the weights, each
/// times its feature.
#[derive(Debug)]
pub struct Fit([f64; FEATURES]);

impl Fit {
    /// If leaves are searched, with the network.
    pub const SEARCHED: Fit = Fit([
        -3.1728, -0.4767, 2.3681, 0.4533, 0.1486, -0.2722, -0.0674, 0.4942, 4.1454, 0.6350, 0.0948,
        4.1135, 0.4843,
    ]);
    /// Where leaves are valued at first sight, with the network.
    pub const FIRST_SIGHT: Fit = Fit([
        -1.3288, 0.1259, 1.8309, 0.5219, 0.0679, 0.2612, 0.7048, 1.8668, 0.2438, -0.4499, 0.2703,
        1.8885, -0.3418,
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
    let plies = |plies: Option<u16>| f64::from(plies.unwrap_or(ALL_CHECKED).min(ALL_CHECKED));
    let (own, opponent) = (plies(standing.own_plies), plies(standing.opponent_plies));
    let lead = standing.lead.unwrap_or(DECIDED).clamp(-CLEAR, DECIDED);
    let over_values = standing.lead_over_values.unwrap_or(CLEAR).clamp(-CLEAR, CLEAR);
    [
        1.0,
        (standing.nodes.max(1) as f64).log10() - 5.0,
        standing.effort_share,
        squashed(lead),
        squashed(over_values),
        f64::from(u8::from(lead < 0.0)),
        standing.crowd.ln_1p(),
        standing.reign,
        own / 10.0,
        (own - opponent) / 10.0,
        expected.abs(),
        f64::from(u8::from(standing.is_decided())),
        pieces as f64 / 32.0,
    ]
}

/// Centipawns on a scale on which pawns count less than the first tenths of one.
fn squashed(cp: f32) -> f64 {
    let cp = f64::from(cp);
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
            lead_over_values: None,
            crowd: 3.0,
            effort_share: 0.5,
            reign: 0.5,
            own_plies: Some(11),
            opponent_plies: Some(11),
            moves_wait: false,
            plies_to_rival: 0.0,
        }
    }

    proptest! {
        /// Whatever a search may come to, it is a probability.
        #[test]
        fn every_standing_has_a_probability(
            (nodes, value, lead) in (any::<u64>(), -96_000.0_f32..96_000.0, -2e5_f32..2e5),
            (crowd, effort_share, reign) in (0.0..600.0, 0.0..=1.0, 0.0..=1.0),
            (own_plies, opponent_plies) in (any::<Option<u16>>(), any::<Option<u16>>()),
            (alone, valued) in (any::<bool>(), any::<bool>()),
        ) {
            let lead = Some(lead).filter(|_| !alone);
            let lead_over_values = lead.filter(|_| valued);
            let standing = Standing {
                nodes, value, lead, lead_over_values, crowd, effort_share, reign, own_plies,
                opponent_plies, ..standing()
            };
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
