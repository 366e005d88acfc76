//! What a tree consists of.

use serde::Serialize;

use crate::game::{Evaluate, Heuristics};
use crate::search::BestFirst;
use crate::tree::NODE_BYTES;

/// The nodes of a tree, counted.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    /// Mean depth of a node, plies below the top.
    pub depth_mean: f64,
    /// Nodes at 0, 1, 2 ... plies below the top.
    pub nodes_by_depth: Vec<u64>,
}

impl TreeStatistics {
    /// Walks through the whole tree of a search and counts.
    pub fn new<G: Heuristics + Evaluate>(search: &BestFirst<G>) -> TreeStatistics {
        let census = search.tree().census();
        let children = census.nodes.saturating_sub(1);
        let depths = census.by_depth.iter().zip(0_u64..).map(|(&nodes, depth)| nodes * depth);
        let mean = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
        TreeStatistics {
            tree_bytes: census.nodes * NODE_BYTES as u64,
            nodes: search.state().nodes,
            tree_nodes: census.nodes,
            inner_nodes: census.inner,
            leaves: census.leaves,
            finished_nodes: census.finished,
            proven_nodes: census.proven,
            freed_nodes: census.freed,
            branching: mean(children, census.inner),
            depth_mean: mean(depths.sum(), census.nodes),
            nodes_by_depth: census.by_depth,
        }
    }
}
