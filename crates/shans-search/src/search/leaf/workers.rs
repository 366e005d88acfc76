//! Who answers leaf tasks.

use std::fmt;

use super::task::{LeafAnswer, LeafTask, Ticket};
use crate::game::Heuristics;
use crate::search::budget::{Budget, Spent};
use crate::search::depth_first::PvsLeaves;
use crate::search::limits::Stop;

/// Answers tasks: this thread, other threads, other programs or other machines.
///
/// Answers may come late, in any order, twice or never. The search identifies them by their tickets, and asks
/// again if one does not come. It takes them in the order of the questions, unless answers depend on each
/// other anyway ([`LeafWorkers::is_reproducible`]).
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use std::sync::Arc;
/// use nim::Nim;
/// use shans_search::search::{
///     Budget, Inline, LeafTask, LeafWorkers, PvsLeaves, PvsOptions, Root, Spent, Stop, Ticket, Window,
/// };
/// use shans_search::value::Player;
///
/// let root = Root::new(Nim::new(&[1, 2, 4]));
/// let mut workers = Inline::new(PvsLeaves::new(root.clone(), PvsOptions::default()));
/// workers.submit(LeafTask {
///     ticket: Ticket(1),
///     root: Arc::new(root),
///     moves: Vec::new(),
///     window: Window::FULL,
///     left_out: Vec::new(),
///     is_exact: false,
///     plies: 8,
///     grant: 100_000,
///     counted: Spent::default(),
///     is_aside: false,
/// });
/// let answer = workers.next_answer(&mut Budget::default())?.expect("one task");
/// assert!(answer.ticket == Ticket(1) && answer.is_finished);
/// assert_eq!(answer.value.win().map(|(winner, _)| winner), Some(Player::Max));
/// # Ok::<(), Stop>(())
/// ```
pub trait LeafWorkers<G: Heuristics> {
    /// How many tasks are searched at the same time.
    fn capacity(&self) -> usize;

    /// Whether an answer depends only on the tasks before it, and not on the moment at which others are
    /// answered. Answers are then taken in the order of the questions, and the tree is always the same.
    /// Otherwise they are taken as they come, so that none waits for a long one.
    fn is_reproducible(&self) -> bool {
        true
    }

    /// Lets the shared tables grow to the size that searches of this many nodes need. The default does nothing:
    /// for workers that share none.
    fn make_room_for(&mut self, _nodes: u64) {}

    /// Takes a task.
    fn submit(&mut self, task: LeafTask<G>);

    /// Waits for an answer. Workers that search in this thread count in the budget and keep to it; others stop
    /// when the budget says so, and add what was done elsewhere ([`Budget::add`]). `None` if no answer came
    /// within the time after which a search asks again.
    ///
    /// # Errors
    ///
    /// The limit that came first. [`LeafWorkers::recall`] follows, and the tasks are submitted again
    /// when the search continues, with what was counted for them.
    fn next_answer(&mut self, budget: &mut Budget) -> Result<Option<LeafAnswer>, Stop>;

    /// Forgets all tasks. What was searched for them is counted in the budget.
    fn recall(&mut self, budget: &mut Budget) -> Recalled;

    /// The shared tables, if they are kept and saved with the tree. The default is `None`.
    fn shared(&self) -> Option<&PvsLeaves<G>> {
        None
    }

    /// Takes the tables out, while no task is open. Nothing can be searched until they are put back.
    fn take_shared(&mut self) -> Option<PvsLeaves<G>> {
        None
    }

    /// Puts tables back. The default drops them.
    fn put_shared(&mut self, _shared: PvsLeaves<G>) {}
}

/// What is left of tasks when they are recalled.
#[derive(Debug, Default)]
pub struct Recalled {
    /// Answers that had arrived already.
    pub answers: Vec<LeafAnswer>,
    /// What was searched for interrupted tasks, including what was counted for them before.
    pub cut: Vec<(Ticket, Spent)>,
}

impl<G: Heuristics> fmt::Debug for dyn LeafWorkers<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeafWorkers").field("capacity", &self.capacity()).finish_non_exhaustive()
    }
}
