//! Questions that are answered elsewhere while the search is saved.

use std::mem;
use std::time::Duration;

use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::leaf::{LeafAnswer, LeafTask, Outside, remember_all};
use crate::search::limits::{Limits, Stop};
use crate::search::report::Report;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The search continues to the questions that it asks next if `jobs` of them may be open, and takes
    /// what `answer` knows of them. The same tree asks the same questions under the same tickets each
    /// time, so that they can be asked, saved, and asked again when there are answers. What is not
    /// answered stays open and is asked again by whoever continues. The tree depends on which questions
    /// are answered, not on the order of the answers. An answer that does not belong to its task makes
    /// the tree wrong: [`LeafTask::check`] comes before.
    ///
    /// `None` where leaves are valued at first sight: nothing is asked about them.
    pub fn ask_outside(
        &mut self,
        jobs: u16,
        answer: impl FnOnce(&[LeafTask<G>]) -> Vec<LeafAnswer>,
    ) -> Option<Report<G::Move>> {
        self.rules.model().leaf_search?;
        self.take_back_questions();
        let kept = self.searched.workers.take_shared();
        let own = mem::replace(&mut self.searched.workers, Box::new(Outside::new(kept)));
        let own_jobs = self.set_jobs(jobs.max(1));
        self.begin(&Limits { settle: Limits::NEVER_SETTLES, ..Limits::default() });
        let mut stop = self.ask_all();
        if stop == Stop::Unanswered {
            let tasks = self.open_tasks();
            let answers = answer(&tasks);
            self.learn_from_outside(&tasks, &answers);
            stop = self.take_all(answers);
        }
        let report = self.finish(stop);
        self.set_jobs(own_jobs);
        let kept = self.searched.workers.take_shared();
        self.searched.workers = own;
        kept.into_iter().for_each(|kept| self.searched.workers.put_shared(kept));
        Some(report)
    }

    /// Asks as many questions as may be open, and does what needs no answer. Why it ends:
    /// [`Stop::Unanswered`] where there is nothing but to wait.
    fn ask_all(&mut self) -> Stop {
        self.go_on(self.jobs());
        loop {
            self.forget_included();
            if let Some(stop) = self.stop_variations() {
                return if self.has_questions() { Stop::Unanswered } else { stop };
            }
            self.nodes_before = self.budget.nodes();
            match self.send_out(self.jobs()) {
                Err(_) if self.has_questions() => return Stop::Unanswered,
                Err(stop) => return stop,
                Ok(()) => {}
            }
            if let Err(stop) = self.take_next() {
                return stop;
            }
        }
    }

    /// Takes these answers; the questions that follow from them stay open. Why it ends.
    fn take_all(&mut self, answers: Vec<LeafAnswer>) -> Stop {
        for answer in answers {
            self.budget.add(answer.work(), Duration::ZERO);
            self.searched.receive(answer);
        }
        loop {
            self.forget_included();
            self.nodes_before = self.budget.nodes();
            if let Err(stop) = self.take_next() {
                return stop;
            }
        }
    }

    /// Takes one answer, or what is known without one.
    ///
    /// # Errors
    ///
    /// [`Stop::Unanswered`] where there is neither; the limit that ends the search.
    fn take_next(&mut self) -> Result<(), Stop> {
        let found = self.next_growth();
        if matches!(found, Ok(None)) && !self.has_questions() {
            return Err(Stop::Unanswered);
        }
        self.take_in(found)
    }

    fn learn_from_outside(&mut self, tasks: &[LeafTask<G>], answers: &[LeafAnswer]) {
        if let Some(mut kept) = self.searched.workers.take_shared() {
            kept.make_room_for(self.work_in_tree());
            remember_all(&mut kept, tasks, answers);
            self.searched.workers.put_shared(kept);
        }
    }
}
