//! What a chance loses on its way up an edge.

/// The prices of plies, in whole centipawns so that sums are exact.
///
/// Where leaves are valued at first sight, a move that was the `rank`-th in its node's order (0 first) costs
/// `ply + late * ln(1 + rank)`: `ply` is the price of depth, `late` makes late moves dearer, the counterpart of
/// late-move reductions. A forced move (out of check) costs less, the counterpart of the check extension. Where
/// leaves are searched, all moves cost the same: the value of each that was made is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices {
    ply: f32,
    /// By kind of move ([`Prices::kind`]), then by rank.
    by_rank: [Vec<f32>; 4],
}

/// Ranks beyond this cost what this one costs.
const LAST_RANK: u16 = 255;

impl Prices {
    /// Where leaves are valued at first sight: a forced move costs a share of the whole price,
    /// and a forcing one a share of being late. `ply` and `late` in centipawns.
    pub fn by_rank(ply: f32, late: f32, forced_share: f32, forcing_share: f32) -> Prices {
        Prices::new(ply, |forced, forcing, lateness| {
            let price = ply + late * lateness * if forcing { forcing_share } else { 1.0 };
            if forced { forced_share * price } else { price }
        })
    }

    /// Where leaves are searched: each edge costs as much as this many doublings of `ply` centipawns.
    pub fn of_doublings(ply: f32, edge: f32) -> Prices {
        Prices::new(ply, |_, _, _| ply * edge)
    }

    /// `price` is asked with forced, forcing and `ln(1 + rank)`.
    fn new(ply: f32, price: impl Fn(bool, bool, f32) -> f32) -> Prices {
        let prices = |forced, forcing| {
            let ranks = 0..=LAST_RANK;
            ranks.map(|rank| price(forced, forcing, f32::from(1 + rank).ln()).round()).collect()
        };
        let by_rank =
            [prices(false, false), prices(true, false), prices(false, true), prices(true, true)];
        Prices { ply: ply.round(), by_rank }
    }

    fn kind(forced: bool, forcing: bool) -> usize {
        usize::from(forced) | usize::from(forcing) << 1
    }

    /// The price of the `rank`-th move of a node, in centipawns: `forced` if the node is, `forcing`
    /// if the position after the move is.
    pub fn price(&self, forced: bool, forcing: bool, rank: u16) -> f32 {
        self.by_rank[Prices::kind(forced, forcing)][usize::from(rank.min(LAST_RANK))]
    }

    /// The price of a first move that is not forced, or of a doubling.
    pub fn ply(&self) -> f32 {
        self.ply
    }
}
