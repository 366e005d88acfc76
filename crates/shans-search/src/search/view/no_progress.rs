//! Whether a search gets nowhere: one side is better, and the more is searched, the more stays as it was. In chess most
//! such positions are fortresses. Nothing follows from that: no value changes, and no search ends.

use super::answers::View;
use crate::game::{Evaluate, Game, Heuristics};
use crate::search::best_first::as_evaluation;
use crate::value::Player;

/// Values are the same if they are no farther apart, centipawns. With a million nodes it is said of 21 of 39 fortresses
/// and of 5 of 41 wins; with 10 centipawns of 10 and 4.
const STILL: f32 = 20.0;
/// Less than this is no advantage of which progress is expected, centipawns.
const ADVANTAGE: f32 = 100.0;
/// Before so many nodes, much stands still that moves later.
const LEAST_NODES: u64 = 1_000_000;
/// A shorter line tells too little, plies.
const LEAST_PLIES: usize = 8;

impl<G: Heuristics + Evaluate> View<'_, G> {
    /// The nodes searched, if one side is better, the value has stayed the same while they doubled three times, and the
    /// best lines, of the tree and of the anchor, only move to and fro. `None` where that is not so or was not
    /// measured.
    pub fn no_progress(&self) -> Option<u64> {
        let nodes = self.search.budget.nodes();
        let is_open = !self.search.node().is_decided() && !self.search.node().value.is_seen_win();
        let may_be = nodes >= LEAST_NODES && self.search.rules.searches_leaves() && is_open;
        (may_be && self.stands_still() && self.lines_lead_nowhere()).then_some(nodes)
    }

    /// Whether the value is an advantage that has stayed the same for as long as values are noted.
    fn stands_still(&self) -> bool {
        let now = as_evaluation(self.search.node(), Player::Max);
        let Some([least, most]) = self.search.focus.answer.values_noted(now) else { return false };
        let is_advantage = least >= ADVANTAGE || most <= -ADVANTAGE;
        is_advantage && most - least <= STILL
    }

    fn lines_lead_nowhere(&self) -> bool {
        let position = self.search.position();
        let of_anchor = self.search.anchor().map(|it| position.legal_line(it.line.moves()));
        let of_answer = self.search.focus.answer.id.map(|id| self.moves_of(id));
        let mut lines = of_anchor.into_iter().chain(of_answer).peekable();
        lines.peek().is_some() && lines.all(|line| leads_nowhere(position, &line))
    }
}

/// Whether every move of this line, which begins in a position, could be taken back later. All of it counts: if only the
/// first 12 plies do, it is said of two wins more and of no other fortress.
fn leads_nowhere<G: Game>(position: &G, line: &[G::Move]) -> bool {
    let mut at = position.clone();
    let mut can_be_undone = |&mv: &G::Move| {
        let is_for_good = at.is_irreversible(mv);
        at.play(mv);
        !is_for_good
    };
    line.len() >= LEAST_PLIES && line.iter().all(&mut can_be_undone)
}
