//! Capture history: which captures have refuted positions so far, by the moving piece, its target and what was taken there.

use super::history::pulled;

/// Kinds of pieces that are told apart.
const VICTIMS: usize = 8;

/// Scores of captures.
#[derive(Clone, Debug)]
pub(super) struct CaptureHistory(Vec<i16>);

impl CaptureHistory {
    /// Nothing known, for this number of slots.
    pub(super) fn new(slots: usize) -> CaptureHistory {
        CaptureHistory(vec![0; VICTIMS * slots])
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// How good captures of a slot and a victim ([`Heuristics::victim`](crate::game::Heuristics::victim)) have been. Within 16,384.
    pub(super) fn score(&self, slot: usize, victim: usize) -> i32 {
        i32::from(self.0[VICTIMS * slot + victim])
    }

    /// Such a capture refuted its position (positive) or failed to (negative).
    pub(super) fn learn(&mut self, slot: usize, victim: usize, bonus: i32) {
        let score = &mut self.0[VICTIMS * slot + victim];
        *score = pulled(*score, bonus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_are_told_apart_by_what_they_take() {
        let mut captures = CaptureHistory::new(4);
        captures.learn(3, 7, 900);
        captures.learn(3, 1, -900);
        assert_eq!([0, 1, 7].map(|victim| captures.score(3, victim)), [0, -900, 900]);
        assert_eq!(captures.score(2, 7), 0);
        captures.clear();
        assert_eq!(captures.score(3, 7), 0);
    }
}
