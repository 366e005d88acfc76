//! Who answers leaf tasks.

use std::fmt;

use super::task::{LeafAnswer, LeafTask};
use crate::game::Heuristics;
use crate::search::budget::Budget;
use crate::search::limits::Stop;

/// Answers tasks: threads of this program, other programs or other machines.
///
/// Answers may come late, in any order or twice: the search identifies them by their tickets. It waits for every one
/// until it comes to rest, so workers see to it themselves that none gets lost.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use std::sync::Arc;
/// use nim::Nim;
/// use shans_search::search::{Budget, LeafTask, LeafWorkers, Root, SearchTable, Stop, Threads, Ticket};
/// use shans_search::value::Player;
///
/// let root = Root::new(Nim::new(&[1, 2, 4]));
/// let table = SearchTable::try_with_bytes(1 << 20)?;
/// let mut workers = Threads::new(&root, &table, 1);
/// workers.submit(LeafTask {
///     ticket: Ticket(1),
///     root: Arc::new(root),
///     moves: Vec::new(),
///     left_out: Vec::new(),
///     grant: 100_000,
///     most: 400_000,
///     known: None,
/// });
/// let answer = loop {
///     if let Some(answer) = workers.next_answer(&Budget::default()).expect("no limit") {
///         break answer;
///     }
/// };
/// assert!(answer.ticket == Ticket(1) && answer.is_finished);
/// assert_eq!(answer.value.win().map(|(winner, _)| winner), Some(Player::Max));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait LeafWorkers<G: Heuristics> {
    /// How many tasks are searched at the same time.
    fn capacity(&self) -> usize;

    /// Whether the next tasks are asked to find a move in a game ([`Limits::plays`](crate::search::Limits::plays)); those who search alike
    /// either way need not know.
    fn set_plays(&mut self, _plays: bool) {}

    /// Takes a task. No more are open at a time than there is capacity for, unless answers are lost.
    fn submit(&mut self, task: LeafTask<G>);

    /// Waits some milliseconds for an answer. `None` if none came in that time.
    ///
    /// # Errors
    ///
    /// The limit on time or from outside that came first, or [`Stop::Unanswered`] if no answer can come.
    /// [`LeafWorkers::stop`] follows.
    fn next_answer(&mut self, budget: &Budget) -> Result<Option<LeafAnswer>, Stop>;

    /// Ends all searches at once, and forgets all tasks: what each search has found so far, and the work behind it.
    fn stop(&mut self) -> Vec<LeafAnswer>;

    /// CPU time of this process that went into searches since this was last asked.
    fn take_cpu(&mut self) -> std::time::Duration {
        std::time::Duration::ZERO
    }
}

impl<G: Heuristics> fmt::Debug for dyn LeafWorkers<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeafWorkers").field("capacity", &self.capacity()).finish_non_exhaustive()
    }
}

/// Nobody answers: leaves are valued at first sight, or elsewhere.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Nobody;

impl<G: Heuristics> LeafWorkers<G> for Nobody {
    fn capacity(&self) -> usize {
        0
    }

    fn submit(&mut self, _task: LeafTask<G>) {}

    fn next_answer(&mut self, _budget: &Budget) -> Result<Option<LeafAnswer>, Stop> {
        Err(Stop::Unanswered)
    }

    fn stop(&mut self) -> Vec<LeafAnswer> {
        Vec::new()
    }
}
