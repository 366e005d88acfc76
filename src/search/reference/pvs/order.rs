//! The order of moves: the sooner the best one is tried, the less is searched.

use super::super::order::{KNOWN, NOISY};
use super::super::walk::Scored;
use super::Pvs;
use super::node::Node;
use crate::game::{Evaluate, Heuristics};

/// Captures not yet known to lose material.
const CAPTURE: i32 = 2 * NOISY;
/// Captures that lose material: after everything else.
const LOSING: i32 = -2 * NOISY;

/// What kind of move it is, as far as the order tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rank {
    /// The table's move, captures that lose nothing, killers and countermoves.
    Trusted,
    /// Quiet, by history.
    Quiet,
    /// A capture that loses material.
    Losing,
}

impl Rank {
    pub(super) fn of(score: i32) -> Rank {
        match score {
            _ if score < LOSING / 2 => Rank::Losing,
            _ if score < NOISY / 2 => Rank::Quiet,
            _ => Rank::Trusted,
        }
    }
}

impl<G: Heuristics + Evaluate> Pvs<G> {
    /// The slots of the two moves before a node.
    pub(super) fn slots_before(&self, node: &Node<'_, G>) -> [Option<usize>; 2] {
        let frame = node.frame();
        [1, 2].map(|plies| frame.checked_sub(plies).and_then(|frame| self.stack[frame].made))
    }

    /// Lists the moves with their scores: the table's, captures by victim and attacker, killers,
    /// the countermove, quiet moves by history.
    pub(super) fn list(&mut self, node: &Node<'_, G>) -> usize {
        let Node { game, first, .. } = *node;
        let before = self.slots_before(node);
        let [killer, second] = self.killers.at(node.ply);
        let (history, counter) = (&self.history, self.history.countermove(before[0]));
        self.walk.list(game, node.ply, |mv| {
            let this = Some(mv);
            if this == first {
                KNOWN
            } else if !game.is_quiet(mv) {
                CAPTURE + game.victim_attacker(mv)
            } else if this == killer {
                NOISY + 2
            } else if this == second {
                NOISY + 1
            } else if this == counter {
                NOISY
            } else {
                history.score(game.slot(mv), before)
            }
        })
    }

    /// The next move. A capture whose turn it is goes to the end if it loses material in
    /// exchanges: most are never asked.
    pub(super) fn next(&mut self, node: &Node<'_, G>, index: usize) -> Option<Scored<G::Move>> {
        loop {
            let scored = self.walk.pick(index)?;
            let unsure = (CAPTURE / 4 * 3..CAPTURE / 4 * 5).contains(&scored.score);
            if !unsure || node.game.exchange(scored.mv) >= 0 {
                return Some(scored);
            }
            self.walk.moves[index].score += LOSING - CAPTURE;
        }
    }

    /// A move refuted the position: it gains, and the quiet moves tried before it lose.
    pub(super) fn learn(&mut self, node: &Node<'_, G>, start: usize, index: usize) {
        let Some(&Scored { mv, .. }) = self.walk.moves.get(index) else { return };
        if !node.game.is_quiet(mv) {
            return;
        }
        let before = self.slots_before(node);
        let bonus = (150 * node.depth - 50).clamp(100, 1_500);
        self.killers.add(node.ply, mv);
        self.history.learn_countermove(before[0], mv);
        self.history.learn(node.game.slot(mv), before, bonus);
        for tried in start..index {
            let earlier = self.walk.moves[tried].mv;
            if node.game.is_quiet(earlier) {
                self.history.learn(node.game.slot(earlier), before, -bonus);
            }
        }
    }
}
