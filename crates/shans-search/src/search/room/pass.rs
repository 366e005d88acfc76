//! Freeing the least important nodes, a part of the tree at a time.
//!
//! A pass walks the tree once, children before their parent, and frees the children of nodes
//! whose distance from being visited ([`VisitDistance`]) is at least its threshold. What it meets
//! on the way tells it the threshold of the next pass: the one above which a set share of all
//! nodes lies.

use crate::search::chance::{ChanceRules, VisitDistance};
use crate::tree::{Edge, NodeId, Tree, TreeRules, preferred_child};

/// What a pass keeps at any distance, beside the principal variations of all candidates and the
/// proofs of proven ones.
#[derive(Clone, Debug)]
pub struct Protected<'a> {
    /// From the root of the tree to the position analysed, both included.
    pub stem: &'a [NodeId],
    /// From the root to positions that are searched and nodes with open questions, both included.
    pub ways: Vec<&'a [NodeId]>,
}

/// A pass under way, or the rest between two: what a file keeps, so that it can continue later.
#[derive(Clone, Debug, PartialEq)]
pub struct ReclaimPass {
    /// Children of nodes at this distance and beyond are freed: centipawns.
    pub threshold: f32,
    /// The way to the next node to look at: ranks from the root. `None` at rest.
    pub cursor: Option<Vec<u16>>,
    /// How many nodes may be freed, by the distance of their parents, in steps of 16 centipawns.
    pub by_distance: Vec<u32>,
}

/// Distances are distinguished in steps of this size: centipawns.
const STEP: f32 = 16.0;
/// Number of steps; beyond the last all is one.
const STEPS: usize = ReclaimPass::STEPS;

impl Default for ReclaimPass {
    /// The first pass frees nothing: it only finds out what there is.
    fn default() -> ReclaimPass {
        ReclaimPass { threshold: f32::INFINITY, cursor: None, by_distance: vec![0; STEPS] }
    }
}

/// A node on the way of a pass.
struct Visited {
    id: NodeId,
    rank: u16,
    distance: VisitDistance,
    /// Its children stay.
    is_kept: bool,
    /// It is part of a proof that stays.
    is_proof: bool,
    /// The child that its mover prefers.
    preferred: Option<NodeId>,
    /// The child that is looked at next, with its rank.
    next: Option<(u16, NodeId)>,
}

impl ReclaimPass {
    /// The maximum number of distances that are distinguished.
    pub const STEPS: usize = 1024;

    /// A pass of a file, in which the last distances may be missing, continues.
    pub fn resumed(mut self) -> ReclaimPass {
        self.by_distance.resize(STEPS, 0);
        self
    }

    /// Whether a pass is under way.
    pub fn is_under_way(&self) -> bool {
        self.cursor.is_some()
    }

    /// Begins at the root.
    pub fn begin(&mut self) {
        self.cursor = Some(Vec::new());
        self.by_distance.fill(0);
    }

    /// Looks at this many nodes, or until the pass is over, and returns how many were freed.
    pub fn advance(
        &mut self,
        tree: &mut Tree,
        protected: Protected<'_>,
        rules: &ChanceRules,
        nodes: usize,
    ) -> usize {
        let Some(cursor) = self.cursor.take() else { return 0 };
        let mut way = Way::to(&cursor, tree, protected, rules);
        let mut freed = 0;
        for _ in 0..nodes {
            let Some(visited) = way.path.last() else { break };
            if visited.next.is_some() {
                if let Some(child) = way.pass_child(tree)
                    && tree.first_child(child.id).is_some()
                {
                    way.path.push(child);
                }
            } else {
                freed += self.leave(tree, visited, rules);
                way.path.pop();
            }
        }
        if !way.path.is_empty() {
            self.cursor = Some(way.cursor());
        }
        freed
    }

    /// Counts the children of a node that were all seen, and frees them if they may go.
    fn leave(&mut self, tree: &mut Tree, visited: &Visited, rules: &ChanceRules) -> usize {
        let distance = visited.distance.least();
        if visited.is_kept || visited.is_proof {
            return 0;
        }
        let count = &mut self.by_distance[step_of(distance)];
        *count = count.saturating_add(u32::from(tree.made(visited.id)));
        if distance < self.threshold { 0 } else { tree.free_children(visited.id, rules) }
    }

