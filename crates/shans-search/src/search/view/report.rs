//! What the search tells about itself.

use super::answers::View;
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::Stop;
use crate::search::report::{AnswerReason, Counters, Line, Memory, Report, Waiting};
use crate::tree::{Edge, NodeId, Numbers, TreeRules};
use crate::value::Player;

impl<G: Heuristics + Evaluate> View<'_, G> {
    pub(in crate::search) fn report(&self, stop: Option<Stop>) -> Report<G::Move> {
        let analysed = self.search.node();
        let played = self.played_answers();
        let view = self.search.view().with_played(played.as_ref());
        let view = view.with_answer(self.search.focus.answer.id);
        let mut lines = view.lines(stop.is_some());
        let root = self.search.root_of_position();
        lines.iter_mut().for_each(|line| root.end_with_game(&mut line.moves));
        let (at, position) = (self.search.at(), self.search.position());
        let told = view.told(at, position);
        let stats = &self.search.stats;
        Report {
            stop,
            value: told.value,
            depth: None,
            proven: told.is_decided,
            conditional: told.is_conditional,
            unsettled_by: view.unsettled_by(at, position),
            rests_on: told.rests_on(),
            answer_reason: self.reason(&lines),
            alpha: Some(analysed.alpha),
            beta: Some(analysed.beta),
            answer_holds: self.answer_holds(),
            no_progress: self.no_progress(),
            waiting: self.waiting(&lines),
            lines,
            changes: self.search.focus.answer.changes.clone(),
            counters: Counters {
                nodes: self.search.budget.nodes(),
                iterations: stats.iterations,
                evals: self.search.budget.evals(),
                table_hits: stats.table_hits,
            },
            tree_nodes: self.search.tree.len() as u64,
            depth_mean: stats.depth_sum as f64 / stats.made.max(1) as f64,
            depth_max: stats.depth_max,
            elapsed: self.search.budget.elapsed(),
            cpu: self.search.budget.cpu(),
            threads: self.search.leaves.workers.capacity().max(1),
            memory: Memory {
                tree: self.search.tree.bytes(),
                tables: self.search.table_bytes(),
                evaluator: G::evaluator_bytes(self.search.position().evaluator()),
                freed_nodes: stats.freed,
                sweeps: stats.sweeps,
                deepened: stats.deepened,
                limit: self.search.memory_limits.memory,
            },
        }
    }

    /// Every candidate that was tried, the answer first, then by value. The most promising untried
    /// one is the answer where limits left no time to try any, and where all that were tried are
    /// proven to lose. Where nodes were freed, those that are left are counted only if `counts`
    /// holds.
    fn lines(&self, counts: bool) -> Vec<Line<G::Move>> {
        let analysed = self.search.at();
        if self.search.node().is_leaf() {
            return self.untried().into_iter().collect();
        }
        let tried = self.tried_lines(counts);
        let mut children = self.search.tree.children(analysed);
        let all_lose = self.search.tree.made(analysed) > 0
            && children.all(|(_, id, _)| self.search.is_lost(id));
        let untried = if all_lose { self.untried() } else { None };
        untried.into_iter().chain(tried).collect()
    }

    fn tried_lines(&self, counts: bool) -> Vec<Line<G::Move>> {
        let line_of = |(rank, id)| self.line_of(id, rank, counts);
        let view = self.search.view().with_answer(self.search.focus.answer.id);
        view.ranked(self.search.at()).into_iter().map(line_of).collect()
    }

    /// The moves that have none of these lines.
    fn waiting(&self, lines: &[Line<G::Move>]) -> Option<Waiting> {
        let node = self.search.node();
        let level = self.search.focus.walk.stem.len() - 1;
        let is_open = !node.is_finished() && node.next.exists();
        let all =
            if is_open { self.search.root.choices(self.search.position(), level).len() } else { 0 };
        let moves = all.saturating_sub(lines.len());
        (moves > 0).then(|| Waiting { moves, most: self.search.rules.most_of_rest(node) })
    }

    /// The move that would be tried next, worth what the position analysed is.
    fn untried(&self) -> Option<Line<G::Move>> {
        let node = self.search.node();
        let told = self.search.view().told(self.search.at(), self.search.position());
        let is_searched = node.is_leaf() && node.doublings() > 0;
        let mv = if node.is_leaf() { self.search.best_of_leaf() } else { self.search.next_move() }?;
        let mut moves = vec![mv];
        if is_searched {
            let line = self.moves_behind(self.search.at(), self.search.position());
            moves = if line.is_empty() { moves } else { line };
        }
        Some(Line {
            moves,
            value: told.value,
            depth: None,
            proven: told.is_decided,
            conditional: told.is_conditional,
            unsettled_by: None,
            rests_on: told.rests_on(),
            alpha: Some(node.alpha),
            beta: Some(node.beta),
            tree_nodes: Some(0),
            effort: if is_searched { told.effort } else { 0 },
        })
    }

    fn line_of(&self, id: NodeId, rank: u16, counts: bool) -> Line<G::Move> {
        let node = self.search.tree.node(id);
        let price = self.search.rules.price(self.search.node(), rank, node);
        let Numbers { alpha, beta, .. } = Edge::new(id, rank, node, price, 1.0).numbers;
        let (first, mut behind) =
            (self.search.position().decode(node.mv), self.search.position().clone());
        first.into_iter().for_each(|mv| behind.play(mv));
        let told = self.told(id, &behind);
        let unsettled_by = self.unsettled_by(id, &behind);
        Line {
            moves: first.into_iter().chain(self.line_from(id, &behind)).collect(),
            value: told.value.told_from(1),
            depth: None,
            proven: told.is_decided,
            conditional: told.is_conditional,
            unsettled_by: unsettled_by.map(|moves| moves.behind(first)),
            rests_on: told.rests_on(),
            alpha: Some(alpha),
            beta: Some(beta),
            tree_nodes: (counts || self.effort_is_nodes()).then(|| self.tree_nodes_below(id)),
            effort: told.effort,
        }
    }

    /// Why the first of these lines is the answer.
    fn reason(&self, lines: &[Line<G::Move>]) -> Option<AnswerReason> {
        let (answer, others) = lines.split_first()?;
        let mover = self.search.node().turn().player().unwrap_or(Player::Max);
        let own = |line: &Line<_>| line.value.for_player(mover);
        Some(match () {
            () if answer.effort == 0 => AnswerReason::NotSearched,
            () if others.iter().any(|line| own(line) > own(answer)) => AnswerReason::MoreCertain,
            () => AnswerReason::BestValue,
        })
    }

    /// Whether effort is the nodes in the tree: all that were ever made are still there, and effort
    /// counts them.
    fn effort_is_nodes(&self) -> bool {
        self.search.stats.freed == 0 && !self.search.rules.searches_leaves()
    }

    /// Nodes in the tree now, a node and all below it. Where some were freed, and where leaves are
    /// searched, they are counted, one by one.
    pub fn tree_nodes_below(&self, id: NodeId) -> u64 {
        match self.effort_is_nodes() {
            true => self.search.tree.effort(id),
            false => self.search.tree.below(id).count() as u64,
        }
    }
}
