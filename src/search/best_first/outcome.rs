//! What the search tells about itself.

use super::order::MoveOrder;
use super::{Answer, BestFirst};
use crate::game::{Estimate, Evaluate, Order};
use crate::search::limits::{Clock, Stop};
use crate::search::report::{Change, Counters, Line, Memory, Report};
use crate::tree::{Edge, NodeId, line, ranked_children};

impl<G: Order + Evaluate> BestFirst<G> {
    pub(super) fn report(&self, stop: Option<Stop>, clock: &Clock) -> Report<G::Move> {
        let root = self.node();
        let lines = self.lines();
        Report {
            stop,
            value: self.answer.mv.and(lines.first()).map_or(root.value, |line| line.value),
            alpha: Some(root.alpha),
            beta: Some(root.beta),
            lines,
            changes: self.changes.clone(),
            counters: Counters {
                nodes: self.quiescence.nodes,
                iterations: self.stats.iterations,
                evals: self.quiescence.evals,
                table_hits: self.stats.table_hits,
            },
            tree_nodes: self.tree.len() as u64,
            depth_mean: self.stats.depth_sum as f64 / self.stats.made.max(1) as f64,
            depth_max: self.stats.depth_max,
            depth: None,
            elapsed: clock.elapsed(),
            cpu: clock.cpu(),
            memory: Memory {
                tree: self.tree.bytes(),
                tables: self.table.bytes(),
                freed_nodes: self.stats.freed,
                sweeps: self.stats.sweeps,
                deepened: self.stats.deepened,
                limit: self.room.memory,
            },
        }
    }

    /// Notes the answer that there is before any move was tried.
    pub(super) fn note_untried(&mut self) {
        if !self.node().is_leaf() {
            return;
        }
        if let Some(&best) = self.untried().iter().flat_map(|line| &line.moves).next() {
            Change { nodes: self.quiescence.nodes, best, win: None }.note(&mut self.changes);
        }
    }

    /// Takes the best move for the answer, unless somebody's chance against it is larger than
    /// what an answer has withstood before: a new move looks best until its refutation is found,
    /// and a limit may strike in between. A proven win needs no such trial.
    pub(super) fn note_answer(&mut self) {
        if self.node().is_leaf() {
            return;
        }
        let largest = self.largest_gap();
        let win = self.stats.win.and_then(|(value, _)| value.win());
        if largest > self.stats.least_gap && win.is_none() {
            return;
        }
        self.stats.least_gap = self.stats.least_gap.min(largest);
        let mv = self
            .path
            .get(self.line.len() - 1)
            .and_then(|root| root.all(&self.tree, &self.prices).best());
        let answer = Answer { mv, win };
        if answer == self.answer {
            return;
        }
        self.answer = answer;
        if let Some(best) = mv.and_then(|id| self.position.decode(self.tree.node(id).mv)) {
            let nodes = self.quiescence.nodes;
            Change { nodes, best, win }.note(&mut self.changes);
        }
    }

    /// Every candidate that was tried, the answer first, then by value; the most promising one
    /// where limits left no time to try any.
    fn lines(&self) -> Vec<Line<G::Move>> {
        let root = self.at();
        if self.tree.node(root).is_leaf() {
            return self.untried().into_iter().collect();
        }
        let mut ranked = ranked_children(&self.tree, root, &self.prices);
        if let Some(answer) = ranked.iter().position(|&(_, id)| Some(id) == self.answer.mv) {
            ranked[..=answer].rotate_right(1);
        }
        ranked.into_iter().map(|(rank, id)| self.line_of(id, rank)).collect()
    }

    /// The move that would be tried first, worth what the root is.
    fn untried(&self) -> Option<Line<G::Move>> {
        let mut order = MoveOrder::default();
        order.list(&self.position, self.candidates(), 0);
        let first = order.get(0).map(|Estimate { mv, .. }| mv)?;
        // A leaf that was searched deeper knows better than its order.
        let known = self.changes.last().filter(|_| self.node().is_freed());
        let mv = known.map_or(first, |change| change.best);
        let root = self.node();
        let (alpha, beta) = (Some(root.alpha), Some(root.beta));
        Some(Line { moves: vec![mv], value: root.value, alpha, beta, tree_nodes: 0 })
    }

    fn line_of(&self, id: NodeId, rank: u16) -> Line<G::Move> {
        let node = self.tree.node(id);
        let price = self.prices.of(self.node().forced(), rank);
        let edge = Edge::new(id, rank, node, price, 1.0);
        let mut nodes = vec![id];
        nodes.extend(line(&self.tree, id, &self.prices));
        let mut game = self.position.clone();
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
