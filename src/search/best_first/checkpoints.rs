//! The search from beginning to end, with saves on the way.

use std::time::Duration;

use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::{Limits, Stop};
use crate::search::memory::WhenFull;
use crate::search::report::{Observer, Report, Root, Searcher};

/// Called with the search at rest between two iterations, to save it.
#[derive(Debug)]
pub struct Checkpoints<F> {
    /// From the end of one to the next.
    pub interval: Duration,
    /// What is done.
    pub save: F,
}

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Searches as [`Searcher::search`] does, with checkpoints.
    pub fn search_with_checkpoints<F: FnMut(&BestFirst<G>)>(
        &mut self,
        limits: &Limits,
        observer: Observer<'_, G::Move>,
        mut checkpoints: Option<Checkpoints<F>>,
    ) -> Report<G::Move> {
        self.begin(limits);
        let is_tiny = self.is_tiny() && self.room.when_full == WhenFull::Free;
        let stop = loop {
            if let Some(stop) = self.stop_variations() {
                break stop;
            }
            let deepened = self.reclaimed.deepened;
            if let Err(stop) = self.iterate(is_tiny) {
                break stop;
            }
            // A leaf that was searched deeper may have taken long.
            let was_long = self.reclaimed.deepened > deepened;
            if was_long || self.is_time_to_look() {
                self.show_and_save(&mut *observer, checkpoints.as_mut());
            }
        };
        let limit = limits.nodes.filter(|_| stop == Stop::Nodes);
        self.granted = limit.unwrap_or(self.budget.nodes());
        self.report(Some(stop))
    }

    /// Tells the observer and saves, as far as either is due.
    fn show_and_save<F: FnMut(&BestFirst<G>)>(
        &mut self,
        observer: Observer<'_, G::Move>,
        checkpoints: Option<&mut Checkpoints<F>>,
    ) {
        if self.budget.clock_mut().report_is_due() {
            observer(&self.report(None));
        }
        let Some(checkpoints) = checkpoints else { return };
        if self.budget.clock_mut().checkpoint_is_due(checkpoints.interval) {
            (checkpoints.save)(self);
            self.budget.clock_mut().checkpoint_is_done();
        }
    }
}

impl<G: Heuristics + Evaluate> Searcher<G> for BestFirst<G> {
    fn search(&mut self, limits: &Limits, observer: Observer<'_, G::Move>) -> Report<G::Move> {
        self.search_with_checkpoints(limits, observer, None::<Checkpoints<fn(&BestFirst<G>)>>)
    }

    fn go_to(&mut self, root: Root<G>) {
        self.start_over(root);
    }

    fn clear(&mut self) {
        self.forget_leaves();
        self.start_over(self.root.clone());
    }
}
