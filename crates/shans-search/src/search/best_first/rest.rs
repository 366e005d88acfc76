//! A search piece by piece, its end, coming to rest, and questions that are answered elsewhere while it is saved.

use super::change::{Change, Growth};
use super::focus::Focus;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::leaf::{LeafAnswer, LeafTask, Nobody};
use crate::search::limits::{Limits, Stop};
use crate::search::report::Report;
use crate::tree::NodeId;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The report between two pieces, where one is due: four times a second.
    pub fn report_if_due(&mut self) -> Option<Report<G::Move>> {
        self.budget.clock_mut().report_is_due().then(|| self.view().report(None))
    }

    /// Searches a little, a few milliseconds in most positions, or waits so long for an answer. Returns the rule
    /// that ends the search, once there is one; [`BestFirst::finish`] takes it then. [`BestFirst::begin`] comes
    /// before the first piece.
    pub fn advance(&mut self) -> Option<Stop> {
        let stop = self.iterate()?;
        if stop != Stop::Settled || self.focus.asked.out.is_empty() {
            return Some(stop);
        }
        // Searches that are out may change the answer: what they have found so far counts, too.
        self.come_to_rest();
        self.holds_enough().then_some(stop)
    }

    /// Ends the search that [`BestFirst::advance`] said is over. It can be begun again, and continues
    /// then.
    pub fn finish(&mut self, stop: Stop) -> Report<G::Move> {
        self.come_to_rest();
        self.view().report(Some(stop))
    }

    /// Ends all searches; what they have found so far goes into the tree, and no node counts as searched for what is
    /// asked about it.
    pub fn come_to_rest(&mut self) {
        for answer in self.leaves.workers.stop() {
            self.take_in(&answer);
        }
        self.forget_questions();
        for index in 1..self.focus.all.len() {
            self.in_turn(index, BestFirst::forget_questions);
        }
        if !self.focus.beside().is_empty() {
            self.focus.all.truncate(1);
            self.begin_anew();
        }
    }

    /// No question of the position analysed is out any more, and no node counts as searched once more for it.
    pub(super) fn forget_questions(&mut self) {
        for question in std::mem::take(&mut self.focus.asked).out {
            question.counted.into_iter().for_each(|counted| self.count_as_before(counted));
        }
    }

    /// Takes an answer to a question of the position analysed outside the loop.
    pub(super) fn take_in_here(&mut self, answer: &LeafAnswer) {
        if let Some(growth) = self.take_leaf_answer(answer) {
            // Where the tree has no room for it, it is lost.
            let _ = self.put_outside(growth);
        }
    }

    /// Puts what was found into the tree, outside the loop.
    ///
    /// # Errors
    ///
    /// As [`BestFirst::put`].
    pub(super) fn put_outside(&mut self, growth: Growth) -> Result<(), Stop> {
        let growth = self.put(growth)?;
        self.result_definition(&growth);
        Ok(())
    }

    /// The same with what was known at once. `None` if there is no room for it.
    pub(super) fn put_known(&mut self, change: Change) -> Option<()> {
        self.put_outside(Growth::new(change, 1, 0)).ok()
    }

    /// Takes an answer for whoever has asked, outside the loop.
    pub(super) fn take_in(&mut self, answer: &LeafAnswer) {
        let has_asked =
            |focus: &Focus<G>| focus.asked.out.iter().any(|it| it.ticket == answer.ticket);
        match self.focus.all.iter().position(has_asked) {
            Some(index @ 1..) => self.take_in_beside(index, answer),
            Some(0) | None => self.take_in_here(answer),
        }
    }

    /// Asks as many questions as may be open, and does what needs no answer. The rule that ends the search, if one does.
    pub(super) fn ask_all(&mut self, most: usize) -> Option<Stop> {
        loop {
            if let Some(stop) = self.stop_variations() {
                return Some(stop);
            }
            match self.free_if_full().and_then(|()| self.ask_up_to(most)) {
                Ok(Some(change)) => self.put_known(change)?,
                Ok(None) => return None,
                Err(stop) => return Some(stop),
            }
        }
    }

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
        let own = self.leaves.set_workers(Box::new(Nobody));
        self.begin(&Limits::default());
        let stop = self.ask_all(most);
        let tasks = self.open_tasks();
        let mut answers = if tasks.is_empty() { Vec::new() } else { answer(&tasks) };
        answers.sort_by_cached_key(|answer| answer.ticket);
        answers.iter().for_each(|answer| self.take_in(answer));
        let report = self.finish(stop.unwrap_or(Stop::Unanswered));
        // The next tickets are the same as in a search that was just loaded.
        self.leaves.set_workers(own);
        Some(report)
    }

    /// Looks at the search in the state without open questions, which go on meanwhile.
    pub fn at_rest<T>(&mut self, look: impl FnOnce(&BestFirst<G>) -> T) -> T {
        let own = self.take_back_counted();
        let positions = 1..self.focus.all.len();
        let others: Vec<_> =
            positions.map(|index| self.in_turn(index, BestFirst::take_back_counted)).collect();
        if !self.focus.beside().is_empty() {
            // The tree below the position analysed has grown without it.
            self.begin_anew();
        }
        let seen = look(self);
        for (index, ways) in (1..).zip(others) {
            self.in_turn(index, |search| search.count_again(ways));
        }
        self.count_again(own);
        seen
    }

    /// No node counts as searched once more for the questions of the position analysed: which question it was, and the way
    /// to the node.
    fn take_back_counted(&mut self) -> Vec<(usize, Vec<NodeId>)> {
        let mut ways = Vec::new();
        for index in 0..self.focus.asked.out.len() {
            if let Some(counted) = self.focus.asked.out[index].counted.take() {
                ways.push((index, counted.way.clone()));
                self.count_as_before(counted);
            }
        }
        ways
    }

    /// These nodes count as searched once more again.
    fn count_again(&mut self, ways: Vec<(usize, Vec<NodeId>)>) {
        for (index, way) in ways {
            self.go_along(&way);
            self.focus.asked.out[index].counted = self.count_end_deeper();
        }
    }

    /// The questions that are out as tasks. For those who answer elsewhere.
    fn open_tasks(&mut self) -> Vec<LeafTask<G>> {
        let questions = self.focus.asked.out.clone();
        let mut open = Vec::new();
        for question in questions {
            self.go_along(&question.way);
            open.push(self.task(&question));
        }
        open
    }

    /// Takes an answer to a question of one of these positions. The nodes do not count as those of the tree below others above
    /// it.
    fn take_in_beside(&mut self, index: usize, answer: &LeafAnswer) {
        let stem = self.focus.all[index].walk.stem.to_vec();
        let Some((&end, above)) = stem.split_last() else { return };
        let before = self.tree.effort(end);
        self.in_turn(index, |search| search.take_in_here(answer));
        let grown = self.tree.effort(end).saturating_sub(before);
        // One that is still on its way is not searched where it stands.
        let searched = self.focus.beside().iter().filter(|beside| beside.is_reached());
        let ends = searched.filter_map(|beside| beside.walk.stem.last());
        for id in ends.filter(|id| above.contains(id)) {
            if let Some(anchor) = self.kept.anchors.all.get_mut(id) {
                anchor.began_at = anchor.began_at.saturating_add(grown);
            }
        }
    }
}
