//! Questions that are taken back: when a limit strikes, before a save, and when another position is analysed.

use super::super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::leaf::{LeafTask, Recalled};

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Whether something is asked, or known and not taken yet.
    pub(in super::super) fn has_questions(&self) -> bool {
        let mut visits = self.searched.visits.iter();
        visits.any(|visit| visit.out.is_some() || visit.growth.is_some())
    }

    /// The questions that are out, in the order of their visits.
    pub(in super::super) fn open_tasks(&mut self) -> Vec<LeafTask<G>> {
        let visits = std::mem::take(&mut self.searched.visits);
        let tasks = visits.iter().filter_map(|visit| self.task(visit)).collect();
        self.searched.visits = visits;
        tasks
    }

    /// Takes all questions back, and lets the tree be as it is without them.
    pub(in super::super) fn come_to_rest(&mut self) {
        self.take_back_questions();
        self.count_visits_as_before();
    }

    /// Takes all questions back. Those that were answered keep their answers; the others are asked again
    /// when the search continues.
    pub(in super::super) fn take_back_questions(&mut self) {
        let searched = &mut self.searched;
        let Recalled { answers, cut } = searched.workers.recall(&mut self.budget);
        answers.into_iter().for_each(|answer| searched.receive(answer));
        for visit in &mut searched.visits {
            let Some((ticket, _)) = visit.out else { continue };
            let answer = searched.arrived.iter().find(|answer| answer.ticket == ticket);
            if answer.is_none() {
                visit.out = None;
            }
            let answered = answer.map(|answer| (ticket, answer.work()));
            let counted = cut.iter().copied().chain(answered).find(|&(of, _)| of == ticket);
            visit.counted =
                counted.map_or(visit.counted, |(_, spent)| visit.counted.or_more(spent));
        }
    }

    /// Puts the tree into the state without open questions, so that it can be saved or looked at. Open visits
    /// wait, and continue with the next piece of the search.
    pub fn rest(&mut self) {
        // A table must not change while it is saved.
        if self.searched_leaves().is_some() {
            self.take_back_questions();
        }
        self.count_visits_as_before();
    }

    /// Drops all open visits: another position is analysed, or their nodes may go.
    pub(in super::super) fn drop_visits(&mut self) {
        self.come_to_rest();
        self.searched.visits.clear();
        self.searched.arrived.clear();
    }
}
