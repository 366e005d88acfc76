//! Who answers leaf tasks.

use std::fmt;

use super::task::{LeafAnswer, LeafTask};
use crate::game::Heuristics;
use crate::search::budget::Budget;
use crate::search::depth_first::PvsLeaves;
use crate::search::limits::Stop;

/// Takes tasks and gives answers: this thread, other threads, other programs or other machines.
///
/// Answers may come late, in any order, twice or never. The search applies them in the order in which
/// it asked, knows them by their tickets, and asks again where one does not come.
pub trait LeafWorkers<G: Heuristics> {
    /// How many tasks are searched at the same time.
    fn capacity(&self) -> usize;

    /// Takes a task.
    fn submit(&mut self, task: LeafTask<G>);

    /// Waits for an answer. Whoever searches in this thread counts its work in the budget and keeps
    /// to it; others only end where the budget says so. `None` where no answer came in the time that a
    /// search waits before it asks again.
    ///
    /// # Errors
    ///
    /// The limit that came first. What a search in this thread had learnt is undone then, and its task is
    /// gone: it is submitted again when the search goes on, with what was counted for it.
    fn next_answer(&mut self, budget: &mut Budget) -> Result<Option<LeafAnswer>, Stop>;

    /// Forgets all tasks: nobody waits for an answer any more.
    fn recall(&mut self);

    /// What the workers share and learn, where that is kept and saved with the tree. `None` for
    /// workers that keep it themselves.
    fn shared(&self) -> Option<&PvsLeaves<G>>;

    /// Takes it out, while no task is: nothing can be searched until it is put back.
    fn take_shared(&mut self) -> Option<PvsLeaves<G>>;

    /// Puts something in its place.
    fn put_shared(&mut self, shared: PvsLeaves<G>);
}

impl<G: Heuristics> fmt::Debug for dyn LeafWorkers<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeafWorkers").field("capacity", &self.capacity()).finish_non_exhaustive()
    }
}
