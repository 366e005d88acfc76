//! Workers in virtual time: each has a clock of its own, which its nodes move on.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::VecDeque;
use std::rc::Rc;

use shans::chess::Position;
use shans::game::MoveCode;
use shans::search::{Budget, LeafAnswer, LeafTask, LeafWorkers, SearchTable, Stop};

/// One that searches a task at a time.
pub struct Inner {
    asked: Box<dyn LeafWorkers<Position>>,
    /// What it knows, where it is this program.
    table: Option<SearchTable>,
    /// Positions that it has searched.
    nodes: u64,
}

impl Inner {
    /// An engine, or threads of this program with their table.
    pub fn new(asked: Box<dyn LeafWorkers<Position>>, table: Option<SearchTable>) -> Inner {
        Inner { asked, table, nodes: 0 }
    }

    /// What it finds, waited for; `None` if it gives no answer. Its table grows with all that it has searched, as that of
    /// `shans remote worker` does.
    pub fn answer(&mut self, task: LeafTask<Position>) -> Option<LeafAnswer> {
        if let Some(table) = &mut self.table {
            table.make_room_for(self.nodes.saturating_add(task.grant));
        }
        self.asked.submit(task);
        let answer = loop {
            match self.asked.next_answer(&Budget::default()) {
                Ok(None) => {}
                answered => break answered.ok().flatten(),
            }
        };
        self.nodes += answer.as_ref().map_or(0, |answer| answer.nodes);
        answer
    }
}

/// How long a search may last, nodes of each worker, and what a task costs beside its nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct VirtualClock {
    /// When it is over.
    pub end: u64,
    /// From the question to its answer, beside the search.
    pub latency: u64,
    /// How many tasks may wait at a worker for the end of the one that it searches.
    pub ahead: usize,
    /// A task goes to the first free worker, whatever that one has searched before: as over a broker.
    pub is_blind: bool,
    /// The first worker searches the position analysed, this many times as fast as the others: an engine with as many threads,
    /// less what they cost each other.
    pub anchor_speed: Option<f64>,
}

/// What the workers did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Tasks that were answered.
    pub tasks: u64,
    /// Those that nobody answered in time.
    pub unanswered: u64,
    /// Positions that were asked about with nothing known of them: moves that got a value since nothing else was due,
    /// or for the lines that are told.
    pub looks: u64,
    /// Those of them that were asked about later, or a position behind them.
    pub used: u64,
    /// Nodes of all tasks.
    pub nodes: u64,
    /// When the last answer was here.
    pub time: u64,
}

impl Work {
    /// As much more.
    pub fn add(&mut self, more: &Work) {
        let Work { tasks, unanswered, looks, used, nodes, time } = self;
        *tasks += more.tasks;
        *unanswered += more.unanswered;
        *looks += more.looks;
        *used += more.used;
        *nodes += more.nodes;
        *time += more.time;
    }
}

/// Workers that are asked one after the other, as if they searched at the same time: answers come in the order in
/// which they would be ready, of equals that of the lowest worker. So the same tasks give the same run, every time.
pub struct VirtualWorkers {
    workers: Vec<Worker>,
    clock: VirtualClock,
    now: u64,
    /// Ways to positions that were looked at, and whether what was found there was used.
    looks: Vec<(Vec<MoveCode>, bool)>,
    work: Rc<RefCell<Work>>,
}

struct Worker {
    inner: Inner,
    /// From the root to the position that it has searched last.
    last: Vec<MoveCode>,
    /// The answers that it will give, and when they are here.
    ready: VecDeque<(u64, LeafAnswer)>,
    /// When it has searched all that it was asked.
    free_at: u64,
}

impl VirtualWorkers {
    /// These; what they do is told in `work`.
    pub fn new(inner: Vec<Inner>, clock: VirtualClock, work: Rc<RefCell<Work>>) -> VirtualWorkers {
        let worker = |inner| Worker { inner, last: Vec::new(), ready: VecDeque::new(), free_at: 0 };
        let workers = inner.into_iter().map(worker).collect();
        VirtualWorkers { workers, clock, now: 0, looks: Vec::new(), work }
    }

