//! Freeing what matters least, a part of the tree at a time.
//!
//! A sweep walks the tree once, children before their parent, and frees the families of nodes
//! that lack at least as much as its threshold ([`Lack`]). What it meets on the way tells it the
//! threshold of the next sweep: the one above which a set share of all nodes lies.

use super::arena::{NodeId, Tree};
use super::backup::Edge;
use super::lack::Lack;
use super::price::Prices;
use crate::value::Player;

/// What a sweep keeps whatever it lacks, beside the principal variations of all candidates and
/// the proofs of proven ones.
#[derive(Clone, Copy, Debug)]
pub struct Kept<'a> {
    /// From the top of the tree to the position analysed, both included.
    pub line: &'a [NodeId],
}

/// A sweep under way, or the rest between two.
#[derive(Clone, Debug, Default)]
pub struct Sweep(SweepState);

/// What has to be kept of a sweep, so that it can go on later.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepState {
    /// Families of nodes that lack this much are freed: centipawns.
    pub threshold: f32,
    /// How to come to the node that is looked at next: ranks from the top. `None` at rest.
    pub cursor: Option<Vec<u16>>,
    /// Nodes in families that may be freed, by what their parent lacks, in steps of 16 cp.
    pub families: Vec<u32>,
}

/// Steps of lack that are told apart: centipawns.
const STEP: f32 = 16.0;
/// Numbers of steps; beyond the last all is one.
const STEPS: usize = SweepState::STEPS;
/// What everything off the line to the position analysed lacks beyond its own: centipawns.
const OFF_LINE: f32 = 1000.0;

impl SweepState {
    /// The greatest number of families that are told apart.
    pub const STEPS: usize = 1024;
}

impl Default for SweepState {
    /// The first sweep frees nothing: it only finds out what there is.
    fn default() -> SweepState {
        SweepState { threshold: f32::INFINITY, cursor: None, families: vec![0; STEPS] }
    }
}

/// A node on the way of a sweep.
struct Visit {
    id: NodeId,
    rank: u16,
    lack: Lack,
    /// Its family stays.
    is_kept: bool,
    /// It is part of a proof that stays.
    is_proof: bool,
    /// Whether the preferred child is still to come.
    seeks_best: bool,
    /// The child that is looked at next, with its rank.
    next: Option<(u16, NodeId)>,
}

impl Sweep {
    /// A sweep that goes on.
    pub fn of(mut state: SweepState) -> Sweep {
        state.families.resize(STEPS, 0);
        Sweep(state)
    }

    /// What has to be kept of it.
    pub fn state(&self) -> SweepState {
        self.0.clone()
    }

    /// Whether a sweep is under way.
    pub fn is_under_way(&self) -> bool {
        self.0.cursor.is_some()
    }

    /// Begins at the top.
    pub fn begin(&mut self) {
        self.0.cursor = Some(Vec::new());
        self.0.families.fill(0);
    }

    /// Looks at so many nodes, or until the sweep is over, and returns how many were freed.
    pub fn advance(
        &mut self,
        tree: &mut Tree,
        kept: Kept<'_>,
        prices: &Prices,
        nodes: usize,
    ) -> usize {
        let Some(cursor) = self.0.cursor.take() else { return 0 };
        let mut path = resume(tree, kept, prices, &cursor);
        let mut freed = 0;
        for _ in 0..nodes {
            let Some(visit) = path.last_mut() else { break };
            match visit.next {
                Some((rank, child)) => {
                    let depth = path.len();
                    let parent = &mut path[depth - 1];
                    let node = tree.node(child);
                    parent.next = node.next_sibling.map(|id| (rank + 1, id));
                    let visit = step(tree, parent, depth, rank, child, kept, prices);
                    if tree.node(child).first_child.is_some() {
                        path.push(visit);
                    }
                }
                None => {
                    freed += self.leave(tree, visit, prices);
                    path.pop();
                }
            }
        }
        if path.is_empty() {
            // The whole tree was seen.
            return freed;
        }
        let ranks = path.iter().skip(1).map(|visit| visit.rank);
        let next = path.last().and_then(|visit| visit.next).map_or(u16::MAX, |(rank, _)| rank);
        self.0.cursor = Some(ranks.chain([next]).collect());
        freed
    }

