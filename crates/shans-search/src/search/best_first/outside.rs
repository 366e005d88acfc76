//! Questions that are answered elsewhere while the search is saved.

use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::leaf::{LeafAnswer, LeafTask};
use crate::search::limits::{Limits, Stop};
use crate::search::report::Report;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The search continues to the questions that it asks next if so many may be open, and takes what `answer` knows of
    /// them. The same tree asks the same questions under the same tickets each time, so that they can be asked, saved,
    /// and asked again when there are answers. What is not answered is asked again by whoever continues. The tree
    /// depends on which questions are answered, not on the order of the answers. An answer that does not belong to its
    /// task makes the tree wrong: [`LeafTask::check`] comes before.
    ///
    /// `None` where leaves are valued at first sight: nothing is asked about them.
    pub fn ask_outside(
        &mut self,
        most: usize,
        answer: impl FnOnce(&[LeafTask<G>]) -> Vec<LeafAnswer>,
    ) -> Option<Report<G::Move>> {
        self.rules.model().leaf_search?;
        self.come_to_rest();
        let own = std::mem::replace(&mut self.out, super::questions::Out::nobody());
        self.begin(&Limits::default());
        let stop = self.ask_all(most);
        let tasks = self.open_tasks();
        let mut answers = if tasks.is_empty() { Vec::new() } else { answer(&tasks) };
        answers.sort_by_key(|answer| answer.ticket);
        answers.iter().for_each(|answer| self.take_in(answer));
        let report = self.finish(stop.unwrap_or(Stop::Unanswered));
        self.out = own;
        self.out.begin_tickets();
        Some(report)
    }
}