    /// Notes what a task tells about the positions that were looked at before.
    fn note_look(&mut self, task: &LeafTask<Position>) {
        let mut work = self.work.borrow_mut();
        let unused = self.looks.iter_mut().filter(|(_, is_used)| !is_used);
        for (_, is_used) in unused.filter(|(look, _)| task.moves.starts_with(look)) {
            *is_used = true;
            work.used += 1;
        }
        let is_known = task.known.is_some() || !task.left_out.is_empty();
        if !task.moves.is_empty() && !is_known && !self.is_looked_at(&task.moves) {
            self.looks.push((task.moves.clone(), false));
            work.looks += 1;
        }
    }

    fn is_looked_at(&self, moves: &[MoveCode]) -> bool {
        self.looks.iter().any(|(look, _)| look == moves)
    }

    /// Of the workers with the fewest tasks the one whose table knows most of a position: it searched the longest common
    /// line last. The one for the position analysed has nothing else to do, if that can be avoided.
    fn free_for(&self, moves: &[MoveCode]) -> Option<usize> {
        let common = |worker: &Worker| match self.clock.is_blind {
            true => 0,
            false => worker.last.iter().zip(moves).take_while(|(one, other)| one == other).count(),
        };
        let since = |worker: &Worker| if self.clock.is_blind { worker.free_at } else { 0 };
        let suits = |index: usize| self.is_anchor(index) == moves.is_empty();
        let has_room = |&index: &usize| self.workers[index].ready.len() <= self.clock.ahead;
        let free = (0..self.workers.len()).filter(has_room);
        free.rev().max_by_key(|&index| {
            let worker = &self.workers[index];
            (suits(index), Reverse(worker.ready.len()), common(worker), Reverse(since(worker)))
        })
    }

    /// Whether this worker is the one for the position analysed.
    fn is_anchor(&self, index: usize) -> bool {
        self.clock.anchor_speed.is_some() && index == 0
    }
}

impl LeafWorkers<Position> for VirtualWorkers {
    fn capacity(&self) -> usize {
        self.workers.len() * (1 + self.clock.ahead)
    }

    /// A task that cannot be done in time is never answered.
    fn submit(&mut self, mut task: LeafTask<Position>) {
        self.note_look(&task);
        let Some(index) = self.free_for(&task.moves) else { return };
        let latency = self.clock.latency;
        let speed = self.clock.anchor_speed.filter(|_| self.is_anchor(index)).unwrap_or(1.0);
        let worker = &mut self.workers[index];
        let begins = worker.free_at.max(self.now + latency / 2);
        let time = self.clock.end.saturating_sub(begins + latency - latency / 2);
        let left = (time as f64 * speed) as u64;
        if left == 0 {
            self.work.borrow_mut().unanswered += 1;
            return;
        }
        worker.last.clone_from(&task.moves);
        task.grant = task.grant.min(left);
        task.most = task.most.min(left);
        let Some(answer) = worker.inner.answer(task) else { return };
        let nodes = answer.nodes.max(1);
        let mut work = self.work.borrow_mut();
        work.tasks += 1;
        work.nodes += nodes;
        worker.free_at = begins + ((nodes as f64 / speed) as u64).max(1);
        worker.ready.push_back((worker.free_at + latency - latency / 2, answer));
    }

    fn next_answer(&mut self, budget: &Budget) -> Result<Option<LeafAnswer>, Stop> {
        if let Some(stop) = budget.stop_by_clock() {
            return Err(stop);
        }
        let ready = self.workers.iter_mut().filter(|worker| !worker.ready.is_empty());
        let first = ready.min_by_key(|worker| worker.ready.front().map(|(at, _)| *at));
        match first.and_then(|worker| worker.ready.pop_front()) {
            Some((at, answer)) => {
                self.now = at;
                self.work.borrow_mut().time = at;
                Ok(Some(answer))
            }
            None => Err(Stop::Nodes),
        }
    }

    fn stop(&mut self) -> Vec<LeafAnswer> {
        let mut ready: Vec<_> =
            self.workers.iter_mut().flat_map(|worker| worker.ready.drain(..)).collect();
        ready.sort_by_key(|&(at, _)| at);
        if let Some(&(at, _)) = ready.last() {
            self.work.borrow_mut().time = at;
        }
        ready.into_iter().map(|(_, answer)| answer).collect()
    }
}
