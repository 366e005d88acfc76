//! Counting the nodes of a tree.

use super::arena::Tree;
use super::node::Node;
use super::node_id::NodeId;
use super::searched::ValueBound;

/// How many nodes of which kind a tree has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// All.
    pub nodes: u64,
    /// With children.
    pub inner: u64,
    /// In which no move was made yet.
    pub leaves: u64,
    /// Where the game is over.
    pub finished: u64,
    /// Whose value is proven.
    pub proven: u64,
    /// Whose children were freed to make room.
    pub freed: u64,
    /// Nodes at each depth, from the root on.
    pub by_depth: Vec<u64>,
    /// What searches found; `None` in a tree of explored nodes.
    pub searches: Option<SearchCensus>,
}

/// What the nodes of a tree say that were searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchCensus {
    /// Nodes whose value is exact, as far as was searched, or proven.
    pub exact: u64,
    /// Those that Max and Min are sure of: worth at least their value, and at most.
    pub at_least: u64,
    /// See `at_least`.
    pub at_most: u64,
    /// Those that may be worth more or less.
    pub open: u64,
    /// How deep the leaves were searched that are not proven: plies, all together.
    pub plies: u64,
    /// How many leaves these are.
    pub leaves: u64,
    /// The greatest depth of them, plies.
    pub most_plies: u8,
}

impl Tree {
    /// Counts a node and all below it.
    pub fn count_below(&self, id: NodeId) -> u64 {
        let mut count = 0;
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            count += 1;
            waiting.extend(self.children(id).map(|(_, child, _)| child));
        }
        count
    }

    /// How deep the deepest search at a node or below was, plies from the node on. In a tree of
    /// searched nodes.
    pub fn deepest_search(&self, id: NodeId) -> u32 {
        let mut deepest = 0;
        let mut waiting = vec![(id, 0)];
        while let Some((id, depth)) = waiting.pop() {
            let node = self.node(id);
            deepest = deepest.max(depth + node.searched().plies_looked_at(node.effort));
            waiting.extend(self.children(id).map(|(_, child, _)| (child, depth + 1)));
        }
        deepest
    }

    /// Counts the nodes.
    pub fn census(&self) -> Census {
        let searches = self.leaves_are_searched().then(SearchCensus::default);
        let mut census = Census { searches, ..Census::default() };
        let mut waiting = vec![(self.root(), 0)];
        while let Some((id, depth)) = waiting.pop() {
            let node = self.node(id);
            census.nodes += 1;
            census.proven += u64::from(node.is_proven());
            match () {
                () if node.is_freed() => census.freed += 1,
                () if node.is_finished() => census.finished += 1,
                () if node.is_leaf() => census.leaves += 1,
                () => census.inner += 1,
            }
            if let Some(searches) = &mut census.searches {
                searches.count(node, self.bound(id));
            }
            if census.by_depth.len() <= depth {
                census.by_depth.resize(depth + 1, 0);
            }
            census.by_depth[depth] += 1;
            waiting.extend(self.children(id).map(|(_, child, _)| (child, depth + 1)));
        }
        census
    }
}

impl SearchCensus {
    fn count(&mut self, node: &Node, bound: ValueBound) {
        let count = match bound {
            ValueBound::Exact => &mut self.exact,
            ValueBound::AtLeast => &mut self.at_least,
            ValueBound::AtMost => &mut self.at_most,
            ValueBound::Open => &mut self.open,
        };
        *count += 1;
        if node.is_leaf() && !node.is_decided() {
            let plies = node.searched().plies;
            self.leaves += 1;
            self.plies += u64::from(plies);
            self.most_plies = self.most_plies.max(plies);
        }
    }
}
