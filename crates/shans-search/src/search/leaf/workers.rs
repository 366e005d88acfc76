//! Who answers leaf tasks.

use std::fmt;

use super::task::{LeafAnswer, LeafTask, Ticket};
use crate::game::Heuristics;
use crate::search::budget::{Budget, Spent};
use crate::search::depth_first::PvsLeaves;
use crate::search::limits::Stop;

/// Takes tasks and gives answers: this thread, other threads, other programs or other machines.
///
/// Answers may come late, in any order, twice or never. The search knows them by their tickets, and asks
/// again where one does not come. It takes them in the order in which it asked, unless answers depend on
/// each other anyway ([`LeafWorkers::is_reproducible`]).
pub trait LeafWorkers<G: Heuristics> {
    /// How many tasks are searched at the same time.
    fn capacity(&self) -> usize;

    /// Whether the answer to a task depends on the tasks before it alone, and not on when others are
    /// answered. The tree is then the same whoever answers when: answers are taken in the order of the
    /// questions. Otherwise they are taken as they come, so that nobody waits for a long one.
    fn is_reproducible(&self) -> bool {
        true
    }

    /// Lets what the workers share grow to what searches of this many nodes need. Workers that keep it
    /// themselves have no use for it.
    fn make_room_for(&mut self, _nodes: u64) {}

    /// Takes a task.
    fn submit(&mut self, task: LeafTask<G>);

    /// Waits for an answer. Whoever searches in this thread counts its work in the budget and keeps
    /// to it; others end where the budget says so, and add what was done elsewhere ([`Budget::add`]).
    /// `None` where no answer came in the time that a
    /// search waits before it asks again.
    ///
    /// # Errors
    ///
    /// The limit that came first. [`LeafWorkers::recall`] follows, and the tasks are submitted again
    /// when the search continues, with what was counted for them.
    fn next_answer(&mut self, budget: &mut Budget) -> Result<Option<LeafAnswer>, Stop>;

    /// Forgets all tasks: nobody waits for an answer any more. What was searched for them counts in
    /// the budget.
    fn recall(&mut self, budget: &mut Budget) -> Recalled;

    /// What the workers share and learn, where that is kept and saved with the tree. `None`, as by
    /// default, for workers that keep it themselves.
    fn shared(&self) -> Option<&PvsLeaves<G>> {
        None
    }

    /// Takes it out, while no task is: nothing can be searched until it is put back.
    fn take_shared(&mut self) -> Option<PvsLeaves<G>> {
        None
    }

    /// Puts something in its place. Workers that share nothing have no use for it.
    fn put_shared(&mut self, _shared: PvsLeaves<G>) {}
}

/// What there is of tasks when they are recalled.
#[derive(Debug, Default)]
pub struct Recalled {
    /// The answers that there were already.
    pub answers: Vec<LeafAnswer>,
    /// What was searched for tasks that were cut short, together with what was counted for them before.
    pub cut: Vec<(Ticket, Spent)>,
}

impl<G: Heuristics> fmt::Debug for dyn LeafWorkers<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeafWorkers").field("capacity", &self.capacity()).finish_non_exhaustive()
    }
}
