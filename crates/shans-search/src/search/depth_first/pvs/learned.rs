//! What a search has learned beside its table.

use super::captures::CaptureHistory;
use super::correction::Corrections;
use super::history::History;

/// What a search has learned beside its table.
#[derive(Clone, Debug)]
pub(super) struct Learned {
    pub(super) history: History,
    pub(super) captures: CaptureHistory,
    pub(super) corrections: Corrections,
}

impl Learned {
    /// Nothing, for this number of slots.
    pub(super) fn new(slots: usize) -> Learned {
        Learned {
            history: History::new(slots),
            captures: CaptureHistory::new(slots),
            corrections: Corrections::default(),
        }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.history.clear();
        self.captures.clear();
        self.corrections.clear();
    }
}
