//! A second opinion on a move: the positions after it and after its rival, searched again.

use serde::Serialize;

use super::reader::TreeReader;
use super::score::Score;
use crate::game::{Heuristics, Notation};
use crate::search::{BestFirst, Interrupt, Limits, MemoryLimits, Searcher, Stop};
use crate::value::Value;

/// What searches of their own say of a move and its rival.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SecondOpinion {
    /// The maximum number of nodes of each search.
    pub nodes: u64,
    /// The value of the move asked about.
    pub score: Score,
    /// The value of its rival.
    pub rival_score: Score,
    /// How much more, in centipawns, the move asked about is worth by this search than in the
    /// tree, negative where it is less; `None` if one of the two is a mate, or the move was not
    /// tried in the tree.
    pub difference_cp: Option<i64>,
    /// The same for its rival.
    pub rival_difference_cp: Option<i64>,
    /// Whether the one that the tree prefers is worth at least as much as the other by these
    /// searches, too. It says nothing about how well their values agree with those of the tree.
    pub holds: bool,
}

/// How much a search of its own may take.
#[derive(Clone, Debug)]
pub struct OpinionLimits {
    /// Nodes.
    pub nodes: u64,
    /// Memory, in bytes.
    pub memory: u64,
    /// Stops the search from outside.
    pub interrupt: Interrupt,
}

/// The value of a move of the position that is looked at, by a search of its own, from Max's point of view; `None` if it was interrupted.
pub(super) fn fresh_value<G: Heuristics + Notation>(
    reader: &TreeReader<'_, G>,
    mv: G::Move,
    limits: &OpinionLimits,
) -> Option<Value> {
    let mut root = reader.root().clone();
    root.step(mv);
    let OpinionLimits { nodes, memory, ref interrupt } = *limits;
    let tree_nodes = usize::try_from(nodes.saturating_add(1)).unwrap_or(usize::MAX);
    let room = MemoryLimits { tree_nodes: Some(tree_nodes), ..MemoryLimits::new(memory) };
    let limits = Limits { nodes: Some(nodes), interrupt: interrupt.clone(), ..Limits::default() };
    let model = *reader.search().rules().model();
    let report = BestFirst::new(root, model, room).search(&limits, &mut |_| {});
    let is_whole = report.stop != Some(Stop::Interrupted);
    is_whole.then(|| report.value.one_ply_up())
}
