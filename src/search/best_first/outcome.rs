//! What the search tells about itself.

use super::BestFirst;
use super::order::MoveOrder;
use crate::game::{Estimate, Evaluate, Order};
use crate::search::limits::{Clock, Stop};
use crate::search::report::{Change, Counters, Line, Memory, Report};
use crate::tree::{Edge, NodeId, line, ranked_children};

impl<G: Order + Evaluate> BestFirst<G> {
    pub(super) fn report(&self, stop: Option<Stop>, clock: &Clock) -> Report<G::Move> {
        let root = self.tree.node(self.tree.root());
        let below_root = self.tree.len().saturating_sub(1).max(1);
        Report {
            stop,
            value: root.value,
            alpha: Some(root.alpha),
            beta: Some(root.beta),
            lines: self.lines(),
            changes: self.changes.clone(),
            counters: Counters {
                nodes: self.quiescence.nodes,
                iterations: self.stats.iterations,
                evals: self.quiescence.evals,
                table_hits: self.stats.table_hits,
            },
            tree_nodes: self.tree.len() as u64,
            depth_mean: self.stats.depth_sum as f64 / below_root as f64,
            depth_max: self.stats.depth_max,
            depth: None,
            elapsed: clock.elapsed(),
            cpu: clock.cpu(),
            memory: Memory {
                tree: self.tree.bytes(),
                tables: self.table.bytes(),
                limit: self.memory_limit,
            },
        }
    }

    /// Notes the answer that there is before any move was tried.
    pub(super) fn note_untried(&mut self) {
        if !self.tree.node(self.tree.root()).is_leaf() {
            return;
        }
        if let Some(&best) = self.untried().iter().flat_map(|line| &line.moves).next() {
            Change { nodes: self.quiescence.nodes, best, win: None }.note(&mut self.changes);
        }
    }

    /// Notes the answer where it is another than before.
    pub(super) fn note_change(&mut self) {
        let best = self.path.first().and_then(|root| root.all(&self.tree, &self.prices).best());
        let win = self.stats.win.and_then(|(value, _)| value.win());
        if (best, win) == self.noted {
            return;
        }
        self.noted = (best, win);
        if let Some(best) = best.and_then(|id| self.root.game.decode(self.tree.node(id).mv)) {
            let nodes = self.quiescence.nodes;
            Change { nodes, best, win }.note(&mut self.changes);
        }
    }

    /// Every candidate that was tried, the preferred one first; the most promising one where
    /// limits left no time to try any.
    fn lines(&self) -> Vec<Line<G::Move>> {
        let root = self.tree.root();
        if self.tree.node(root).is_leaf() {
            return self.untried().into_iter().collect();
        }
        let children = self.tree.children(root);
        let mut ranks: Vec<(NodeId, u16)> = children.map(|(rank, id, _)| (id, rank)).collect();
        ranks.sort_unstable();
        let rank_of = |id: NodeId| ranks.binary_search_by_key(&id, |&(id, _)| id);
        let ranked = ranked_children(&self.tree, root, &self.prices);
        let found = ranked.into_iter().filter_map(|id| Some((id, ranks[rank_of(id).ok()?].1)));
        found.map(|(id, rank)| self.line_of(id, rank)).collect()
    }

    /// The move that would be tried first, worth what the root is.
    fn untried(&self) -> Option<Line<G::Move>> {
        let mut order = MoveOrder::default();
        order.list(&self.root.game, self.root.candidates.as_deref(), 0);
        let Estimate { mv, .. } = order.get(0)?;
        let root = self.tree.node(self.tree.root());
        let (alpha, beta) = (Some(root.alpha), Some(root.beta));
        Some(Line { moves: vec![mv], value: root.value, alpha, beta, tree_nodes: 0 })
    }

    fn line_of(&self, id: NodeId, rank: u16) -> Line<G::Move> {
        let node = self.tree.node(id);
        let price = self.prices.of(self.tree.node(self.tree.root()).forced(), rank);
        let edge = Edge::new(id, rank, node, price, 1.0);
        let mut nodes = vec![id];
        nodes.extend(line(&self.tree, id, &self.prices));
        let mut game = self.root.game.clone();
        let mut moves = Vec::with_capacity(nodes.len());
        for id in nodes {
            let Some(mv) = game.decode(self.tree.node(id).mv) else { break };
            game.play(mv);
            moves.push(mv);
        }
        Line {
            moves,
            value: edge.numbers.value,
            alpha: Some(edge.numbers.alpha),
            beta: Some(edge.numbers.beta),
            tree_nodes: u64::from(node.effort),
        }
    }
}
