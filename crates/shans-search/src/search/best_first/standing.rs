//! The state of the search: whether nothing is left to find out, and whether its answer is likely to hold. What
//! reports say about it, and when that ends the search.

use super::search::BestFirst;
use super::searched::open_win;
use crate::game::{Evaluate, Heuristics};
use crate::search::chance::ChanceModel;
use crate::standing::Standing;
use crate::tree::{Node, TreeRules};
use crate::value::{Chance, Player, Value};

/// An answer that holds with this probability ends a search without other limits.
const SETTLED: f64 = 0.98;
/// No such search ends before this many nodes: twice the smallest number with which answers were measured.
const LEAST_NODES: u64 = 20_000;
/// The question is asked again whenever the nodes have grown by this part: asking all the time would find the
/// wanted answer too soon, by chance.
const ASKED_EVERY: u64 = 8;
/// How far behind a move crowds, centipawns.
const CROWD: f64 = 120.0;
/// A move crowds no more than one that is this much better than the answer, centipawns.
const MOST_AHEAD: f32 = -100.0;
/// Answers before this many nodes do not count.
const REIGN_BEGINS: u64 = 1_000;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Whether the result is certain, and nothing is left to be found out about the best line.
    pub(super) fn is_over(&self) -> bool {
        self.node().is_proven()
            || self.answer.win_is_fast_enough(self.budget.nodes())
            || self.has_looked_for_faster_win()
    }

    /// Whether a win of the position analysed is proven, and a faster one was looked for deep
    /// enough. What could still grow then are slower wins. None is looked for where searches of leaves do not
    /// answer in windows.
    fn has_looked_for_faster_win(&self) -> bool {
        self.rules.model().leaf_search.is_some_and(|leaves| {
            open_win(self.node()).is_some_and(|(_, left)| left == 0 || leaves.exact.is_some())
        })
    }

    /// Whether the search may end: the margin that was asked for is reached, or, where none was,
    /// the answer is nearly certain to hold. A win that is proven, or was seen and has to be, is
    /// for a proof to settle.
    pub(super) fn is_settled(&self) -> bool {
        let node = self.node();
        if self.answer.proven_win.is_some() || node.is_leaf() || node.value.is_unproven_win() {
            return false;
        }
        match self.budget.limits().settle {
            Some(margin) => self.rules.is_settled(node, margin),
            None if !self.is_due() || !self.position().may_settle() => false,
            None if node.value.raw().abs() >= Standing::DECIDED => false,
            None => self.answer_holds().is_some_and(|holds| holds >= SETTLED),
        }
    }

    /// Whether it is asked now if the answer holds.
    fn is_due(&self) -> bool {
        let (before, now) = (self.nodes_before, self.budget.nodes());
        // The steps are eighths of doublings, so that a search that was saved asks at the same
        // counts as one that never stopped.
        let step = |nodes: u64| nodes >> nodes.max(1).ilog2().saturating_sub(ASKED_EVERY.ilog2());
        now >= LEAST_NODES && (now.ilog2() > before.max(1).ilog2() || step(now) > step(before))
    }

    /// The probability that the answer, searched with ten times the work, is still the answer or
    /// loses no more than 30 centipawns: [`Evaluate::answer_holds`], and 1 where the result is
    /// proven or there is one move to choose from. `None` if nothing was tried yet, and where it
    /// was not measured: for other games, evaluations and parameters.
    pub(super) fn answer_holds(&self) -> Option<f64> {
        if self.node().is_proven() || self.walk.has_only_move() {
            return Some(1.0);
        }
        let is_measured = [ChanceModel::default(), ChanceModel::searching()];
        if !is_measured.contains(self.rules.model()) {
            return None;
        }
        self.position().answer_holds(&self.standing()?)
    }

    /// How the search stands; `None` if there is no answer that was tried.
    pub fn standing(&self) -> Option<Standing> {
        let analysed = self.node();
        let mover = analysed.turn().player()?;
        let answer = self.tree.node(self.answer.id?);
        let searches_leaves = self.tree.leaves_are_searched();
        let value = |node: &Node| as_evaluation(node, mover);
        let mut standing = Standing {
            searches_leaves,
            nodes: self.budget.nodes().saturating_sub(self.ranked),
            value: value(answer),
            lead: None,
            lead_over_values: None,
            crowd: 0.0,
            effort_share: 0.0,
            reign: self.reign(),
            own_plies: None,
            opponent_plies: None,
            // Of those no chance tells what they may be worth.
            moves_wait: searches_leaves && analysed.next.exists(),
            plies_to_rival: self.plies_to_rival(mover),
        };
        let mut effort = f64::from(answer.effort);
        for (_, id, other) in self.tree.children(self.at()) {
            if Some(id) == self.answer.id {
                continue;
            }
            let lead = standing.value - value(other);
            let least = |known: Option<f32>| Some(known.map_or(lead, |known| known.min(lead)));
            standing.lead = least(standing.lead);
            let bound = self.tree.bound(id);
            if bound.limits(mover.opponent()) || !bound.limits(mover) {
                standing.lead_over_values = least(standing.lead_over_values);
            }
            standing.crowd += (-f64::from(lead.max(MOST_AHEAD)) / CROWD).exp();
            effort += f64::from(other.effort);
        }
        standing.effort_share = f64::from(answer.effort) / effort.max(1.0);
        let checked = self.rules.plies_checked(analysed.value, analysed.alpha, analysed.beta);
        standing.own_plies = checked.of(mover);
        standing.opponent_plies = checked.of(mover.opponent());
        Some(standing)
    }

    /// [`Standing::plies_to_rival`]: by how much the greatest chance that could change the answer lies
    /// below those that are looked at now.
    fn plies_to_rival(&self, mover: Player) -> f32 {
        let analysed = self.node();
        let gap = |of: Player, alpha: Chance, beta: Chance| {
            self.rules.gap(of, if of == Player::Max { alpha } else { beta }, analysed.value)
        };
        let looked_at = |of: Player| gap(of, analysed.alpha, analysed.beta);
        let mut rival = gap(mover, analysed.next, analysed.next);
        for (rank, id, node) in self.tree.children(self.at()) {
            let of = if Some(id) == self.answer.id { mover.opponent() } else { mover };
            let price = self.rules.price(analysed, rank, node);
            rival = rival.max(gap(of, node.alpha, node.beta) - price);
        }
        if rival == f32::NEG_INFINITY {
            return f32::INFINITY;
        }
        let now = looked_at(mover).max(looked_at(mover.opponent()));
        (now - rival) / self.rules.model().ply
    }

    /// [`Standing::reign`].
    fn reign(&self) -> f64 {
        let changes = &self.answer.changes;
        let Some(answer) = changes.last() else { return 0.0 };
        let now = self.budget.nodes().max(REIGN_BEGINS + 1);
        let ends = changes.iter().skip(1).map(|change| change.nodes).chain([now]);
        let doublings = |from: u64, to: u64| (to as f64 / from as f64).ln();
        let reigns = changes.iter().zip(ends).filter(|(change, _)| change.best == answer.best);
        let sum: f64 = reigns
            .map(|(change, end)| (change.nodes.max(REIGN_BEGINS), end))
            .filter(|(from, end)| end > from)
            .map(|(from, end)| doublings(from, end))
            .sum();
        sum / doublings(REIGN_BEGINS, now)
    }
}

/// What a move is worth to the mover, wins and losses being the best and worst evaluations.
fn as_evaluation(node: &Node, mover: Player) -> f32 {
    node.value.for_player(mover).clamp(-Value::EVAL_LIMIT, Value::EVAL_LIMIT)
}
