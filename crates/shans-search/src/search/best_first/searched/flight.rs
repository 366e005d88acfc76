//! The visits whose questions are open.
//!
//! The search begins as many visits as it has jobs. If the same question always gets the same answer, answers
//! are applied in the order in which the questions were asked, no matter who answers and when, so that the tree
//! depends on nothing else. Workers that learn from each other answer differently each time anyway, so their
//! answers are applied as they come ([`LeafWorkers::is_reproducible`]).
//!
//! A question may take far longer than all questions before. So each has a grant of nodes, and a search that
//! needs more answers "not yet". What it has learned stays, and the question is asked again, with a grant that
//! grows with the nodes spent so far; the search is then quicker. If a limit strikes in the middle of a search,
//! what the search has learned since it began or got its last grant is undone. The count of positions stays,
//! and when the search continues, that part is searched again without being counted again. So it grows the same
//! tree as if it had never stopped.

use super::super::growth::Growth;
use super::super::search::BestFirst;
use super::move_work::Making;
use super::place::Place;
use super::visit::{Next, Visit, Work};
use crate::game::{Evaluate, Heuristics};
use crate::search::budget::Spent;
use crate::search::leaf::{LeafAnswer, LeafTask};
use crate::search::limits::Stop;

/// The least that is granted: nodes.
const LEAST_GRANT: u64 = 32_768;
/// A grant is one part in this many of what was spent on the question before.
const UNFINISHED_SHARE: u64 = 8;
/// After this many questions without an answer, nothing is there to answer.
const MOST_REPEATS: u32 = 16;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Begins visits until as many questions are open as there are jobs, or nothing more can be asked.
    ///
    /// # Errors
    ///
    /// The limit that forbids the next move, [`Stop::Memory`] or [`Stop::TooManyMoves`].
    pub(in super::super) fn send_out(&mut self, jobs: usize) -> Result<(), Stop> {
        self.ask_again()?;
        while self.open_visits() < jobs {
            let has_no_room = self.is_tiny && self.node().is_leaf();
            let selected = if has_no_room { self.select_without_room() } else { self.select() };
            let visit = match selected {
                // There may be room when the others are done.
                Err(Stop::Memory) if self.open_visits() > 0 => return Ok(()),
                selected => selected?,
            };
            let Some(visit) = visit else { return Ok(()) };
            self.begin_visit(visit, jobs > 1)?;
        }
        Ok(())
    }

    fn open_visits(&self) -> usize {
        self.searched.visits.len()
    }

    /// Asks what a limit has kept from being asked.
    fn ask_again(&mut self) -> Result<(), Stop> {
        for index in 0..self.open_visits() {
            let visit = &self.searched.visits[index];
            if visit.out.is_none() && visit.growth.is_none() {
                self.ask(index)?;
            }
        }
        Ok(())
    }

    /// Puts a visit at the end of the queue and asks its first question. Where others are out, its node
    /// counts as searched from now on.
    pub(super) fn begin_visit(
        &mut self,
        mut visit: Visit,
        is_one_of_many: bool,
    ) -> Result<(), Stop> {
        if is_one_of_many {
            self.count_as_searched(&mut visit);
        }
        self.searched.visits.push_back(visit);
        self.ask(self.open_visits() - 1)
    }

    /// Asks the next question of a visit, or notes what it has found out.
    fn ask(&mut self, index: usize) -> Result<(), Stop> {
        let Some(mut visit) = self.searched.visits.remove(index) else { return Ok(()) };
        let outcome = self.ask_for(&mut visit);
        self.searched.visits.insert(index, visit);
        outcome
    }

    fn ask_for(&mut self, visit: &mut Visit) -> Result<(), Stop> {
        loop {
            self.walk.go_along(&visit.way, &self.root.game, &self.tree, &self.rules);
            let BestFirst { tree, walk, rules, root, searched, budget, .. } = &mut *self;
            let shared = searched.shared();
            let place = Place { tree, walk, rules, root, shared, aim: visit.aim };
            match visit.next(&place, budget)? {
                Next::Down(id) => visit.way.push(id),
                Next::List(wanted) => {
                    let making = match (&visit.work, wanted) {
                        (Work::FasterWin(search), None) => Making::UntilRefuted(search.winner),
                        _ => Making::One,
                    };
                    visit.work = Work::Moves(self.list_moves(making, wanted)?);
                }
                Next::Grow(growth) => {
                    visit.growth = Some(growth);
                    return Ok(());
                }
                Next::Ask(asked) => {
                    visit.out = Some((self.searched.ticket(), asked));
                    self.submit(visit);
                    return Ok(());
                }
            }
        }
    }

    /// Waits for an answer, and takes it; what its visit has found out, if that is all now. The walk leads
    /// to its node then.
    ///
    /// # Errors
    ///
    /// The limit that came first, or that forbids the next move.
    pub(in super::super) fn next_growth(&mut self) -> Result<Option<Growth>, Stop> {
        let Some((index, answer)) = self.await_answer()? else { return Ok(self.take_growth()) };
        let Some(mut visit) = self.searched.visits.remove(index) else { return Ok(None) };
        self.hear(&mut visit, &answer);
        let outcome = self.ask_for(&mut visit);
        match visit.growth.is_some() {
            true => self.searched.visits.push_front(visit),
            false => self.searched.visits.push_back(visit),
        }
        outcome?;
        Ok(self.take_growth())
    }

    /// Removes a visit whose turn it is and about which everything is known. Its node is as it was before the
    /// questions.
    fn take_growth(&mut self) -> Option<Growth> {
        let mut in_turn = self.searched.visits_in_turn();
        let index = in_turn.position(|visit| visit.growth.is_some())?;
        drop(in_turn);
        let mut visit = self.searched.visits.remove(index)?;
        self.count_as_before(&mut visit);
        if visit.ranks {
            self.ranked += visit.spent;
        }
        if let Work::Whole(whole) = visit.work {
            self.note_whole(whole, visit.spent);
        }
        self.walk.go_along(&visit.way, &self.root.game, &self.tree, &self.rules);
        visit.growth
    }

    /// Takes the answer to the question of a visit.
    fn hear(&mut self, visit: &mut Visit, answer: &LeafAnswer) {
        let Some((_, asked)) = visit.out.take() else { return };
        visit.spent += answer.nodes;
        visit.counted = Spent::default();
        visit.table_hits += answer.table_hits;
        if let Work::Moves(moves) = &mut visit.work {
            moves.spent += answer.nodes;
        }
        if !answer.is_finished {
            visit.unfinished += answer.nodes;
            return;
        }
        if self.rules.exact_leaves().is_some() {
            visit.line.clone_from(&answer.line);
        }
        self.walk.go_along(&visit.way, &self.root.game, &self.tree, &self.rules);
        let place = self.place(visit.aim);
        let finding = place.finding(asked, answer);
        visit.take(&place, finding);
    }

    /// An answer whose turn it is, and the visit that asked; `None` if no visit whose turn it is has an open
    /// question, or one knows everything. A question without an answer is asked again.
    fn await_answer(&mut self) -> Result<Option<(usize, LeafAnswer)>, Stop> {
        for _ in 0..MOST_REPEATS {
            let searched = &mut self.searched;
            let is_known = |visit: &Visit| visit.growth.is_some();
            let is_out = |visit: &Visit| visit.out.is_some();
            if searched.visits_in_turn().any(is_known) || !searched.visits_in_turn().any(is_out) {
                return Ok(None);
            }
            loop {
                if let Some(answered) = searched.take_answer() {
                    return Ok(Some(answered));
                }
                match searched.workers.next_answer(&mut self.budget)? {
                    Some(answer) => searched.receive(answer),
                    None => break,
                }
            }
            self.repeat_oldest();
        }
        Err(Stop::Unanswered)
    }

    /// Asks the oldest question that is out again, under its ticket.
    fn repeat_oldest(&mut self) {
        let mut visits = self.searched.visits.iter();
        if let Some(visit) = visits.find(|visit| visit.out.is_some()).cloned() {
            self.submit(&visit);
        }
    }

    /// Gives the question of a visit to the workers.
    fn submit(&mut self, visit: &Visit) {
        let Some(task) = self.task(visit) else { return };
        let granted = if task.is_exact { task.grant } else { 0 };
        let work = self.work_in_tree().saturating_add(visit.spent).saturating_add(granted);
        self.searched.workers.make_room_for(work);
        self.searched.workers.submit(task);
    }

    /// Nodes that were searched for what the tree holds, to rank candidates, and for the visits that are open: as
    /// much as a table has to remember. What was searched below moves that the game did not take is gone.
    pub(in super::super) fn work_in_tree(&self) -> u64 {
        let open: u64 = self.searched.visits.iter().map(|visit| visit.spent).sum();
        let in_tree = u64::from(self.tree.node(self.tree.root()).effort);
        in_tree.saturating_add(self.ranked).saturating_add(open)
    }

    /// The question of a visit as a task, if one is out.
    pub(super) fn task(&mut self, visit: &Visit) -> Option<LeafTask<G>> {
        let (ticket, asked) = visit.out?;
        self.walk.go_along(&visit.way, &self.root.game, &self.tree, &self.rules);
        let mut task = self.place(visit.aim).task(asked, ticket);
        task.grant = match task.is_exact {
            // As many as belong to the question, or more where they did not get it done.
            true => task.grant.max(visit.unfinished.saturating_mul(2)),
            false => LEAST_GRANT.max(visit.unfinished / UNFINISHED_SHARE),
        };
        task.counted = visit.counted;
        task.is_aside = matches!(visit.work, Work::Candidate(..));
        Some(task)
    }
}
