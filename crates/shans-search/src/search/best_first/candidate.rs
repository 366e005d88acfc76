//! What is known about candidates: from the tree, and from searches of their own.

use super::ranking::{Rank, Ranking};
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::tree::{Node, NodeId, ValueBound, ranked_children};
use crate::value::{Player, Value};

/// A candidate was searched deep enough if it lacks at most this many plies.
const MOST_BEHIND: f32 = 2.0;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Ranks this many candidates from now on.
    pub fn rank(&mut self, ranking: Ranking) {
        self.ranking = ranking;
    }

    /// How many candidates are ranked, and at which share of the effort.
    pub fn ranking(&self) -> Ranking {
        self.ranking
    }

    /// Whether candidates are ranked in the position analysed.
    pub(super) fn ranks_here(&self) -> bool {
        let node = self.node();
        self.ranking.takes_effort() && !node.is_leaf() && node.turn().player().is_some()
    }

    /// Whether the share of the effort is not used up yet.
    pub(super) fn has_share_left(&self) -> bool {
        (self.ranked as f64) < f64::from(self.ranking.share) * self.budget.nodes() as f64
    }

    /// The best candidates but the very best, as many as are to be ranked: by value.
    pub(super) fn rivals(&self) -> Vec<NodeId> {
        let candidates = ranked_children(&self.tree, self.at(), &self.rules);
        let others = candidates.into_iter().skip(1).take(usize::from(self.ranking.lines) - 1);
        others.map(|(_, id)| id).collect()
    }

    /// The children of the position analysed with their ranks: this answer first, then by what they are worth
    /// ([`BestFirst::candidate_value`]).
    pub fn ranked_candidates(&self, answer: Option<NodeId>) -> Vec<(u16, NodeId)> {
        let mut ranked = ranked_children(&self.tree, self.at(), &self.rules);
        if let Some(mover) = self.node().turn().player() {
            let own = |id| self.candidate_value(id).0.one_ply_up().for_player(mover);
            let is_other = |id| Some(id) != answer;
            ranked.sort_by(|&(_, a), &(_, b)| {
                is_other(a).cmp(&is_other(b)).then(own(b).total_cmp(&own(a)))
            });
        }
        ranked
    }

    /// Of these candidates the one that was searched least deep, if that is not deep enough.
    pub(super) fn shallowest(&self, rivals: &[NodeId]) -> Option<NodeId> {
        let gap = |node: &Node| self.rules.largest_gap(node);
        let analysed = self.node();
        // The move itself is a ply.
        let enough = gap(analysed) + self.rules.of_plies(1.0 + MOST_BEHIND);
        let open = rivals.iter().map(|&id| (gap(self.tree.node(id)), id));
        let behind = open.filter(|&(gap, _)| gap > enough && !analysed.is_proven());
        behind.reduce(|most, next| if next.0 > most.0 { next } else { most }).map(|(_, id)| id)
    }

    /// What a child of the position analysed is worth and what that says, by the tree and by the search
    /// that the candidate had of its own: Max's view.
    pub fn candidate_value(&self, id: NodeId) -> (Value, ValueBound) {
        let node = self.tree.node(id);
        let known = (node.reported_value(), self.tree.bound(id));
        let Some((rank, mover)) = self.rank_of(id).zip(self.node().turn().player()) else {
            return known;
        };
        let own = (rank.value.unproven(), rank.bound);
        match known.1 {
            ValueBound::Exact if self.is_deeper(rank, id) => own,
            ValueBound::Exact => known,
            _ => both(known, own, mover),
        }
    }

    /// Whether a candidate's own search says more than the tree, which has a value for it: of the answer the tree
    /// knows best.
    fn is_deeper(&self, rank: &Rank, id: NodeId) -> bool {
        let is_other = Some(id) != self.answer.id && !self.tree.node(id).is_decided();
        let is_deeper = self.depth_of(id).is_some_and(|depth| u32::from(rank.plies) > depth);
        is_other && is_deeper && rank.bound == ValueBound::Exact
    }

    /// How deep a child of the position analysed was searched for that value, plies below it.
    pub fn depth_of_candidate(&self, id: NodeId) -> Option<u32> {
        let depth = self.depth_of(id)?;
        let is_known = self.tree.bound(id) == ValueBound::Exact;
        let is_told = |rank: &&Rank| match is_known {
            true => self.is_deeper(rank, id),
            false => rank.bound == ValueBound::Exact,
        };
        Some(self.rank_of(id).filter(is_told).map_or(depth, |rank| u32::from(rank.plies)))
    }

    /// Notes what was found of a candidate, in place of what was known.
    pub(super) fn note_rank(&mut self, rank: Rank) {
        match self.ranks.iter_mut().find(|known| known.mv == rank.mv) {
            Some(known) => *known = Rank { nodes: known.nodes + rank.nodes, ..rank },
            None => self.ranks.push(rank),
        }
    }
}

/// What two searches of a position say together, of which the first one has looked deeper. Where it lies
/// between two values, the limit of the mover is reported.
fn both(
    (value, bound): (Value, ValueBound),
    (found, found_bound): (Value, ValueBound),
    mover: Player,
) -> (Value, ValueBound) {
    let range = |value: Value, bound: ValueBound| {
        let low = if bound.limits(Player::Min) { value } else { Value::LEAST };
        let high = if bound.limits(Player::Max) { value } else { Value::GREATEST };
        (low, high)
    };
    let (low, high) = range(value, bound);
    let within = |value: Value| {
        if value < low {
            low
        } else if value > high {
            high
        } else {
            value
        }
    };
    let (least, most) = range(found, found_bound);
    let (least, most) = (within(least), within(most));
    match mover {
        _ if least == most => (least, ValueBound::Exact),
        Player::Max if most < Value::GREATEST => (most, ValueBound::AtMost),
        Player::Min if least > Value::LEAST => (least, ValueBound::AtLeast),
        _ if least > Value::LEAST => (least, ValueBound::AtLeast),
        _ if most < Value::GREATEST => (most, ValueBound::AtMost),
        _ => (found, ValueBound::Open),
    }
}

#[cfg(test)]
mod tests {
    use super::ValueBound::{AtLeast, AtMost, Exact, Open};
    use super::*;

    #[test]
    fn two_searches_say_more_together() {
        let cp = |(cp, bound): (f32, ValueBound)| (Value::centipawns(cp), bound);
        for (tree, own, mover, told) in [
            ((41.0, AtMost), (-33.0, Exact), Player::Max, (-33.0, Exact)),
            ((41.0, AtMost), (-33.0, AtMost), Player::Max, (-33.0, AtMost)),
            // The tree has looked deeper.
            ((41.0, AtMost), (50.0, Exact), Player::Max, (41.0, Exact)),
            ((41.0, AtMost), (60.0, AtMost), Player::Max, (41.0, AtMost)),
            ((41.0, AtMost), (30.0, AtLeast), Player::Max, (41.0, AtMost)),
            ((41.0, AtLeast), (60.0, AtMost), Player::Max, (60.0, AtMost)),
            ((41.0, AtLeast), (60.0, AtMost), Player::Min, (41.0, AtLeast)),
            ((41.0, AtLeast), (20.0, Exact), Player::Min, (41.0, Exact)),
            ((41.0, Open), (20.0, Exact), Player::Max, (20.0, Exact)),
            ((41.0, Open), (20.0, AtLeast), Player::Max, (20.0, AtLeast)),
        ] {
            assert_eq!(both(cp(tree), cp(own), mover), cp(told), "{tree:?} {own:?}");
        }
    }
}
