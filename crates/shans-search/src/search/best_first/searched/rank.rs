//! What is asked to rank candidates.
//!
//! Each candidate has a search of its own of the position after the move. All of them are searched to the same
//! depth before any is searched deeper: as many as are wanted for their values, the others only so far that they are
//! known to be worth less than those. What the tree knows already is not asked again. Where searches give exact
//! values, these are in the tree: there the best of the moves that wait is asked for until enough are made, and
//! the one that was searched least is looked at as if it were the position analysed.

use super::super::path_node::Aim;
use super::super::ranking::Rank;
use super::super::search::BestFirst;
use super::purpose::{Purpose, is_tight};
use super::question::{LeafWork, Question};
use crate::game::{Evaluate, Heuristics, MoveCode};
use crate::tree::{NodeId, Searched, TreeRules, ValueBound, ranked_children};
use crate::value::{Player, Value};

/// The answer is searched so much deeper than other candidates, counted behind their moves.
const BEHIND: u32 = 2;
/// Every candidate is worth this many plies.
const LEAST_PLIES: u8 = 6;
/// The first search is so much less deep than the deepest one.
const STEPS: u8 = 3;
/// Being late costs a candidate so many times the plies here that it costs a chance, as long as it is only asked
/// whether it is better than others.
const LATE: f32 = 2.0;

