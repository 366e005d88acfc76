//! What a chance loses on its way up an edge.

/// The prices of plies, in whole centipawns so that sums are exact.
///
/// A move that was the `rank`-th in its node's order (0 first) costs `ply + late * ln(1 + rank)`:
/// `ply` is the price of depth, `late` makes late moves dearer, the counterpart of late-move
/// reductions. A forced move (out of check) costs a small share of it, the counterpart of the
/// check extension.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices {
    free_choice: Vec<f32>,
    forced: Vec<f32>,
}

/// Ranks beyond this cost what this one costs.
const LAST_RANK: u16 = 255;

impl Prices {
    /// `ply` and `late` in centipawns, `forced_share` as a fraction of the price.
    pub fn new(ply: f32, late: f32, forced_share: f32) -> Prices {
        let price = |rank: u16| ply + late * f32::from(1 + rank).ln();
        let ranks = 0..=LAST_RANK;
        Prices {
            free_choice: ranks.clone().map(|rank| price(rank).round()).collect(),
            forced: ranks.map(|rank| (forced_share * price(rank)).round()).collect(),
        }
    }

    /// The price of the `rank`-th move of a node, in centipawns.
    pub fn price(&self, forced: bool, rank: u16) -> f32 {
        let prices = if forced { &self.forced } else { &self.free_choice };
        prices[usize::from(rank.min(LAST_RANK))]
    }
}
