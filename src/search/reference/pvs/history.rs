//! History: which quiet moves have refuted positions so far, whatever the position.

/// Scores stay within this, either way.
const MOST: i32 = 1 << 14;

/// Scores of quiet moves by their slot ([`Heuristics::slot`](crate::game::Heuristics::slot)):
/// alone, and as an answer to the move before. And the quiet move that refuted each move last.
#[derive(Clone, Debug)]
pub(super) struct History<M> {
    slots: usize,
    alone: Vec<i16>,
    answers: Vec<i16>,
    countermoves: Vec<Option<M>>,
}

impl<M: Copy> History<M> {
    /// Nothing known, for this number of slots.
    pub(super) fn new(slots: usize) -> History<M> {
        History {
            slots,
            alone: vec![0; slots],
            answers: vec![0; slots * slots],
            countermoves: vec![None; slots],
        }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.alone.fill(0);
        self.answers.fill(0);
        self.countermoves.fill(None);
    }

    /// How good the move of a slot has been, after the moves of those slots before it: one and
    /// two plies ago. Within four times 16,384.
    pub(super) fn score(&self, slot: usize, before: [Option<usize>; 2]) -> i32 {
        let answer = |before: Option<usize>| {
            before.map_or(0, |before| i32::from(self.answers[before * self.slots + slot]))
        };
        i32::from(self.alone[slot]) + 2 * answer(before[0]) + answer(before[1])
    }

    /// The move that refuted a move of this slot last.
    pub(super) fn countermove(&self, to: Option<usize>) -> Option<M> {
        to.and_then(|slot| self.countermoves[slot])
    }

    /// The move of a slot refuted its position (positive) or failed to (negative).
    pub(super) fn learn(&mut self, slot: usize, before: [Option<usize>; 2], bonus: i32) {
        pull(&mut self.alone[slot], bonus);
        for earlier in before.into_iter().flatten() {
            pull(&mut self.answers[earlier * self.slots + slot], bonus);
        }
    }

    /// `mv` refuted a move of this slot.
    pub(super) fn learn_countermove(&mut self, to: Option<usize>, mv: M) {
        if let Some(slot) = to {
            self.countermoves[slot] = Some(mv);
        }
    }
}

/// Moves a score towards its limit, the less the nearer it is ("gravity"): old experience fades
/// by itself.
fn pull(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    let new = old + bonus - old * bonus.abs() / MOST;
    *score = new.clamp(-MOST, MOST) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_saturate_and_come_back() {
        let mut history = History::<u8>::new(4);
        (0..1000).for_each(|_| history.learn(1, [Some(2), None], 900));
        let high = history.score(1, [Some(2), None]);
        assert!(high > 2 * MOST && high <= 4 * MOST);
        assert!(history.score(1, [None, None]) <= MOST);
        history.learn(1, [Some(2), None], -900);
        assert!(history.score(1, [Some(2), None]) < high - 900);
        assert_eq!(history.score(0, [Some(2), Some(1)]), 0);
    }
}
