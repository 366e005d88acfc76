//! The parameters of the chance model.

use super::prices::Prices;
use crate::fingerprint::Fingerprint;

/// Parameters of the best-first search, in centipawns where nothing else is given. The defaults
/// are measured; `docs/results.md` tells how.
///
/// ```
/// use shans_search::search::{ChanceModel, LeafSearchModel};
///
/// // The pure form: leaves are valued at first sight, and every explored position is a node.
/// assert_eq!(ChanceModel::default().leaf_search, None);
/// // Leaves are searched, and each may cost 1,000 positions before its moves become nodes.
/// let leaf_search = LeafSearchModel { effort: 1_000.0, ..LeafSearchModel::default() };
/// let model = ChanceModel { leaf_search: Some(leaf_search), ..ChanceModel::searching() };
/// // Trees of different parameters do not mix: files record this number.
/// assert_ne!(model.fingerprint(), ChanceModel::searching().fingerprint());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChanceModel {
    /// The price of a ply: what a chance loses on every edge.
    pub ply: f32,
    /// What late moves cost on top, times `ln(1 + rank)`.
    pub late: f32,
    /// The share of the price that a forced ply costs.
    pub forced_share: f32,
    /// The share of being late that a move pays which leaves the opponent no free choice (in
    /// chess: a check). If leaves are searched, [`LeafSearchModel::tactical_share`] stands for it.
    pub forcing_share: f32,
    /// The share of a node's fall, from its value at first sight to what its moves have shown it
    /// to be worth, by which its mover's next moves promise less.
    pub fallen_share: f32,
    /// A node continues making moves while its next estimate is no more than this below the one
    /// for which it was visited: the walk and the ordering pay for several moves at once.
    pub burst: f32,
    /// What is different if leaves are searched; `None` if they are valued at first sight.
    pub leaf_search: Option<LeafSearchModel>,
}

/// What the model adds if leaves are searched by a depth-first search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafSearchModel {
    /// How far values spread: a value this far from that of the first position counts for `ln 2`
    /// times as far, centipawns. Small numbers look at depth more than at value.
    pub spread: f32,
    /// The share of the price of late moves that tactical ones pay: captures, promotions, checks.
    pub tactical_share: f32,
    /// A leaf is searched a ply deeper each time, until this many positions were searched for it;
    /// then its moves are made.
    pub effort: f32,
    /// What is different where a search of a leaf gives the best move and its exact value, as that of an
    /// engine does; `None` if it answers in windows.
    pub exact: Option<ExactLeaves>,
    /// How many questions about leaves are out at a time, at least 1. Part of the search, no matter who
    /// answers: with more, each is chosen before the answers to those that are out.
    pub jobs: u16,
    /// Whether each question is answered with nothing that others have taught, so that the tree is the same
    /// for any number of threads. Not where searches give exact values.
    pub apart: bool,
}

/// What the model adds where searches of leaves give exact values. A leaf is a set of moves of a
/// position there: it is searched again with twice the nodes, up to [`LeafSearchModel::effort`]. That
/// search splits it: the best move becomes a leaf of its own, and the others wait, known to be worth no
/// more. [`ChanceModel::ply`] is the price of a doubling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactLeaves {
    /// The nodes of the first search of a leaf.
    pub first: f32,
    /// How many doublings less the leaf behind the best move counts as searched than the set that it
    /// comes from.
    pub halvings: f32,
    /// What an edge costs a chance, in prices of a doubling.
    pub edge: f32,
    /// The share of the nodes spent on the position analysed that goes to searches of it with all its
    /// moves, beside its tree.
    pub whole: f32,
}

impl Default for ExactLeaves {
    fn default() -> Self {
        ExactLeaves { first: 30_000.0, halvings: 2.0, edge: 1.0, whole: 0.5 }
    }
}

impl LeafSearchModel {
    /// The maximum number of jobs.
    pub const MOST_JOBS: u16 = 1024;
}

impl Default for LeafSearchModel {
    fn default() -> Self {
        LeafSearchModel {
            spread: 15.0,
            tactical_share: 0.1,
            effort: 3000.0,
            exact: None,
            jobs: 1,
            apart: false,
        }
    }
}

impl Default for ChanceModel {
    fn default() -> Self {
        ChanceModel {
            ply: 400.0,
            late: 200.0,
            forced_share: 0.1,
            forcing_share: 0.1,
            fallen_share: 0.2,
            burst: 300.0,
            leaf_search: None,
        }
    }
}

/// Counts the versions of the search that make another tree of the same parameters: a tree is not
/// continued by another version unnoticed. To be raised with every change of a signature in
/// `tests/data/signature.txt`, unless the evaluation alone changed.
pub const REVISION: i32 = 10;

impl ChanceModel {
    /// The parameters for leaves that are searched. Forced plies are free but for being late, since
    /// the search of a leaf extends them.
    pub fn searching() -> ChanceModel {
        ChanceModel {
            ply: 100.0,
            late: 75.0,
            forced_share: 0.0,
            leaf_search: Some(LeafSearchModel::default()),
            ..ChanceModel::default()
        }
    }

    /// The parameters for leaves that are searched by an engine, which gives exact values.
    pub fn over_engine() -> ChanceModel {
        let leaves = LeafSearchModel {
            spread: 40.0,
            tactical_share: 1.0,
            effort: 120_000.0,
            exact: Some(ExactLeaves::default()),
            jobs: 1,
            apart: false,
        };
        let forced_share = 1.0;
        let leaf_search = Some(leaves);
        ChanceModel { ply: 17.0, late: 0.0, forced_share, leaf_search, ..ChanceModel::default() }
    }

    /// The prices that follow from the parameters.
    pub(super) fn prices(&self) -> Prices {
        match self.leaf_search {
            None => Prices::of_leaves_at_first_sight(
                self.ply,
                self.late,
                self.forced_share,
                self.forcing_share,
            ),
            Some(LeafSearchModel { exact: Some(exact), .. }) => {
                Prices::of_exact_leaves(self.ply, exact.edge, self.forced_share)
            }
            Some(LeafSearchModel { tactical_share, .. }) => {
                Prices::of_searched_leaves(self.ply, self.late, self.forced_share, tactical_share)
            }
        }
    }

    /// Changes with every parameter that shapes the tree, and with `REVISION`. What has no effect
    /// where leaves get their values in this way takes no part.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Fingerprint::new("chance model");
        hash.add(REVISION);
        for number in [self.ply, self.late, self.forced_share] {
            hash.add_real(number);
        }
        match self.leaf_search {
            None => [self.forcing_share, self.fallen_share, self.burst].map(|n| hash.add_real(n)),
            Some(LeafSearchModel { spread, tactical_share, effort, exact, jobs, apart }) => {
                hash.add(i32::from(jobs));
                if apart {
                    hash.add(i32::from(apart));
                }
                if let Some(ExactLeaves { first, halvings, edge, whole }) = exact {
                    let beside = Some(whole).filter(|whole| *whole > 0.0);
                    let numbers = [first, halvings, edge].into_iter().chain(beside);
                    numbers.for_each(|number| hash.add_real(number));
                }
                [spread, tactical_share, effort].map(|number| hash.add_real(number))
            }
        };
        hash.finish()
    }
}