    /// Counts the family of a node whose children were all seen, and frees it if it may go.
    fn leave(&mut self, tree: &mut Tree, visit: &Visit, prices: &Prices) -> usize {
        let lack = visit.lack.least();
        if visit.is_kept || visit.is_proof {
            return 0;
        }
        let count = &mut self.0.families[step_of(lack)];
        *count = count.saturating_add(u32::from(tree.node(visit.id).made()));
        if lack < self.0.threshold {
            return 0;
        }
        let price = prices.of(tree.node(visit.id).forced(), 0);
        tree.free_family(visit.id, price)
    }

    /// Sets the threshold so that the next sweep frees `wanted` nodes, if so many may go; the
    /// number that it will free of what was seen in the last one.
    pub fn aim(&mut self, wanted: u64) -> u64 {
        let mut above = 0;
        let steps = self.0.families.iter().enumerate().rev();
        for (step, &nodes) in steps {
            above += u64::from(nodes);
            if above >= wanted {
                self.0.threshold = step as f32 * STEP;
                return above;
            }
        }
        self.0.threshold = 0.0;
        above
    }
}

fn step_of(lack: f32) -> usize {
    // A cast of infinity saturates.
    ((lack / STEP) as usize).min(STEPS - 1)
}

/// The way to where a sweep was left, as far as it still is there.
fn resume(tree: &Tree, kept: Kept<'_>, prices: &Prices, cursor: &[u16]) -> Vec<Visit> {
    let root = tree.root();
    let is_at = kept.line.len() == 1;
    let lack = if is_at { Lack::of_root(tree.node(root)) } else { Lack::NOTHING };
    let next = tree.node(root).first_child.map(|id| (0, id));
    let mut path = vec![Visit {
        id: root,
        rank: 0,
        lack,
        is_kept: true,
        is_proof: false,
        seeks_best: true,
        next,
    }];
    let Some((last, ranks)) = cursor.split_last() else { return path };
    for &rank in ranks {
        if !advance_to(tree, &mut path, rank, kept, prices) {
            return path;
        }
        // The child is on the way again.
        let depth = path.len();
        let parent = &mut path[depth - 1];
        let Some((rank, child)) = parent.next else { return path };
        parent.next = tree.node(child).next_sibling.map(|id| (rank + 1, id));
        let visit = step(tree, parent, depth, rank, child, kept, prices);
        path.push(visit);
    }
    advance_to(tree, &mut path, *last, kept, prices);
    path
}

/// Passes children of the last node up to the one of this rank; whether it is there.
fn advance_to(tree: &Tree, path: &mut [Visit], rank: u16, kept: Kept<'_>, prices: &Prices) -> bool {
    let depth = path.len();
    let Some(parent) = path.last_mut() else { return false };
    while let Some((at, child)) = parent.next
        && at < rank
    {
        step(tree, parent, depth, at, child, kept, prices);
        parent.next = tree.node(child).next_sibling.map(|id| (at + 1, id));
    }
    parent.next.is_some()
}

/// What there is to know of a child, met in order.
fn step(
    tree: &Tree,
    parent: &mut Visit,
    depth: usize,
    rank: u16,
    child: NodeId,
    kept: Kept<'_>,
    prices: &Prices,
) -> Visit {
    let (node, above) = (tree.node(child), tree.node(parent.id));
    let edge = Edge::new(child, rank, node, prices.of(above.forced(), rank), 1.0);
    let threat = |player: Player| match player {
        Player::Max => edge.numbers.beta == above.beta,
        Player::Min => edge.numbers.alpha == above.alpha,
    };
    let is_best = parent.seeks_best
        && edge.numbers.value == above.value
        && above.turn().player().is_none_or(threat);
    if is_best && above.turn().player().is_some() {
        parent.seeks_best = false;
    }
    let is_above = depth < kept.line.len();
    let is_on_line = is_above && kept.line[depth - 1] == parent.id && kept.line[depth] == child;
    let is_candidate = depth == kept.line.len() && kept.line[depth - 1] == parent.id;
    let lack = match () {
        () if is_on_line && depth + 1 == kept.line.len() => Lack::of_root(node),
        () if is_on_line => Lack::NOTHING,
        () if is_above && kept.line[depth - 1] == parent.id => {
            parent.lack.below(above, &edge).and(OFF_LINE)
        }
        () => parent.lack.below(above, &edge),
    };
    let mover_wins =
        above.value.win().is_some_and(|(winner, _)| Some(winner) == above.turn().player());
    Visit {
        id: child,
        rank,
        lack,
        is_kept: is_on_line || is_candidate || (parent.is_kept && !is_above && is_best),
        is_proof: (is_candidate && node.is_decided())
            || (parent.is_proof && (is_best || !mover_wins)),
        seeks_best: true,
        next: node.first_child.map(|id| (0, id)),
    }
}
