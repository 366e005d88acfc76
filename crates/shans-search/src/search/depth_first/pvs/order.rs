//! The order of moves: the sooner the best one is tried, the less is searched.

use super::super::walk::Scored;
use super::super::walk::{KNOWN, NOISY};
use super::Pvs;
use super::captures::CaptureHistory;
use super::history::QuietMove;
use super::node::Node;
use super::numbers::PvsNumbers;
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

    /// The next move of those listed from `start` on. The best move known is tried before any
    /// other gets a score. A capture whose turn it is goes to the end if it loses material in
    /// exchanges: most are never asked.
    pub(super) fn next(
        &mut self,
        node: &Node<'_, G>,
        start: usize,
        index: usize,
    ) -> Option<Scored<G::Move>> {
        if index == start
            && let Some(first) = node.first
        {
            let rest = &mut self.walk.moves[start..];
            if let Some(place) = rest.iter().position(|scored| scored.mv == first) {
                rest[..=place].rotate_right(1);
                rest[0].score = KNOWN;
                return Some(rest[0]);
            }
        }
        let known_tried = |start: usize| self.walk.moves[start].score == KNOWN;
        if index == start || (index == start + 1 && known_tried(start)) {
            self.score(node, index);
        }
        loop {
            let scored = self.walk.pick(start, index)?;
            let unsure = (CAPTURE / 4 * 3..CAPTURE / 4 * 5).contains(&scored.score);
            if !unsure || node.game.see(scored.mv) >= 0 {
                return Some(scored);
            }
            let rest = &mut self.walk.moves[index..];
            rest[0].score += LOSING - CAPTURE;
            rest.rotate_left(1);
        }
    }

    /// Scores the moves from `from` on: captures by victim and attacker, killers, the
    /// countermove, quiet moves by history and by how likely they are the best ones.
    fn score(&mut self, node: &Node<'_, G>, from: usize) {
        let before = self.slots_before(node);
        let [killer, second] = self.killers.at(node.ply);
        let (game, history) = (node.game, &self.learned.history);
        let captures = self.plays.then_some(&self.learned.captures);
        let counter = history.countermove(before[0]);
        let PvsNumbers { per_odds, most_promise, .. } = self.numbers;
        let asks = self.options.move_odds && node.depth >= self.numbers.likely_depth;
        let listed = &self.walk.moves[from..];
        let mut odds = self.likely.of_quiet_moves(game, if asks { listed } else { &[] }).iter();
        for scored in &mut self.walk.moves[from..] {
            if !game.is_quiet(scored.mv) {
                scored.score =
                    CAPTURE + promise_of_capture(game, captures, &self.numbers, scored.mv);
                continue;
            }
            let promise =
                odds.next().map_or(0, |&odds| (odds * per_odds).clamp(-most_promise, most_promise));
            let slot = game.slot(scored.mv);
            let is = |known: Option<QuietMove>| {
                known.is_some_and(|known| {
                    usize::from(known.slot) == slot && known.code == game.encode(scored.mv)
                })
            };
            scored.score = if is(killer) {
                NOISY + 2
            } else if is(second) {
                NOISY + 1
            } else if is(counter) {
                NOISY
            } else {
                history.score(slot, before) + promise
            };
        }
    }

    /// A move refuted the position: it gains, and those of its kind tried before it lose; in games, quiet ones also where it is a capture.
    pub(super) fn learn(&mut self, node: &Node<'_, G>, start: usize, index: usize) {
        let Some(&Scored { mv, .. }) = self.walk.moves.get(index) else { return };
        let game = node.game;
        let bonus = (150 * node.depth - 50).clamp(100, 1_500);
        if self.plays {
            self.learn_captures(game, start, index, bonus);
        }
        let is_quiet = game.is_quiet(mv);
        if !is_quiet && !self.plays {
            return;
        }
        let before = self.slots_before(node);
        if is_quiet {
            let refutation = QuietMove { code: game.encode(mv), slot: game.slot(mv) as u16 };
            self.killers.add(node.ply, refutation);
            self.learned.history.learn_countermove(before[0], refutation);
            self.learned.history.learn(game.slot(mv), before, bonus);
        }
        for tried in start..index {
            let earlier = self.walk.moves[tried].mv;
            if game.is_quiet(earlier) {
                self.learned.history.learn(game.slot(earlier), before, -bonus);
            }
        }
    }

    /// The captures tried before a refutation lose, and the refutation gains if it is one.
    fn learn_captures(&mut self, game: &G, start: usize, index: usize, bonus: i32) {
        for tried in start..=index {
            let mv = self.walk.moves[tried].mv;
            if !game.is_quiet(mv) {
                let bonus = if tried == index { bonus } else { -bonus };
                self.learned.captures.learn(game.slot(mv), game.victim(mv), bonus);
            }
        }
    }
}

/// What orders a capture: what it takes, and in games what captures like it have refuted.
fn promise_of_capture<G: Heuristics>(
    game: &G,
    captures: Option<&CaptureHistory>,
    numbers: &PvsNumbers,
    mv: G::Move,
) -> i32 {
    let gain = game.mvv_lva(mv);
    captures.map_or(gain, |captures| {
        let score = captures.score(game.slot(mv), game.victim(mv));
        numbers.per_gain * gain + score / numbers.capture_scores
    })
}
