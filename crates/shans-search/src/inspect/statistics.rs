//! What a tree consists of.

use std::collections::HashSet;

use serde::Serialize;

use crate::game::{Evaluate, Heuristics};
use crate::search::{AnswerReason, BestFirst};
use crate::tree::{FileOrder, NodeId, preferred_child};

/// The nodes of a tree, counted.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// # use nim::Nim;
/// # use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
/// # let root = Root::new(Nim::new(&[7, 8, 9]));
/// # let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(16 << 20));
/// # search.search(&Limits { nodes: Some(5_000), ..Limits::default() }, &mut |_| {});
/// use shans_search::inspect::TreeStatistics;
///
/// let statistics = TreeStatistics::new(&search);
/// assert_eq!(statistics.tree_nodes, search.tree().len() as u64);
/// assert_eq!(statistics.nodes_by_depth.iter().sum::<u64>(), statistics.tree_nodes);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TreeStatistics {
    /// What the tree takes in memory.
    pub tree_bytes: u64,
    /// Work: positions reached by making a move, in any part of the search.
    pub nodes: u64,
    /// Nodes in the tree.
    pub tree_nodes: u64,
    /// Those with children.
    pub inner_nodes: u64,
    /// Those in which no move was tried although there is one.
    pub leaves: u64,
    /// Those in which the game is over.
    pub finished_nodes: u64,
    /// Those whose value is certain.
    pub proven_nodes: u64,
    /// Those whose children were freed to make room.
    pub freed_nodes: u64,
    /// Mean number of children of an inner node.
    pub branching: f64,
    /// Mean depth of a node, plies below the root.
    pub depth_mean: f64,
    /// Nodes at 0, 1, 2 ... plies below the root.
    pub nodes_by_depth: Vec<u64>,
    /// Nodes whose best line ends where moves that were not made may be better; `None`, and no field, if leaves are
    /// valued at first sight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsettled_nodes: Option<u64>,
}

/// How many nodes of a tree have a value that is told as unsettled ([`Told::is_unsettled`](crate::search::Told)).
fn unsettled<G: Heuristics + Evaluate>(search: &BestFirst<G>) -> u64 {
    let (tree, rules) = (search.tree(), search.rules());
    let all: Vec<NodeId> = FileOrder::new(tree).collect();
    let mut found = HashSet::new();
    // Children come after their parents.
    for &id in all.iter().rev() {
        let node = tree.node(id);
        let is_open = !node.is_decided() && !node.is_leaf();
        let is_below =
            || preferred_child(tree, id, rules).is_some_and(|best| found.contains(&best));
        let matters = || rules.rest_is_better(node, node.value, AnswerReason::CLEAR_LEAD);
        if is_open && (matters() || is_below()) {
            found.insert(id);
        }
    }
    found.len() as u64
}

fn mean(sum: u64, count: u64) -> f64 {
    sum as f64 / count.max(1) as f64
}

impl TreeStatistics {
    /// Walks through the whole tree of a search and counts.
    pub fn new<G: Heuristics + Evaluate>(search: &BestFirst<G>) -> TreeStatistics {
        let tree = search.tree();
        let nodes_by_depth = tree.by_depth();
        let depths = nodes_by_depth.iter().zip(0_u64..).map(|(&nodes, depth)| nodes * depth);
        let mut all = TreeStatistics {
            tree_bytes: tree.bytes(),
            nodes: search.nodes(),
            tree_nodes: tree.len() as u64,
            depth_mean: mean(depths.sum(), tree.len() as u64),
            unsettled_nodes: search.rules().searches_leaves().then(|| unsettled(search)),
            nodes_by_depth,
            ..TreeStatistics::default()
        };
        for node in tree.below(tree.root()).map(|(id, _)| tree.node(id)) {
            all.proven_nodes += u64::from(node.is_proven());
            match () {
                () if node.is_freed() => all.freed_nodes += 1,
                () if node.is_finished() => all.finished_nodes += 1,
                () if node.is_leaf() => all.leaves += 1,
                () => all.inner_nodes += 1,
            }
        }
        all.branching = mean(all.tree_nodes - 1, all.inner_nodes);
        all
    }
}
