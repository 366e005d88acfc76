//! The parameters of the chance model.

use super::prices::Prices;
use super::tuning::Tuning;
use crate::fingerprint::Fingerprint;

/// Parameters of the best-first search, in centipawns where nothing else is given. The defaults
/// are measured; `docs/results.md` tells how.
///
/// ```
/// use shans_search::search::{ChanceModel, LeafSearchModel};
///
/// // The pure form: leaves are valued at first sight, and every explored position is a node.
/// assert_eq!(ChanceModel::default().leaf_search, None);
/// // Leaves are searched, the first time with 1,000 nodes.
/// let leaf_search = LeafSearchModel { first: 1_000.0, ..LeafSearchModel::default() };
/// let model = ChanceModel { leaf_search: Some(leaf_search), ..ChanceModel::searching() };
/// // Trees of different parameters do not mix: files record this number.
/// assert_ne!(model.fingerprint(), ChanceModel::searching().fingerprint());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChanceModel {
    /// The price of a ply: what a chance loses on every edge. If leaves are searched, the price of a doubling of
    /// their nodes.
    pub ply: f32,
    /// What late moves cost on top, times `ln(1 + rank)`. Like the next four, only where leaves are valued at
    /// first sight.
    pub late: f32,
    /// The share of the price that a forced ply costs.
    pub forced_share: f32,
    /// The share of being late that a move pays which leaves the opponent no free choice (in
    /// chess: a check).
    pub forcing_share: f32,
    /// The share of a node's fall, from its value at first sight to what its moves have shown it
    /// to be worth, by which its mover's next moves promise less.
    pub fallen_share: f32,
    /// A node continues making moves while its next estimate is no more than this below the one
    /// for which it was visited: the walk and the ordering pay for several moves at once.
    pub burst: f32,
    /// The numbers of the rules beside it.
    pub tuning: Tuning,
    /// What is different if leaves are searched; `None` if they are valued at first sight.
    pub leaf_search: Option<LeafSearchModel>,
}

/// What the model adds if leaves are searched. A leaf is a set of moves of a position: it is searched again with
/// twice the nodes each time, up to a number that splits it. The line of that search becomes a chain of nodes,
/// and the other moves wait, known to be worth no more. The position analysed is also searched as a whole: that
/// search is the anchor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafSearchModel {
    /// How far values spread: a value this far from that of the first position counts for `ln 2`
    /// times as far, centipawns. Small numbers look at effort more than at value.
    pub spread: f32,
    /// The nodes of the first search of a leaf.
    pub first: f32,
    /// A search of at least this many nodes splits a leaf ...
    pub split: f32,
    /// ... and of at least this many times the third root of all nodes, so that the same numbers serve searches of
    /// seconds and of days.
    pub growth: f32,
    /// How many doublings less each node of a chain counts as searched than the one before it.
    pub halvings: f32,
    /// What an edge costs a chance, in prices of a doubling.
    pub edge: f32,
    /// This many first nodes of a position analysed all go to the anchor ...
    pub alone: f32,
    /// ... and this share of the others.
    pub anchor: f32,
    /// Whether each leaf is searched with nothing that other searches have taught, so that the tree is the same
    /// for any number of threads.
    pub apart: bool,
}

impl LeafSearchModel {
    /// How many leaves are searched at a time where each is searched apart, whatever the number of threads.
    pub const APART_AT_A_TIME: usize = 8;
}

impl Default for LeafSearchModel {
    fn default() -> Self {
        LeafSearchModel {
            spread: 40.0,
            first: 300.0,
            split: 3000.0,
            growth: 110.0,
            halvings: 1.0,
            edge: 1.0,
            alone: 10_000.0,
            anchor: 0.75,
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
            tuning: Tuning::DEFAULT,
            leaf_search: None,
        }
    }
}

/// Counts the versions of the search that make another tree of the same parameters: a tree is not
/// continued by another version unnoticed. To be raised with every change of a signature in
/// `tests/data/signature.txt`, unless the evaluation alone changed.
pub const REVISION: i32 = 25;

impl ChanceModel {
    /// The parameters for leaves that our own depth-first search values.
    pub fn searching() -> ChanceModel {
        let leaf_search = Some(LeafSearchModel::default());
        ChanceModel { ply: 17.0, leaf_search, ..ChanceModel::default() }
    }

    /// The parameters for leaves that are searched by an engine.
    pub fn over_engine() -> ChanceModel {
        let leaves = LeafSearchModel {
            first: 30_000.0,
            split: 120_000.0,
            growth: 0.0,
            alone: 0.0,
            anchor: 0.5,
            ..LeafSearchModel::default()
        };
        ChanceModel { leaf_search: Some(leaves), ..ChanceModel::searching() }
    }

    /// The prices that follow from the parameters.
    pub(super) fn prices(&self) -> Prices {
        match self.leaf_search {
            None => Prices::by_rank(self.ply, self.late, self.forced_share, self.forcing_share),
            Some(leaves) => Prices::of_doublings(self.ply, leaves.edge),
        }
    }

    /// Changes with every parameter that shapes the tree, and with `REVISION`. What has no effect
    /// where leaves get their values in this way takes no part.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Fingerprint::new("chance model");
        hash.add(REVISION);
        hash.add_real(self.ply);
        let ChanceModel { late, forced_share, forcing_share, fallen_share, burst, .. } = *self;
        match self.leaf_search {
            None => {
                let numbers = [late, forced_share, forcing_share, fallen_share, burst];
                numbers.into_iter().for_each(|number| hash.add_real(number));
            }
            Some(leaves) => {
                let LeafSearchModel { spread, first, split, growth, halvings, .. } = leaves;
                let LeafSearchModel { edge, alone, anchor, apart, .. } = leaves;
                let numbers = [spread, first, split, growth, halvings, edge, alone, anchor];
                numbers.into_iter().for_each(|number| hash.add_real(number));
                hash.add(i32::from(apart));
            }
        }
        // Those that are measured take no part, so that there may be more of them.
        if self.tuning != Tuning::DEFAULT {
            Tuning::TABLE.iter().for_each(|it| hash.add_real((it.of)(&self.tuning) as f32));
        }
        hash.finish()
    }
}
