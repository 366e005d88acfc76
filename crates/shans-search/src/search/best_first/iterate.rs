//! The search: the loop in `BestFirst::iterate`, by the four functions below it. What is asked next is in
//! [`rules`](super::rules).
//!
//! In the default form many workers may search leaves at once. So an iteration asks as many questions as they can take, and
//! puts one answer into the tree, whichever comes first. A call of `iterate` is a piece of the search: in the default form it
//! ends after one change of the tree, or without one after a few milliseconds; then the next call goes on with the iteration.
//! Between two pieces questions stay out; to be saved or stepped the search comes to rest ([`rest`](super::rest)).

use super::change::{Change, Growth};
use super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::{Limits, ONLY_MOVE_NODES, Stop};
use crate::search::memory::WhenFull;

/// Between looks at the clock, in the pure form.
const ITERATIONS_A_LOOK: u64 = 64;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The search begins, or continues, within these limits; [`BestFirst::advance`] does the work.
    pub fn begin(&mut self, limits: &Limits) {
        self.begin_within(limits);
        self.begin_here();
    }

    /// These limits hold from now on, for those who search leaves, too.
    pub(super) fn begin_within(&mut self, limits: &Limits) {
        self.budget.begin(limits);
        self.leaves.workers.set_plays(limits.plays);
    }

    /// As [`BestFirst::begin`], for a search that was interrupted: it began when this many nodes were spent, and ends as
    /// one that never stopped.
    pub fn begin_again(&mut self, limits: &Limits, nodes_before: u64) {
        self.begin(limits);
        self.budget.began_at(nodes_before);
    }

    /// The search of the position analysed begins.
    pub(super) fn begin_here(&mut self) {
        self.note_untried();
    }

    /// Searches a little, a few milliseconds in most positions, or waits so long for an answer. Returns the rule
    /// that ends the search, once there is one.
    pub(super) fn iterate(&mut self) -> Option<Stop> {
        loop {
            let stop = if self.must_wait() { self.budget.stop() } else { self.stop_variations() };
            if stop.is_some() {
                return stop;
            }
            self.focus.nodes_at_iteration = self.budget.nodes();
            let known = match self.find_next_variation() {
                Ok(known) => known,
                Err(stop) => return Some(stop),
            };
            match self.make_variation(known) {
                Ok(Some(growth)) => self.result_definition(&growth),
                Ok(None) => return None,
                Err(stop) => return Some(stop),
            }
            if self.is_time_to_look() {
                return None;
            }
        }
    }

    /// Whether nothing can be done before the next answer. Meanwhile only the clock ends the search: the virtual losses of open
    /// questions change the numbers, so another end would depend on how long an answer takes.
    fn must_wait(&self) -> bool {
        !self.focus.asked.has_room(self.leaves.at_a_time(&self.rules))
    }

    /// Whether the search is over: the rule that says so.
    pub(super) fn stop_variations(&mut self) -> Option<Stop> {
        self.forget_included();
        if self.node().is_finished() {
            return Some(Stop::Finished);
        }
        // First the lines of [`BestFirst::include`] come into the tree, and as many moves as are wanted get a value (`--lines`).
        let stop =
            self.needs_no_more().filter(|_| self.included_move().is_none() && !self.lacks_lines());
        if stop.is_some() {
            return stop;
        }
        if self.budget.is_out_of_nodes() {
            return Some(Stop::Nodes);
        }
        if self.is_time_to_look() { self.budget.stop() } else { None }
    }

    /// Pure form: walks to the node that grows, and returns `None`. Default form: asks until all workers have something to do.
    /// Returns what is known at once, without a search, or `None` if an answer is to be waited for.
    ///
    /// # Errors
    ///
    /// The limit that forbids to go on.
    fn find_next_variation(&mut self) -> Result<Option<Change>, Stop> {
        if !self.rules.searches_leaves() {
            self.select_pure();
            return Ok(None);
        }
        if self.must_wait() {
            return Ok(None);
        }
        self.find_room()?;
        self.ask_up_to(self.leaves.at_a_time(&self.rules))
    }

    /// Asks until so many questions are out, or nothing more can be asked; what needs no search is known at once.
    ///
    /// # Errors
    ///
    /// As [`BestFirst::known_at_once`].
    pub(super) fn ask_up_to(&mut self, most: usize) -> Result<Option<Change>, Stop> {
        while self.focus.asked.len() < most {
            let Some((errand, doublings)) = self.select() else {
                self.focus.asked.has_nothing_more = true;
                break;
            };
            let known = match self.known_at_once(errand) {
                // There is room, but not for all moves that are made at once: outcomes of a random turn, and moves whose values
                // the game knows.
                Err(Stop::Memory) if self.memory_limits.when_full == WhenFull::Free => {
                    if self.frees_some()? {
                        continue;
                    }
                    Some(Change::Deeper)
                }
                known => known?,
            };
            // Where the limit leaves no node for it beside those reserved, an answer is waited for as if nothing were known.
            if let Some(change) = known {
                return Ok(self.spend_one_node().then_some(change));
            }
            if !self.ask(errand, doublings) {
                self.focus.asked.has_nothing_more = true;
                break;
            }
        }
        Ok(None)
    }

    /// Puts what is known at once, or else an answer, into the tree. `None` if no answer has come yet. In the pure form,
    /// makes the next moves of the node at the end of the path.
    ///
    /// # Errors
    ///
    /// The limit that came first.
    fn make_variation(&mut self, known: Option<Change>) -> Result<Option<Growth>, Stop> {
        let growth = match known {
            Some(change) => Some(Growth::new(change, 1, 0)),
            None if self.rules.searches_leaves() => self.next_answer()?,
            None => self.plan_pure()?,
        };
        growth.map(|growth| self.put(growth)).transpose()
    }

    /// Backs the new numbers up to the root, and notes what follows for the answer.
    pub(super) fn result_definition(&mut self, growth: &Growth) {
        // A chain has made the path longer; the effort of its nodes is counted already.
        for node in self.focus.walk.path().iter().take(growth.level + 1) {
            self.tree.add_effort(node.id, growth.effort);
        }
        self.back_up();
        self.stats.iterations += 1;
        self.stats.table_hits += growth.table_hits;
        self.note_result();
        self.keep_room();
    }

    /// The rule that ends the search because enough is known.
    fn needs_no_more(&self) -> Option<Stop> {
        if self.is_over() {
            return Some(Stop::Proven);
        }
        if self.is_settled() {
            return Some(Stop::Settled);
        }
        let is_lazy = !self.budget.limits().beyond_only_move;
        let is_looked_at = self.budget.nodes() >= ONLY_MOVE_NODES && !self.budget.is_out_of_nodes();
        (is_lazy && is_looked_at && self.focus.walk.has_only_move()).then_some(Stop::OnlyMove)
    }

    /// Whether the result is certain, and nothing is left to be found out about the best line.
    fn is_over(&self) -> bool {
        let node = self.node();
        let is_won = self.rules.searches_leaves() && node.proven_win().is_some();
        let is_fast = || is_won && !self.wants_faster_win();
        let (nodes, effort) = (self.budget.nodes(), self.rules.tuning().faster_win_effort);
        node.is_proven() || self.focus.answer.win_is_fast_enough(nodes, effort) || is_fast()
    }

    /// Whether the clock is looked at now: an iteration that searches leaves takes long.
    fn is_time_to_look(&self) -> bool {
        self.rules.searches_leaves() || self.stats.iterations.is_multiple_of(ITERATIONS_A_LOOK)
    }
}
