//! The open tasks of workers that share nothing, and their results.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use super::line::PositionLine;
use super::outside::remember;
use super::task::{LeafAnswer, LeafTask, Ticket};
use super::workers::Recalled;
use crate::game::{Evaluate, Heuristics};
use crate::search::budget::{Budget, Spent};
use crate::search::depth_first::PvsLeaves;
use crate::search::limits::Stop;

/// Tasks in the order of the questions. A result is counted when it is returned. If results are returned in this
/// order, the tree and the moment a limit is reached do not depend on who answers, or when.
pub struct Ledger<G: Heuristics> {
    /// The best moves that are known, for the order in which the tree makes moves. `None` while they are
    /// taken out.
    kept: Option<PvsLeaves<G>>,
    line: PositionLine<G>,
    /// Results are returned in the order of the tasks, not as they arrive.
    in_order: bool,
    /// Tasks whose results have not been returned.
    open: VecDeque<LeafTask<G>>,
    /// The results of those that are done.
    found: HashMap<Ticket, Found>,
    /// The task that the limit interrupted, and what was counted for it.
    cut: Option<(Ticket, Spent)>,
}

/// The result of a task.
pub struct Found {
    /// `None` if it would have exceeded the limit.
    pub answer: Option<LeafAnswer>,
    /// What was searched for it.
    pub spent: Spent,
    /// How long that took.
    pub cpu: Duration,
}

/// What can be returned at the moment.
pub enum Due {
    /// No task is open.
    Nothing,
    /// The answer to the task whose turn it is.
    Answer(LeafAnswer),
    /// The task whose turn it is has not been answered yet.
    Pending,
}

impl<G: Heuristics + Evaluate> Ledger<G> {
    /// Without tasks.
    pub fn new(in_order: bool) -> Ledger<G> {
        Ledger {
            kept: None,
            line: PositionLine::default(),
            in_order,
            open: VecDeque::new(),
            found: HashMap::new(),
            cut: None,
        }
    }

    /// Whether results are returned in the order of the tasks.
    pub fn is_in_order(&self) -> bool {
        self.in_order
    }

    /// Adds a task.
    pub fn ask(&mut self, task: LeafTask<G>) {
        self.open.push_back(task);
    }

    /// The tasks one of which is returned next, as soon as it is done.
    pub fn in_turn(&self) -> impl Iterator<Item = Ticket> {
        let count = if self.in_order { 1 } else { usize::MAX };
        self.open.iter().take(count).map(|task| task.ticket)
    }

    /// Notes the result of a task, unless it is not open.
    pub fn note(&mut self, ticket: Ticket, found: Found) {
        if self.open.iter().any(|task| task.ticket == ticket) {
            self.found.insert(ticket, found);
        }
    }

    /// Counts and returns the result of the task whose turn it is, if it is done.
    ///
    /// # Errors
    ///
    /// The limit that was reached; [`Stop::Nodes`] also if the answer took more nodes than are left. It is
    /// discarded then, and the task counts as interrupted.
    pub fn due(&mut self, budget: &mut Budget) -> Result<Due, Stop> {
        if budget.is_out_of_nodes() {
            return Err(Stop::Nodes);
        }
        if self.open.is_empty() {
            return Ok(Due::Nothing);
        }
        if let Some(answer) = self.tell(budget)? {
            return Ok(Due::Answer(answer));
        }
        budget.stop().map_or(Ok(Due::Pending), Err)
    }

    fn tell(&mut self, budget: &mut Budget) -> Result<Option<LeafAnswer>, Stop> {
        let Some(place) = self.in_turn().position(|ticket| self.found.contains_key(&ticket)) else {
            return Ok(None);
        };
        let Some(task) = self.open.remove(place) else { return Ok(None) };
        let Some(found) = self.found.remove(&task.ticket) else { return Ok(None) };
        let new = found.spent.before(task.counted);
        let Some(answer) = found.answer.filter(|_| new.nodes <= budget.nodes_left()) else {
            let left = Spent { nodes: budget.nodes_left(), evals: 0 };
            budget.add(left, found.cpu);
            self.cut = Some((task.ticket, task.counted.and(left)));
            return Err(Stop::Nodes);
        };
        budget.add(new, found.cpu);
        if let Some(kept) = &mut self.kept {
            remember(kept, &mut self.line, &task, &answer);
        }
        Ok(Some(answer))
    }

    /// Forgets all tasks.
    pub fn recall(&mut self) -> Recalled {
        self.open.clear();
        self.found.clear();
        Recalled { answers: Vec::new(), cut: self.cut.take().into_iter().collect() }
    }

    /// Lets the table of best moves grow to what searches of this many nodes need.
    pub fn make_room_for(&mut self, nodes: u64) {
        self.kept.iter_mut().for_each(|kept| kept.make_room_for(nodes));
    }

    /// The best moves that are known.
    pub fn kept(&self) -> Option<&PvsLeaves<G>> {
        self.kept.as_ref()
    }

    /// Takes the best moves out.
    pub fn take_kept(&mut self) -> Option<PvsLeaves<G>> {
        self.kept.take()
    }

    /// Replaces the known best moves.
    pub fn keep(&mut self, mut kept: PvsLeaves<G>) {
        kept.forget_journal();
        self.kept = Some(kept);
    }
}
