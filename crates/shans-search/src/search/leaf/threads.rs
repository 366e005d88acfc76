//! Threads of this program as workers. Each searches one task at a time, and learns about moves by itself.
//!
//! By default all share one table. What a task finds there depends on what others stored a moment before, so a
//! search by several threads is not deterministic; that of one thread is. Threads that share nothing search each task
//! with an empty table, and give their answers in the order of the tasks: then the tree is the same for any number
//! of them, at the price that they repeat each other's work.

use std::collections::VecDeque;
use std::mem;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::ledger::Ledger;
use super::line::PositionLine;
use super::task::{LeafAnswer, LeafTask};
use super::workers::LeafWorkers;
use crate::game::{Evaluate, Heuristics};
use crate::search::budget::Budget;
use crate::search::depth_first::deepening::DepthFirst as _;
use crate::search::depth_first::{Known, LeafPosition, Pvs, PvsOptions, SearchTable};
use crate::search::limits::{Interrupt, Limits, Stop};
use crate::search::memory::ENTRY_BYTES;
use crate::search::report::Root;
use crate::value::Value;

/// How long one wait for an answer takes at most: limits are looked at in between.
const LOOK: Duration = Duration::from_millis(2);
/// Entries of the table of a task that is searched with nothing that others have taught: enough for most, and
/// quick to empty.
const OWN_PLACES: usize = 1 << 14;

/// Searches tasks in threads of their own, which end with it.
pub struct Threads<G: Heuristics> {
    crew: Vec<Hand<G>>,
    replies: Receiver<Reply>,
    /// Tasks that no thread has begun.
    waiting: VecDeque<LeafTask<G>>,
    /// All that are not answered. What threads that share nothing have found is given in the order of the tasks.
    ledger: Ledger<G>,
    /// Whether those to come are asked for a move in a game.
    plays: bool,
    cpu: Duration,
}

/// A thread.
struct Hand<G: Heuristics> {
    orders: Sender<Order<G>>,
    thread: Option<JoinHandle<()>>,
    /// Ends the search under way.
    interrupt: Option<Interrupt>,
}

/// What a thread is to do.
struct Order<G: Heuristics> {
    task: Box<LeafTask<G>>,
    /// Ends its search.
    interrupt: Interrupt,
    /// A move is wanted, as in a game.
    plays: bool,
}

/// The answer of a thread.
struct Reply {
    by: usize,
    answer: LeafAnswer,
    cpu: Duration,
}

impl<G: Heuristics + Evaluate> Threads<G> {
    /// This many threads, at least one, that share a table.
    pub fn new(root: &Root<G>, table: &SearchTable, threads: usize) -> Threads<G> {
        Threads::of(root, (0..threads.max(1)).map(|_| table.sharing()), true)
    }

    /// This many threads that share nothing. One that gets no memory for its table does without.
    pub fn apart(root: &Root<G>, threads: usize) -> Threads<G> {
        let table = |bytes| SearchTable::try_with_bytes(bytes).ok();
        let own = || table((OWN_PLACES * ENTRY_BYTES) as u64).or_else(|| table(0));
        let tables = (0..threads.max(1)).filter_map(|_| own());
        Threads::of(root, tables.map(|table| table.sharing()), false)
    }

    fn of(root: &Root<G>, tables: impl Iterator<Item = SearchTable>, shares: bool) -> Threads<G> {
        let (sender, replies) = channel();
        let hand = |(by, table)| {
            let (orders, inbox) = channel();
            let (root, sender) = (root.clone(), sender.clone());
            let begin = move || Pvs::with_table(root, PvsOptions::default(), table);
            let thread = thread::spawn(move || serve(by, begin(), shares, &inbox, &sender));
            Hand { orders, thread: Some(thread), interrupt: None }
        };
        Threads {
            crew: tables.enumerate().map(hand).collect(),
            replies,
            waiting: VecDeque::new(),
            ledger: Ledger::new(!shares),
            plays: false,
            cpu: Duration::ZERO,
        }
    }

    /// Gives tasks to idle threads.
    fn hand_out(&mut self) {
        for hand in self.crew.iter_mut().filter(|hand| hand.interrupt.is_none()) {
            let Some(task) = self.waiting.pop_front() else { return };
            let interrupt = Interrupt::default();
            let order =
                Order { task: Box::new(task), interrupt: interrupt.clone(), plays: self.plays };
            match hand.orders.send(order) {
                Ok(()) => hand.interrupt = Some(interrupt),
                Err(_) => hand.join(),
            }
        }
    }

