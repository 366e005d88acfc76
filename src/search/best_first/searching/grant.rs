//! What one iteration may take.
//!
//! A question may take far longer than all that was asked before. So each iteration has a grant of
//! nodes, and one that does not get done with it answers "not yet": the tree stays as it was, and
//! what the search of leaves has learnt stays, too. It is begun again when its turn comes, which is
//! quicker the second time, with a grant that grows with what it has taken so far. So a limit cuts
//! off no more than the last grant, a search in many short pieces gets on, and no iteration goes
//! unfinished for ever.

use super::super::search::BestFirst;
use crate::game::{Evaluate, Heuristics};
use crate::search::limits::Stop;

/// The least that is granted: nodes.
const LEAST: u64 = 32_768;
/// A grant is one part in this many of what the unfinished iterations before it have taken.
const SHARE: u64 = 8;

impl<G: Heuristics + Evaluate> BestFirst<G> {
    /// Does what an iteration that has begun is for, within its grant.
    ///
    /// # Errors
    ///
    /// The limit that ended it, or [`Stop::Memory`]; [`BestFirst::take_back`] is due then.
    pub(super) fn within_grant(
        &mut self,
        work: impl FnOnce(&mut BestFirst<G>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.budget.begin_grant(LEAST.max(self.unfinished / SHARE));
        let done = work(self);
        let is_unfinished = done.is_err_and(|stop| self.budget.is_grant_spent(stop));
        self.budget.end_grant();
        if is_unfinished {
            self.leave_unfinished();
            return Ok(());
        }
        done?;
        self.unfinished = 0;
        self.end_visit();
        Ok(())
    }

    /// Ends an iteration that was granted too little: nothing but what it has learnt stays of it, and
    /// the effort.
    fn leave_unfinished(&mut self) {
        let spent = self.budget.nodes() - self.round.nodes_before();
        self.unfinished = self.unfinished.saturating_add(spent);
        let total = self.round.leave_unfinished(&mut self.tree);
        self.counters.add(total);
        self.keep_what_leaves_taught();
        let effort = u32::try_from(spent).unwrap_or(u32::MAX);
        for level in self.walk.path() {
            let node = self.tree.node_mut(level.id);
            node.effort = node.effort.saturating_add(effort);
        }
        self.walk.leave_path(&self.tree);
    }
}
