//! A search from its beginning to its end.

use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::Limits;
use crate::search::report::{Observer, Report, Root, Searcher};

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