    /// Waits a moment for a reply. If a thread has panicked, this one panics, too: the answer would never come.
    fn wait(&mut self) {
        match self.replies.recv_timeout(LOOK) {
            Ok(Reply { by, answer, cpu }) => {
                self.crew[by].interrupt = None;
                self.cpu += cpu;
                self.ledger.note(answer);
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                let is_gone =
                    |hand: &&mut Hand<G>| hand.thread.as_ref().is_none_or(JoinHandle::is_finished);
                self.crew.iter_mut().filter(is_gone).for_each(Hand::join);
            }
        }
    }
}

impl<G: Heuristics + Evaluate> LeafWorkers<G> for Threads<G> {
    fn capacity(&self) -> usize {
        self.crew.len()
    }

    fn set_plays(&mut self, plays: bool) {
        self.plays = plays;
    }

    fn submit(&mut self, task: LeafTask<G>) {
        self.ledger.ask(task.clone());
        self.waiting.push_back(task);
        self.hand_out();
    }

    fn next_answer(&mut self, budget: &Budget) -> Result<Option<LeafAnswer>, Stop> {
        if let Some(answer) = self.ledger.take() {
            return Ok(Some(answer));
        }
        if let Some(stop) = budget.stop_by_clock() {
            return Err(stop);
        }
        self.hand_out();
        if self.ledger.is_empty() {
            return Err(Stop::Unanswered);
        }
        self.wait();
        self.hand_out();
        Ok(self.ledger.take())
    }

    fn stop(&mut self) -> Vec<LeafAnswer> {
        self.waiting.clear();
        self.crew.iter().for_each(Hand::interrupt);
        while self.crew.iter().any(|hand| hand.interrupt.is_some()) {
            self.wait();
        }
        self.ledger.stop()
    }

    fn take_cpu(&mut self) -> Duration {
        mem::take(&mut self.cpu)
    }
}

impl<G: Heuristics> Hand<G> {
    fn interrupt(&self) {
        self.interrupt.iter().for_each(Interrupt::throw);
    }

    /// Waits for the end of the thread, and passes a panic on.
    fn join(&mut self) {
        self.interrupt = None;
        if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join) {
            std::panic::resume_unwind(panic);
        }
    }
}

impl<G: Heuristics> Drop for Hand<G> {
    fn drop(&mut self) {
        self.interrupt();
        // Its inbox closes, which ends it.
        self.orders = channel().0;
        if let Some(thread) = self.thread.take() {
            // A panic there was reported before.
            let _ = thread.join();
        }
    }
}

/// Searches tasks until the sender is gone.
fn serve<G: Heuristics + Evaluate>(
    by: usize,
    mut leaves: Pvs<G>,
    shares: bool,
    orders: &Receiver<Order<G>>,
    replies: &Sender<Reply>,
) {
    let mut line = PositionLine::default();
    for Order { task, interrupt, plays } in orders {
        leaves.set_plays(plays);
        if !shares {
            leaves.forget();
        }
        let mut budget = Budget::default();
        let nodes = Some(task.most);
        budget.begin(&Limits { interrupt, nodes, ..Limits::default() });
        let answer = search(&mut leaves, &mut line, &task, &mut budget);
        if replies.send(Reply { by, answer, cpu: budget.cpu() }).is_err() {
            return;
        }
    }
}

/// Searches a task within this budget.
fn search<G: Heuristics + Evaluate>(
    leaves: &mut Pvs<G>,
    line: &mut PositionLine<G>,
    task: &LeafTask<G>,
    budget: &mut Budget,
) -> LeafAnswer {
    let game = line.go_to(&task.root, &task.moves).clone();
    let known = task.known.as_ref().map(|known| Known {
        depth: known.depth,
        value: known.value,
        line: game.legal_line(&known.line),
    });
    let leaf = LeafPosition {
        game: &game,
        past: line.past(),
        root: &task.root,
        candidates: task.choices(&game),
        known,
        grant: task.grant,
    };
    let (found, stop) = leaves.deepen_leaf(&leaf, budget);
    let spent = budget.spent();
    LeafAnswer {
        ticket: task.ticket,
        // Its own limit ends a search as the grant does, only later.
        is_finished: found.is_some() && stop.is_none(),
        value: found.as_ref().map_or(Value::DRAW, |found| found.value),
        line: found.as_ref().map_or_else(Vec::new, |found| game.encode_line(&found.line)),
        depth: found.as_ref().map_or(0, |found| found.depth),
        nodes: spent.nodes,
        evals: spent.evals,
        table_hits: mem::take(&mut leaves.walk_mut().table_hits),
    }
}
