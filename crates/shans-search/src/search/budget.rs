//! The work that a search has done and may still do: the same for every searcher.

use std::time::Duration;

use super::limits::{Clock, Limits, Stop};
use super::meter::Meter;

/// The clock is looked at after this many nodes: a tenth of a millisecond, a millisecond where every
/// node has hundreds of captures. A look takes less than a thousandth of that.
const NODES_A_LOOK: u64 = 64;

/// Counters of work, and the limits that they may not pass.
///
/// Before any move is made, [`Budget::count_node`] is asked, wherever the search is: that is what
/// makes node counts of different searchers comparable, and limits hold everywhere.
///
/// ```
/// use shans_search::search::{Budget, Stop};
///
/// let mut budget = Budget::of_nodes(2);
/// assert_eq!([(); 3].map(|()| budget.count_node()), [Ok(()), Ok(()), Err(Stop::Nodes)]);
/// assert_eq!(budget.nodes(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    nodes: u64,
    evals: u64,
    limits: Limits,
    /// The count of nodes from which on the limit on them was set.
    begun: u64,
    clock: Clock,
    /// The count of nodes at which limits are looked at the next time.
    next_look: u64,
    /// Where this is the budget of one of several threads: what counts for all of them.
    meter: Option<Meter>,
    /// The count of nodes up to which the meter was told.
    metered: u64,
    /// Where other threads search the same: what they count there counts here, too.
    others: Option<Meter>,
    /// CPU time of other threads since the search began.
    cpu_elsewhere: Duration,
}

/// The counters at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Positions reached by making a move.
    pub nodes: u64,
    /// Static evaluations.
    pub evals: u64,
}

impl Default for Budget {
    /// Nothing spent, and no limit.
    fn default() -> Budget {
        Budget {
            nodes: 0,
            evals: 0,
            limits: Limits::default(),
            begun: 0,
            clock: Clock::start(),
            next_look: NODES_A_LOOK,
            meter: None,
            metered: 0,
            others: None,
            cpu_elsewhere: Duration::ZERO,
        }
    }
}

impl Budget {
    /// A budget for a search of its own: nothing spent, at most this many nodes.
    pub fn of_nodes(nodes: u64) -> Budget {
        let mut budget = Budget::default();
        budget.begin(&Limits { nodes: Some(nodes), ..Limits::default() });
        budget
    }

    /// What others count in this meter counts here, until [`Budget::leave_others`], and the limit on nodes
    /// that is set next is one for all.
    pub(super) fn join_others(&mut self, others: Meter) {
        self.others = Some(others);
    }

    /// The others are done, with so much CPU time.
    pub(super) fn leave_others(&mut self, cpu: Duration) {
        self.count_others();
        self.others = None;
        self.cpu_elsewhere += cpu;
    }

    fn count_others(&mut self) {
        if let Some(others) = &self.others {
            others.spend(self.nodes.saturating_sub(self.metered));
            self.nodes += others.take();
            self.metered = self.nodes;
        }
    }

    /// Whatever is searched counts in this meter, too, and ends when that has enough.
    pub(super) fn report_to(&mut self, meter: Meter) {
        self.meter = Some(meter);
        self.metered = self.nodes;
    }

    /// Tells the meter what it does not know yet; whether that is too much.
    pub(super) fn tell_meter(&mut self) -> bool {
        let untold = self.nodes.saturating_sub(self.metered);
        self.metered += untold;
        self.meter.as_ref().is_some_and(|meter| meter.add(untold))
    }

    /// Counts what another thread, program or machine has done.
    pub fn add(&mut self, spent: Spent, cpu: Duration) {
        self.set_spent(Spent { nodes: self.nodes + spent.nodes, evals: self.evals + spent.evals });
        self.cpu_elsewhere += cpu;
    }

