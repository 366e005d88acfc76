//! The four functions of the search, for both of its forms: whether it is over, and an iteration as data that passes
//! through the other three.

use super::answer::ONLY_MOVE_NODES;
use super::growth::Growth;
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::Stop;
use crate::search::memory::WhenFull;

/// Between looks at the clock, if leaves are valued at first sight.
const ITERATIONS_A_LOOK: u64 = 64;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Whether the search is over: the rule that says so.
    pub(super) fn stop_variations(&mut self) -> Option<Stop> {
        if self.node().is_finished() {
            return Some(Stop::Finished);
        }
        // Lines that are wanted are searched.
        let stop = self.needs_no_more().filter(|_| self.wanted().is_none());
        // Nor does a search end before each of the candidates that are wanted has a value.
        if stop.is_some() && !self.lacks_values() {
            return stop;
        }
        if self.budget.is_out_of_nodes() {
            return Some(Stop::Nodes);
        }
        let look = self.is_time_to_look();
        if look { self.budget.stop() } else { None }
    }

    /// One iteration, or a question and its answer on the way to the end of one. Where the tree is full,
    /// something is freed, or a leaf is searched deeper in place of growing.
    ///
    /// # Errors
    ///
    /// The limit that ended it. The tree is as before then, and what was found out so far is kept.
    pub(super) fn iterate(&mut self) -> Result<(), Stop> {
        let found = self.find_next_variation();
        self.take_in(found)
    }

    /// The rest of an iteration that has found this out.
    ///
    /// # Errors
    ///
    /// As [`BestFirst::iterate`].
    pub(super) fn take_in(&mut self, found: Result<Option<Growth>, Stop>) -> Result<(), Stop> {
        let done = match found {
            Ok(Some(growth)) => self.make_variation(&growth).map(|()| {
                self.result_definition(&growth);
                self.keep_room();
            }),
            Ok(None) => Ok(()),
            Err(stop) => Err(stop),
        };
        match done {
            Err(Stop::Memory) if self.room.when_full == WhenFull::Free => self.make_room(),
            done => done,
        }
    }

    /// Selects the node that grows, plans what must be known about it, and finds that out. `None` if
    /// another question has to be answered first. Nothing that is found goes into the tree.
    fn find_next_variation(&mut self) -> Result<Option<Growth>, Stop> {
        if self.tree.leaves_are_searched() {
            self.send_out(self.jobs())?;
            self.next_growth()
        } else {
            self.plan_iteration().map(Some)
        }
    }

    /// Applies what was found out to the node at the end of the path.
    fn make_variation(&mut self, growth: &Growth) -> Result<(), Stop> {
        self.apply(growth)
    }

    /// Backs the new numbers and the work up to the root, and notes what follows for the answer.
    pub(super) fn result_definition(&mut self, growth: &Growth) {
        self.back_up(growth);
        self.note_result();
    }

    /// The rule that ends the search because enough is known.
    fn needs_no_more(&mut self) -> Option<Stop> {
        let nodes = self.budget.nodes();
        if self.is_over() {
            return Some(Stop::Proven);
        }
        if self.is_settled() && self.as_if_nothing_were_asked(|search| search.is_settled()) {
            return Some(Stop::Settled);
        }
        let is_lazy = !self.budget.limits().beyond_only_move;
        let is_looked_at = nodes >= ONLY_MOVE_NODES && !self.budget.is_out_of_nodes();
        (is_lazy && is_looked_at && self.walk.has_only_move()).then_some(Stop::OnlyMove)
    }

    /// Whether the clock is looked at now: an iteration that searches leaves takes long.
    pub(super) fn is_time_to_look(&self) -> bool {
        self.tree.leaves_are_searched()
            || self.counters.iterations.is_multiple_of(ITERATIONS_A_LOOK)
    }
}
