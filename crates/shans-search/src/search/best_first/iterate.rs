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
use crate::standing::Standing;

/// Between looks at the clock, in the pure form.
const ITERATIONS_A_LOOK: u64 = 64;
/// The question is asked again whenever the nodes have grown by this part: asking all the time would find the
/// wanted answer too soon, by chance.
const ASKED_EVERY: u64 = 8;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// The search begins, or continues, within these limits; [`BestFirst::advance`], which calls `iterate`, does the work.
    pub fn begin(&mut self, limits: &Limits) {
        self.begin_within(limits);
        self.note_untried();
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

    /// Searches a little, a few milliseconds in most positions, or waits so long for an answer. Returns the rule
    /// that ends the search, once there is one.
    pub(super) fn iterate(&mut self) -> Option<Stop> {
        loop {
            let must_wait = self.must_wait();
            let stop = if must_wait { self.budget.stop_by_clock() } else { self.stop_variations() };
            if stop.is_some() {
                return stop;
            }
            // For the next look whether the answer is settled.
            self.focus.nodes_at_iteration = self.budget.nodes();
            let known = if must_wait { Ok(None) } else { self.find_next_variation() };
            match known.and_then(|known| self.make_variation(known)) {
                Ok(Some(growth)) => self.result_definition(&growth),
                Ok(None) => return None,
                Err(stop) => return Some(stop),
            }
            if self.is_time_to_look() {
                return None;
            }
        }
    }

    /// Whether nothing can be done before the next answer. Meanwhile only the clock ends the search: how often it comes here
    /// depends on how long the answer takes, and so would an end by another rule.
    fn must_wait(&self) -> bool {
        !self.focus.asked.may_ask(self.leaves.at_a_time(&self.rules))
    }

    /// Whether the search is over: the rule that says so.
    pub(super) fn stop_variations(&mut self) -> Option<Stop> {
        self.forget_included();
        if self.node().is_finished() {
            return Some(Stop::Finished);
        }
        // First the lines of [`BestFirst::include`] come into the tree, and as many moves as are wanted get a value (`--lines`).
        let owes_more = self.included_move().is_some() || self.lacks_values();
        if !owes_more && let Some(stop) = self.needs_no_more() {
            return Some(stop);
        }
        if self.budget.is_out_of_nodes() {
            return Some(Stop::Nodes);
        }
        if self.is_time_to_look() { self.budget.stop_by_clock() } else { None }
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
        self.free_if_full()?;
        self.ask_up_to(self.leaves.at_a_time(&self.rules))
    }

    /// Asks until so many questions are out, or nothing more can be asked; what needs no search is known at once.
    ///
    /// # Errors
    ///
    /// As [`BestFirst::known_at_once`].
    pub(super) fn ask_up_to(&mut self, most: usize) -> Result<Option<Change>, Stop> {
        while self.focus.asked.out.len() < most {
            let Some((errand, doublings)) = self.select() else { break };
            let known = match self.known_at_once(errand) {
                // There is room, but not for all moves that are made at once: outcomes of a random turn, and moves whose values
                // the game knows.
                Err(Stop::Memory) if self.memory_limits.when_full == WhenFull::Free => {
                    if self.free_some()? {
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
                break;
            }
        }
        // `may_ask` is false from now on, until `take` clears this with the next answer, or nothing is out.
        self.focus.asked.has_nothing_more |= self.focus.asked.out.len() < most;
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
            // The node that was spent on it ([`BestFirst::spend_one_node`]).
            Some(change) => Some(Growth::new(change, 1, 0)),
            None if self.rules.searches_leaves() => self.next_answer()?,
            None => self.plan_pure()?,
        };
        growth.map(|growth| self.put(growth)).transpose()
    }

    /// Backs the new numbers up to the root, and notes what follows for the answer.
    pub(super) fn result_definition(&mut self, growth: &Growth) {
        // Down to the node that was asked about: a chain behind it has counted its own effort.
        for node in self.focus.walk.path.iter().take(growth.level + 1) {
            self.tree.add_effort(node.id, growth.effort);
        }
        self.back_up();
        self.stats.iterations += 1;
        self.stats.table_hits += growth.table_hits;
        self.note_result();
        self.free_ahead();
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
        (is_lazy && is_looked_at && self.focus.walk.only_move).then_some(Stop::OnlyMove)
    }

    /// Whether the result is certain, and nothing is left to be found out about the best line.
    fn is_over(&self) -> bool {
        let (node, times) = (self.node(), self.rules.tuning().faster_win_effort);
        let is_won = self.rules.searches_leaves() && node.is_decided();
        node.is_proven()
            || self.focus.answer.win_is_fast_enough(self.budget.nodes(), times)
            || is_won && !self.wants_faster_win()
    }

    /// Whether the clock is looked at now: an iteration that searches leaves takes long.
    fn is_time_to_look(&self) -> bool {
        self.rules.searches_leaves() || self.stats.iterations.is_multiple_of(ITERATIONS_A_LOOK)
    }

    /// Whether the search may end because the answer is nearly certain to hold. A win that is proven, or was seen and
    /// has to be, is for a proof to settle.
    fn is_settled(&self) -> bool {
        self.budget.limits().settles && self.is_due() && self.holds_enough()
    }

    /// Whether the answer is as certain to hold as that takes.
    pub(super) fn holds_enough(&self) -> bool {
        let node = self.node();
        let is_for_a_proof = self.focus.answer.proven_win.is_some() || node.value.is_seen_win();
        if node.is_leaf() || is_for_a_proof {
            return false;
        }
        let is_decided = node.value.raw().abs() >= Standing::DECIDED;
        let may_settle = self.position().may_settle() && !is_decided;
        may_settle
            && self.view().answer_holds().is_some_and(|holds| holds >= self.rules.tuning().settled)
    }

    /// Whether it is asked now if the answer holds.
    fn is_due(&self) -> bool {
        let (before, now) = (self.focus.nodes_at_iteration, self.budget.nodes());
        // The steps are eighths of doublings, so that a search that was saved asks at the same
        // counts as one that never stopped.
        let step = |nodes: u64| nodes >> nodes.max(1).ilog2().saturating_sub(ASKED_EVERY.ilog2());
        now >= self.rules.tuning().settled_nodes
            && (now.ilog2() > before.max(1).ilog2() || step(now) > step(before))
    }
}
