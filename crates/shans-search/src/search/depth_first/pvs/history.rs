//! History: which quiet moves have refuted positions so far, whatever the position.

use crate::game::MoveCode;

/// Scores stay within this, either way.
pub(super) const MOST: i32 = 1 << 14;

/// A quiet move, told from others in any position: its code and its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QuietMove {
    pub(super) code: MoveCode,
    pub(super) slot: u16,
}

/// Scores of quiet moves by their slot ([`Heuristics::slot`](crate::game::Heuristics::slot)):
/// alone, and as an answer to the move before. And the quiet move that refuted each move last.
#[derive(Clone, Debug)]
pub(super) struct History {
    slots: usize,
    /// Of each slot alone, then as an answer to each other slot.
    scores: Vec<i16>,
    countermoves: Vec<Option<QuietMove>>,
}

impl History {
    /// Nothing known, for this number of slots.
    pub(super) fn new(slots: usize) -> History {
        History { slots, scores: vec![0; slots + slots * slots], countermoves: vec![None; slots] }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.scores.fill(0);
        self.countermoves.fill(None);
    }

    fn answer(&self, before: usize, slot: usize) -> usize {
        self.slots + before * self.slots + slot
    }

    /// How good the move of a slot has been, after the moves of those slots before it: one and
    /// two plies ago. Within four times 16,384.
    pub(super) fn score(&self, slot: usize, before: [Option<usize>; 2]) -> i32 {
        let answer = |before: Option<usize>| {
            before.map_or(0, |before| i32::from(self.scores[self.answer(before, slot)]))
        };
        i32::from(self.scores[slot]) + 2 * answer(before[0]) + answer(before[1])
    }

    /// The move that refuted a move of this slot last.
    pub(super) fn countermove(&self, to: Option<usize>) -> Option<QuietMove> {
        to.and_then(|slot| self.countermoves[slot])
    }

    /// The move of a slot refuted its position (positive) or failed to (negative).
    pub(super) fn learn(&mut self, slot: usize, before: [Option<usize>; 2], bonus: i32) {
        self.pull(slot, bonus);
        for earlier in before.into_iter().flatten() {
            self.pull(self.answer(earlier, slot), bonus);
        }
    }

    fn pull(&mut self, place: usize, bonus: i32) {
        self.scores[place] = pulled(self.scores[place], bonus);
    }

    /// `mv` refuted a move of this slot.
    pub(super) fn learn_countermove(&mut self, to: Option<usize>, mv: QuietMove) {
        if let Some(slot) = to {
            self.countermoves[slot] = Some(mv);
        }
    }
}

/// A score on its way to its limit, the less the nearer it is ("gravity"): old experience fades by itself.
pub(super) fn pulled(score: i16, bonus: i32) -> i16 {
    let old = i32::from(score);
    let new = old + bonus - old * bonus.abs() / MOST;
    new.clamp(-MOST, MOST) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_saturate_and_come_back() {
        let mut history = History::new(4);
        (0..1000).for_each(|_| history.learn(1, [Some(2), None], 900));
        let high = history.score(1, [Some(2), None]);
        assert!(high > 2 * MOST && high <= 4 * MOST);
        assert!(history.score(1, [None, None]) <= MOST);
        history.learn(1, [Some(2), None], -900);
        assert!(history.score(1, [Some(2), None]) < high - 900);
        assert_eq!(history.score(0, [Some(2), Some(1)]), 0);
    }
}