/// A candidate, as far as it is known.
struct Candidate {
    mv: MoveCode,
    /// At the position analysed.
    value: Value,
    bound: ValueBound,
    /// How deep it was searched for a value that is exact, plies behind the move.
    exact: Option<u32>,
    /// How deep it was searched by itself, plies behind the move.
    searched: u32,
    /// What the tree says it is at most, own view of the mover.
    most: f32,
    /// How many plies being late costs it.
    late: u32,
}

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// What is to be done to rank candidates, if anything is now: one thing at a time. The walk leads there.
    pub(super) fn purpose_of_rank(&mut self) -> Option<Purpose> {
        if !self.ranks_here() || self.is_ranking() {
            return None;
        }
        let is_over = self.is_over();
        if is_over && !self.lacks_values() || !is_over && !self.has_share_left() {
            return None;
        }
        match self.rules.exact_leaves() {
            Some(_) => self.purpose_in_tree(is_over),
            None => self.purpose_at_candidate(is_over),
        }
    }

    /// Whether a candidate that is to be ranked has no value yet, and can have one.
    pub(in super::super) fn lacks_values(&mut self) -> bool {
        if !self.tree.leaves_are_searched() || !self.ranks_here() {
            return false;
        }
        if self.rules.exact_leaves().is_some() {
            return self.loose_purpose().is_some();
        }
        let candidates = self.candidates_by_value();
        let exact = candidates.iter().filter(|candidate| candidate.exact.is_some()).count();
        self.node().next.exists() || exact < candidates.len().min(usize::from(self.ranking.lines))
    }

    /// Whether something of this kind is under way.
    fn is_ranking(&self) -> bool {
        self.searched.visits.iter().any(|visit| visit.ranks)
    }

    fn purpose_at_candidate(&mut self, is_over: bool) -> Option<Purpose> {
        let purpose = match is_over && self.node().next.exists() {
            true => Purpose::Make,
            false => {
                let deepest = self.plies_to_rank();
                let candidates = self.candidates_by_value();
                let first = deepest.saturating_sub(STEPS).max(1);
                let asked = |plies| self.missing(&candidates, plies);
                let (mv, leaf) = (first..=deepest).find_map(asked)?;
                Purpose::Rank(mv, leaf)
            }
        };
        self.walk.descend(Aim::Analysed, &self.root.game, &self.tree, &self.rules);
        Some(purpose)
    }

    /// How deep the positions after candidates are searched.
    fn plies_to_rank(&self) -> u8 {
        let answer = self.answer.id.and_then(|id| self.depth_of(id)).unwrap_or_default();
        let plies = u8::try_from(answer.saturating_sub(BEHIND)).unwrap_or(u8::MAX);
        plies.clamp(LEAST_PLIES, Searched::MOST_PLIES)
    }

    /// All candidates: those that have a value first, then the others; both by value.
    fn candidates_by_value(&self) -> Vec<Candidate> {
        let Some(mover) = self.node().turn().player() else { return Vec::new() };
        let children = ranked_children(&self.tree, self.at(), &self.rules);
        let mut all: Vec<Candidate> =
            children.into_iter().map(|(rank, id)| self.candidate(id, rank, mover)).collect();
        all.sort_by(|a, b| {
            let own = |candidate: &Candidate| candidate.value.for_player(mover);
            a.exact.is_none().cmp(&b.exact.is_none()).then(own(b).total_cmp(&own(a)))
        });
        all
    }

    fn candidate(&self, id: NodeId, rank: u16, mover: Player) -> Candidate {
        let node = self.tree.node(id);
        let (value, bound) = self.candidate_value(id);
        let own = self.rank_of(id);
        let plies = |rank: &Rank| u32::from(rank.plies);
        let searched = own.map_or(0, plies);
        let is_known = self.tree.bound(id) == ValueBound::Exact;
        let in_tree = match is_known {
            true if node.is_decided() => Some(u32::MAX),
            true => self.depth_of(id),
            false => None,
        };
        let exact = match bound {
            // A bound says nothing about how deep a value of the tree was searched.
            ValueBound::Exact => {
                let counts = |rank: &&Rank| in_tree.is_none() || rank.bound == ValueBound::Exact;
                in_tree.max(own.filter(counts).map(plies))
            }
            _ => None,
        };
        let is_limited = self.tree.bound(id).limits(mover);
        let most = node.reported_value().one_ply_up().for_player(mover);
        let most = if is_limited { most } else { f32::INFINITY };
        let price = |rank| self.rules.price(self.node(), rank, node);
        let late = (LATE * self.rules.as_plies(price(rank) - price(0))) as u32;
        Candidate { mv: node.mv, value: value.one_ply_up(), bound, exact, searched, most, late }
    }

    /// The first candidate about which not enough is known to that many plies, and what is asked about it.
    fn missing(&self, candidates: &[Candidate], plies: u8) -> Option<(MoveCode, LeafWork)> {
        let mover = self.node().turn().player()?;
        let deep = u32::from(plies);
        let is_exact = |candidate: &&Candidate| candidate.exact.is_some_and(|exact| exact >= deep);
        let own = |candidate: &Candidate| candidate.value.for_player(mover);
        let mut values: Vec<f32> = candidates.iter().filter(is_exact).map(own).collect();
        values.sort_by(|a, b| b.total_cmp(a));
        let last = values.get(usize::from(self.ranking.lines) - 1).copied();
        let asked = |candidate: &Candidate| {
            // A bound from a deeper search is never replaced by a value from a shallower one: the next question would
            // be about that bound again, and so on for ever.
            let deep_enough = plies.max(candidate.searched as u8);
            let value = LeafWork::value(deep_enough, candidate.value);
            let Some(last) = last else { return Some(value) };
            let exceeds = Question::Exceeds(mover, Value::centipawns(mover.sign() * last));
            let shallow = deep.saturating_sub(candidate.late).max(1);
            let is_less = candidate.bound.limits(mover) && own(candidate) <= last;
            match candidate.searched {
                _ if candidate.most <= last => None,
                searched if searched < shallow => Some(LeafWork::one(shallow as u8, exceeds)),
                _ if is_less => None,
                searched if searched < deep => Some(LeafWork::one(plies, exceeds)),
                _ => Some(value),
            }
        };
        let mut unknown = candidates.iter().filter(|candidate| !is_exact(candidate));
        unknown.find_map(|candidate| Some((candidate.mv, asked(candidate)?)))
    }
}

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// What is done where searches give exact values.
    fn purpose_in_tree(&mut self, is_over: bool) -> Option<Purpose> {
        match self.loose_purpose() {
            None if !is_over => self.deeper_purpose(),
            purpose => purpose,
        }
    }

    /// To make the next candidate, or to give a value to one that has none.
    fn loose_purpose(&mut self) -> Option<Purpose> {
        let rivals = self.rivals();
        if self.lacks_rivals(&rivals) {
            self.walk.descend(Aim::Analysed, &self.root.game, &self.tree, &self.rules);
            return Some(Purpose::Tighten);
        }
        rivals.into_iter().find(|&id| self.is_loose(id)).map(|_| Purpose::Tighten)
    }

    /// To search the candidate deeper that was searched least.
    fn deeper_purpose(&mut self) -> Option<Purpose> {
        let id = self.shallowest(&self.rivals())?;
        let player = self.rules.followed(self.tree.node(id));
        let aim = Aim::Chance(player, self.budget.limits().narrowing);
        self.walk.descend_through(Some(id), aim, &self.root.game, &self.tree, &self.rules);
        Some(Purpose::Follow(player))
    }

    /// Whether the value of a candidate rests on moves that wait. The walk leads there then.
    fn is_loose(&mut self, id: NodeId) -> bool {
        let aim = Aim::BestLine;
        self.walk.descend_through(Some(id), aim, &self.root.game, &self.tree, &self.rules);
        self.walk.end().is_some_and(|end| !is_tight(self.tree.node(end.id), &self.rules))
    }

    /// Whether the best of the moves that wait is one of those to be ranked, for all that is known.
    fn lacks_rivals(&self, rivals: &[NodeId]) -> bool {
        let analysed = self.node();
        let Some(mover) = analysed.turn().player().filter(|_| analysed.next.exists()) else {
            return false;
        };
        let is_full = rivals.len() + 1 >= usize::from(self.ranking.lines);
        let last = rivals.last().filter(|_| is_full);
        let last = last.map(|&id| self.tree.node(id).value.one_ply_up());
        last.is_none_or(|last| self.rules.waiting(analysed).may_exceed(mover, last))
    }
}