    /// How many nodes the limit leaves; `u64::MAX` without one.
    pub fn nodes_left(&self) -> u64 {
        self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.nodes))
    }

    /// How many nodes these limits left when they were set; `u64::MAX` without one.
    pub(super) fn nodes_granted(&self) -> u64 {
        self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.begun))
    }

    /// The search that begins was interrupted, and began when so much was spent: the limit was larger then.
    pub(super) fn began_at(&mut self, nodes: u64) {
        self.begun = nodes.min(self.nodes);
    }

    /// The grant of the search that goes on now, and what is left of it.
    pub(super) fn grant(&mut self, granted: u64, left: u64) {
        let limit = self.nodes.saturating_add(left);
        self.begun = limit.saturating_sub(granted);
        self.limit_nodes(Some(limit));
    }

    /// Keeps this many nodes of the limit back, for what is done once it is reached.
    pub(super) fn keep_back(&mut self, nodes: u64) {
        self.limit_nodes(self.limits.nodes.map(|limit| limit.saturating_sub(nodes)));
    }

    /// A search begins, or continues: the clock starts afresh and these limits hold from now on.
    /// What was spent before still counts.
    pub fn begin(&mut self, limits: &Limits) {
        self.limits = limits.clone();
        self.begun = self.nodes;
        self.clock = Clock::start();
        self.cpu_elsewhere = Duration::ZERO;
        self.metered = self.nodes;
        if let Some(others) = &self.others {
            others.limit(self.nodes_left());
        }
        self.next_look = self.nodes;
    }

    /// The search goes on with another limit on nodes; clocks do, too.
    pub(super) fn limit_nodes(&mut self, nodes: Option<u64>) {
        self.limits.nodes = nodes;
        self.next_look = self.nodes;
    }

    /// Positions reached by making a move so far, in any part of the search: the unit of work.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Static evaluations so far.
    pub fn evals(&self) -> u64 {
        self.evals
    }

    /// Counts a move that is about to be made.
    ///
    /// # Errors
    ///
    /// The limit that forbids it; nothing is counted then.
    pub fn count_node(&mut self) -> Result<(), Stop> {
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Counts a static evaluation.
    pub fn count_eval(&mut self) {
        self.evals += 1;
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stop> {
        self.count_others();
        if self.is_out_of_nodes() {
            return Err(Stop::Nodes);
        }
        if self.tell_meter() {
            return Err(Stop::Nodes);
        }
        if let Some(stop) = self.stop_by_clock() {
            return Err(stop);
        }
        let limit = self.limits.nodes.unwrap_or(u64::MAX);
        self.next_look = self.nodes.saturating_add(NODES_A_LOOK).min(limit);
        Ok(())
    }

    /// Whether the limit on nodes is reached.
    pub fn is_out_of_nodes(&self) -> bool {
        self.limits.nodes.is_some_and(|limit| self.nodes >= limit)
    }

    /// The limit on time or from outside that is reached, if one is. Reads the clock.
    pub fn stop_by_clock(&self) -> Option<Stop> {
        self.clock.stop(&self.limits, self.cpu_elsewhere)
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What was spent so far.
    pub fn spent(&self) -> Spent {
        Spent { nodes: self.nodes, evals: self.evals }
    }

    /// Sets the counters to those of an earlier session.
    pub fn set_spent(&mut self, spent: Spent) {
        (self.nodes, self.evals) = (spent.nodes, spent.evals);
        self.next_look = self.nodes;
    }

    /// Wall-clock time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// CPU time of all threads of the search since it began.
    pub fn cpu(&self) -> Duration {
        self.clock.cpu() + self.cpu_elsewhere
    }

    /// The clock of the search.
    pub(super) fn clock_mut(&mut self) -> &mut Clock {
        &mut self.clock
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_reached_exactly_and_can_be_raised() {
        let mut budget = Budget::of_nodes(3_000);
        let spend = |budget: &mut Budget| {
            while budget.count_node().is_ok() {}
            budget.nodes()
        };
        assert_eq!(spend(&mut budget), 3_000);
        assert_eq!(budget.count_node(), Err(Stop::Nodes));
        budget.begin(&Limits { nodes: Some(3_001), ..Limits::default() });
        assert_eq!(spend(&mut budget), 3_001);
    }

    #[test]
    fn an_interrupt_is_seen_soon() {
        let limits = Limits::default();
        let mut budget = Budget::default();
        budget.begin(&limits);
        assert_eq!(budget.count_node(), Ok(()));
        limits.interrupt.throw();
        let counted = (0..).take_while(|_| budget.count_node().is_ok()).count();
        assert!(counted as u64 <= NODES_A_LOOK, "{counted}");
        assert_eq!(budget.count_node(), Err(Stop::Interrupted));
    }
}
