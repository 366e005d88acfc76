//! The search from beginning to end, in pieces, between which the caller can look at the tree.

use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::{Limits, Stop};
use crate::search::memory::WhenFull;
use crate::search::report::{Observer, Report, Root, Searcher};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The search begins, or continues, within these limits; [`BestFirst::advance`] does the work.
    pub fn begin(&mut self, limits: &Limits) {
        self.budget.begin(limits);
        self.is_tiny = self.cannot_hold_moves() && self.room.when_full == WhenFull::Free;
        self.note_untried();
    }

    /// Whether the tree cannot even hold the position analysed with all its moves. It stays a
    /// leaf then, and is searched deeper and deeper.
    fn cannot_hold_moves(&self) -> bool {
        let stem = self.walk.stem().len();
        self.tree.capacity() < stem + self.root.choices(self.position(), stem - 1).len()
    }

    /// Searches a little, a few milliseconds in most positions. If leaves are searched, an iteration may wait
    /// for answers afterwards; the tree is right all the same. Returns the rule that ends the search, once there is one;
    /// [`BestFirst::finish`] takes it then. [`BestFirst::begin`] comes before the first piece.
    pub fn advance(&mut self) -> Option<Stop> {
        self.go_on(self.jobs());
        let deepened = self.reclaimed.deepened;
        loop {
            self.forget_included();
            if let Some(stop) = self.stop_variations() {
                return Some(stop);
            }
            self.nodes_before = self.budget.nodes();
            if let Err(stop) = self.iterate() {
                return Some(stop);
            }
            // A leaf that was searched deeper may have taken long.
            let was_long = self.reclaimed.deepened > deepened;
            if was_long || self.is_time_to_look() {
                return None;
            }
        }
    }

    /// The report between two pieces, where one is due: four times a second.
    pub fn report_if_due(&mut self) -> Option<Report<G::Move>> {
        self.budget.clock_mut().report_is_due().then(|| self.report(None))
    }

    /// Ends the search that [`BestFirst::advance`] said is over. It can be begun again, and continues
    /// then.
    pub fn finish(&mut self, stop: Stop) -> Report<G::Move> {
        let limit = self.budget.limits().nodes.filter(|_| stop == Stop::Nodes);
        self.granted = limit.unwrap_or(self.budget.nodes());
        self.come_to_rest();
        self.report(Some(stop))
    }
}

impl<G: Heuristics + Evaluate> Searcher<G> for BestFirst<G> {
    fn search(&mut self, limits: &Limits, observer: Observer<'_, G::Move>) -> Report<G::Move> {
        self.begin(limits);
        loop {
            if let Some(stop) = self.advance() {
                return self.finish(stop);
            }
            if let Some(report) = self.report_if_due() {
                observer(&report);
            }
        }
    }

    fn go_to(&mut self, root: Root<G>) {
        self.start_over(root);
    }

    fn clear(&mut self) {
        self.forget_leaves();
        self.start_over(Root::clone(&self.root));
    }
}
