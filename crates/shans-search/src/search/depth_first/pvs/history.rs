//! History: which quiet moves have refuted positions so far, whatever the position.

use super::super::journal::Journal;
use crate::game::MoveCode;
use crate::search::memory::SCORES_NOTED_MOST;

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
    /// What was overwritten since the last commit; `None` if nothing is to be undone.
    journals: Option<Journals>,
}

/// What was overwritten among scores and countermoves.
#[derive(Clone, Debug)]
struct Journals {
    scores: Journal<i16>,
    countermoves: Journal<Option<QuietMove>>,
}

impl History {
    /// Nothing known, for this number of slots.
    pub(super) fn new(slots: usize) -> History {
        History {
            slots,
            scores: vec![0; slots + slots * slots],
            countermoves: vec![None; slots],
            journals: None,
        }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.scores.fill(0);
        self.countermoves.fill(None);
        self.commit();
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

    /// Moves a score towards its limit, the less the nearer it is ("gravity"): old experience
    /// fades by itself. Where too much would have to be noted to undo it, the score stays.
    fn pull(&mut self, place: usize, bonus: i32) {
        let old = self.scores[place];
        if let Some(journals) = &mut self.journals
            && !journals.scores.note(place, old)
        {
            return;
        }
        let old = i32::from(old);
        let new = old + bonus - old * bonus.abs() / MOST;
        self.scores[place] = new.clamp(-MOST, MOST) as i16;
    }

    /// `mv` refuted a move of this slot.
    pub(super) fn learn_countermove(&mut self, to: Option<usize>, mv: QuietMove) {
        let Some(slot) = to else { return };
        if let Some(journals) = &mut self.journals {
            journals.countermoves.note(slot, self.countermoves[slot]);
        }
        self.countermoves[slot] = Some(mv);
    }

    /// From now on what is learned can be undone, back to the last commit.
    pub(super) fn keep_journal(&mut self) {
        let (scores, countermoves) = (self.scores.len(), self.countermoves.len());
        self.journals = Some(Journals {
            scores: Journal::new(scores, SCORES_NOTED_MOST),
            countermoves: Journal::new(countermoves, countermoves),
        });
    }

    /// Nothing is undone from now on.
    pub(super) fn forget_journal(&mut self) {
        self.journals = None;
    }

    /// What was learned since the last time stays.
    pub(super) fn commit(&mut self) {
        if let Some(journals) = &mut self.journals {
            journals.scores.commit();
            journals.countermoves.commit();
        }
    }

    /// What was learned since the last commit goes.
    pub(super) fn roll_back(&mut self) {
        if let Some(journals) = &mut self.journals {
            journals.scores.take_back(|place, score| self.scores[place] = score);
            journals.countermoves.take_back(|slot, mv| self.countermoves[slot] = mv);
        }
    }

    /// The scores that are not zero, with their places: what a file has to keep.
    pub(super) fn used(&self) -> impl Iterator<Item = (u32, i16)> {
        (0..).zip(self.scores.iter().copied()).filter(|&(_, score)| score != 0)
    }

    /// Puts back a score that [`History::used`] gave; `false` if it is none.
    pub(super) fn put_back(&mut self, (place, score): (u32, i16)) -> bool {
        let is_score = i32::from(score).abs() <= MOST;
        match self.scores.get_mut(place as usize).filter(|_| is_score) {
            Some(slot) => *slot = score,
            None => return false,
        }
        true
    }

    /// The countermoves with the slots of the moves that they refuted.
    pub(super) fn countermoves(&self) -> impl Iterator<Item = (u16, QuietMove)> {
        (0..).zip(&self.countermoves).filter_map(|(slot, mv)| mv.map(|mv| (slot, mv)))
    }

    /// Puts back a countermove; `false` if it is none.
    pub(super) fn put_back_countermove(&mut self, (slot, mv): (u16, QuietMove)) -> bool {
        let is_move = usize::from(mv.slot) < self.slots;
        match self.countermoves.get_mut(usize::from(slot)).filter(|_| is_move) {
            Some(place) => *place = Some(mv),
            None => return false,
        }
        true
    }
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

    #[test]
    fn what_was_learnt_since_a_commit_can_be_undone_and_what_is_used_put_back() {
        let quiet = |slot| QuietMove { code: MoveCode(7), slot };
        let mut history = History::new(4);
        history.keep_journal();
        history.learn(1, [Some(2), Some(3)], 500);
        history.learn_countermove(Some(2), quiet(1));
        history.commit();
        history.learn(1, [Some(2), None], -900);
        history.learn_countermove(Some(2), quiet(3));
        history.learn_countermove(Some(0), quiet(3));
        history.roll_back();
        assert_eq!(history.countermoves().collect::<Vec<_>>(), [(2, quiet(1))]);
        let used: Vec<_> = history.used().collect();
        assert_eq!(used.len(), 3);
        let mut again = History::new(4);
        assert!(used.iter().all(|&used| again.put_back(used)));
        assert!(again.used().eq(used) && again.put_back_countermove((2, quiet(1))));
        assert!(!again.put_back((20, 1)) && !again.put_back((0, i16::MAX)));
        assert!(!again.put_back_countermove((4, quiet(1))));
        assert!(!again.put_back_countermove((0, quiet(4))));
    }
}