    /// Sets the threshold so that the next pass frees `wanted` nodes, if as many may go; returns
    /// the number that it will free of what was seen in the last one.
    pub fn aim(&mut self, wanted: u64) -> u64 {
        let mut beyond = 0;
        let steps = self.by_distance.iter().enumerate().rev();
        for (step, &nodes) in steps {
            beyond += u64::from(nodes);
            if beyond >= wanted {
                self.threshold = step as f32 * STEP;
                return beyond;
            }
        }
        self.threshold = 0.0;
        beyond
    }
}

fn step_of(distance: f32) -> usize {
    // A cast of infinity saturates.
    ((distance / STEP) as usize).min(STEPS - 1)
}

/// The way of a pass from the root to the node that is looked at.
struct Way<'a> {
    protected: Protected<'a>,
    rules: &'a ChanceRules,
    path: Vec<Visited>,
}

impl<'a> Way<'a> {
    /// The way to where a pass was left, as far as it still is there.
    fn to(
        cursor: &[u16],
        tree: &Tree,
        protected: Protected<'a>,
        rules: &'a ChanceRules,
    ) -> Way<'a> {
        let root = tree.root();
        let is_analysed = protected.stem.len() == 1;
        let first = Visited {
            id: root,
            rank: 0,
            distance: match is_analysed {
                true => VisitDistance::of_analysed(tree.node(root), rules),
                false => VisitDistance::ZERO,
            },
            is_kept: true,
            is_proof: false,
            preferred: preferred_child(tree, root, rules),
            next: tree.first_child(root).map(|id| (0, id)),
        };
        let mut way = Way { protected, rules, path: vec![first] };
        let Some((last, ranks)) = cursor.split_last() else { return way };
        for &rank in ranks {
            way.skip_to(tree, rank);
            let Some(child) = way.pass_child(tree) else { return way };
            way.path.push(child);
        }
        way.skip_to(tree, *last);
        way
    }

    /// Passes children of the last node up to the one of this rank.
    fn skip_to(&mut self, tree: &Tree, rank: u16) {
        let Some(parent) = self.path.last_mut() else { return };
        while let Some((at, child)) = parent.next
            && at < rank
        {
            parent.next = tree.next_sibling(child).map(|id| (at + 1, id));
        }
    }

    /// The next child of the last node, with all that there is to know of it.
    fn pass_child(&mut self, tree: &Tree) -> Option<Visited> {
        let depth = self.path.len();
        let parent = self.path.last_mut()?;
        let (rank, child) = parent.next?;
        parent.next = tree.next_sibling(child).map(|id| (rank + 1, id));
        let (node, above) = (tree.node(child), tree.node(parent.id));
        let edge = Edge::new(child, rank, node, self.rules.price(above, rank, node), 1.0);
        let is_best = parent.preferred == Some(child);
        let stem = self.protected.stem;
        let is_above = depth < stem.len();
        let is_beside = stem.get(depth - 1) == Some(&parent.id);
        let is_on_stem = is_above && is_beside && stem[depth] == child;
        let is_candidate = depth == stem.len() && is_beside;
        let below = parent.distance.below(above, &edge, self.rules);
        let distance = match () {
            () if is_on_stem && depth + 1 == stem.len() => {
                VisitDistance::of_analysed(node, self.rules)
            }
            () if is_on_stem => VisitDistance::ZERO,
            () if is_above && is_beside => below.off_path(),
            () => below,
        };
        let is_asked = self.protected.ways.iter().any(|way| way.get(depth) == Some(&child));
        let winner = above.value.win().map(|(winner, _)| winner);
        let mover_wins = winner.is_some() && winner == above.turn().player();
        Some(Visited {
            id: child,
            rank,
            distance,
            is_kept: is_on_stem
                || is_asked
                || is_candidate
                || (parent.is_kept && !is_above && is_best),
            is_proof: (is_candidate && node.is_decided())
                || (parent.is_proof && (is_best || !mover_wins)),
            preferred: preferred_child(tree, child, self.rules),
            next: tree.first_child(child).map(|id| (0, id)),
        })
    }

    /// The ranks that lead to the node that is looked at next.
    fn cursor(&self) -> Vec<u16> {
        let ranks = self.path.iter().skip(1).map(|visited| visited.rank);
        let next = self.path.last().and_then(|visited| visited.next);
        ranks.chain([next.map_or(u16::MAX, |(rank, _)| rank)]).collect()
    }
}
