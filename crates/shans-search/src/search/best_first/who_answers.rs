//! Who answers the questions about leaves.

use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::leaf::{Inline, LeafWorkers, Simulated};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The same search, with others answering its questions about leaves. Not where leaves are valued at
    /// first sight.
    #[must_use]
    pub fn with_workers(mut self, workers: Box<dyn LeafWorkers<G>>) -> BestFirst<G> {
        self.set_workers(workers);
        self
    }

    /// Lets others answer from now on, as [`BestFirst::with_workers`] does, with what those before them have
    /// learned. What was asked before is asked again.
    pub fn set_workers(&mut self, workers: Box<dyn LeafWorkers<G>>) {
        self.take_back_questions();
        let kept = self.searched.workers.take_shared();
        self.searched.workers = workers;
        kept.into_iter().for_each(|kept| self.searched.workers.put_shared(kept));
    }

    /// The same search, with its leaves searched by that many workers of a machine that is not there:
    /// [`Simulated`]. Not if leaves are valued at first sight.
    #[must_use]
    pub fn with_simulated_workers(mut self, count: usize) -> BestFirst<G> {
        if let Some(leaves) = self.searched.workers.take_shared() {
            let one = Box::new(Inline::new(leaves));
            self.searched.workers = Box::new(Simulated::new(one, count));
        }
        self
    }
}
