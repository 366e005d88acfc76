//! The table of open tasks, and the known workers of a run.
//!
//! It has no clock and no queue: the time and the messages of workers come in, and what has to be sent goes out.
//! Nothing is lost, whatever a queue does: a task without news for a while is sent again. And nothing counts twice:
//! a task that is answered, or held by a worker, is not given away again.

use std::collections::{BTreeMap, HashMap};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::lines::{AnswerLine, Answered, News, Reply, Word};
use super::transport::Parcel;
use crate::search::{LeafAnswer, Ticket};

/// A queue gives a task to another worker after this long without a word of the one that has it.
pub const LEASE: Duration = Duration::from_secs(20);
/// A worker that has been silent about its task for this long counts as dead when another one could begin it.
const SILENT: Duration = Duration::from_secs(15);
/// A task without news for this long is sent again, in case the queue has lost it.
const UNHEARD: Duration = Duration::from_secs(10);
/// A queue without room is tried again after this long.
const FULL: Duration = Duration::from_millis(100);
/// A task that has failed this often is put aside.
pub const MOST_FAILURES: u32 = 3;
/// Tasks on the queue for each hand: while it searches one, the next one is ready.
const TASKS_A_HAND: usize = 3;
/// Tasks on the queue for workers that have not introduced themselves yet.
const LEAST_TASKS: usize = 4;

/// What can be done with an open task, whatever the game.
pub trait Job: Send {
    /// The answer in a line, if it is possible.
    ///
    /// # Errors
    ///
    /// Why it is not.
    fn check(&self, line: &AnswerLine) -> Result<LeafAnswer, String>;

    /// The question, for people.
    fn name(&self) -> String;
}

/// The result of a task.
#[derive(Debug)]
pub struct Settled {
    /// The task.
    pub ticket: Ticket,
    /// The answer, and how long its search took; `None` if the task was put aside.
    pub answer: Option<(LeafAnswer, Duration)>,
}

/// An open task.
struct Lease {
    ticket: Ticket,
    /// The question, as text.
    content: String,
    payload: Vec<u8>,
    job: Box<dyn Job>,
    /// Whether the search waits for it; if not, it may ask again soon.
    is_wanted: bool,
    /// When it is to be sent, for the first time or again.
    due: Option<Instant>,
    /// Which worker has it, and when that was last heard.
    holder: Option<(String, Instant)>,
    failures: u32,
    /// Its result.
    end: Option<Option<(LeafAnswer, Duration)>>,
}

/// The table.
pub struct Leases {
    leases: BTreeMap<u64, Lease>,
    /// The queue takes nothing any more.
    is_closed: bool,
    /// Tasks by question.
    numbers: HashMap<String, u64>,
    last: u64,
    /// The workers that are present.
    pub crowd: Crowd,
    settled: Sender<Settled>,
    /// Troubles that were not reported yet.
    troubles: Vec<String>,
    /// What was done since the beginning.
    pub done: Done,
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Answers accepted.
    pub answers: u64,
    /// Answers to tasks that were answered before.
    pub twice: u64,
    /// Tasks that failed: their worker died, or could not answer them.
    pub failures: u64,
}

impl Leases {
    /// Without tasks. Results go to `settled`.
    pub fn new(settled: Sender<Settled>) -> Leases {
        Leases {
            leases: BTreeMap::new(),
            is_closed: false,
            numbers: HashMap::new(),
            last: 0,
            crowd: Crowd::default(),
            settled,
            troubles: Vec::new(),
            done: Done::default(),
        }
    }

    /// Adds a task of the search. If the same question is open or answered already, it is not sent again.
    pub fn ask(&mut self, ticket: Ticket, content: String, payload: Vec<u8>, job: Box<dyn Job>) {
        if let Some(lease) =
            self.numbers.get(&content).and_then(|number| self.leases.get_mut(number))
        {
            (lease.ticket, lease.is_wanted) = (ticket, true);
            if let Some(answer) = lease.end.clone() {
                self.settle(ticket, answer);
            }
            return;
        }
        self.last += 1;
        self.numbers.insert(content.clone(), self.last);
        let lease = Lease {
            ticket,
            content,
            payload,
            job,
            is_wanted: true,
            due: None,
            holder: None,
            failures: 0,
            end: None,
        };
        self.leases.insert(self.last, lease);
        if self.is_closed {
            self.put_aside(self.last);
        }
    }

    /// Nobody will ever answer this task.
    pub fn put_aside(&mut self, task: u64) {
        let open = self.leases.get_mut(&task).filter(|lease| lease.end.is_none());
        if let Some(lease) = open {
            lease.end = Some(None);
            let ticket = lease.ticket;
            self.settle(ticket, None);
        }
    }

    /// Nobody will ever answer any task that is not answered yet, nor one that comes.
    pub fn close(&mut self) {
        self.is_closed = true;
        let all: Vec<u64> = self.leases.keys().copied().collect();
        all.into_iter().for_each(|task| self.put_aside(task));
    }

    fn settle(&self, ticket: Ticket, answer: Option<(LeafAnswer, Duration)>) {
        // The search may have ended.
        let _ = self.settled.send(Settled { ticket, answer });
    }

    /// The search has taken the result of a task.
    pub fn forget(&mut self, ticket: Ticket) {
        let is_it = |lease: &Lease| lease.ticket == ticket && lease.end.is_some();
        let found = self.leases.iter().find(|(_, lease)| is_it(lease)).map(|(&number, _)| number);
        if let Some(lease) = found.and_then(|number| self.leases.remove(&number)) {
            self.numbers.remove(&lease.content);
        }
    }

    /// The search no longer waits for its tasks. They stay open, since it may ask the same again; those that it
    /// has not asked since the last call are dropped.
    pub fn recall(&mut self) {
        self.leases.retain(|_, lease| lease.is_wanted);
        self.numbers.retain(|_, number| self.leases.contains_key(number));
        self.leases.values_mut().for_each(|lease| lease.is_wanted = false);
    }

    /// The tasks to be sent now, the oldest first: as many as the workers can use.
    pub fn due(&mut self, now: Instant) -> Vec<Parcel> {
        self.crowd.look(now);
        let most = (self.crowd.hands() * TASKS_A_HAND).max(LEAST_TASKS);
        let open = self.leases.iter_mut().filter(|(_, lease)| lease.end.is_none());
        let mut parcels = Vec::new();
        for (&task, lease) in open.take(most) {
            let is_held =
                lease.holder.as_ref().is_some_and(|(_, heard)| now.duration_since(*heard) < SILENT);
            if !is_held && lease.due.is_none_or(|due| due <= now) {
                lease.due = Some(now + UNHEARD);
                parcels.push(Parcel { task, payload: lease.payload.clone() });
            }
        }
        parcels
    }

    /// The queue may have lost everything.
    pub fn send_all_again(&mut self) {
        self.leases.values_mut().for_each(|lease| lease.due = None);
    }

    /// The queue did not take a task.
    pub fn refused(&mut self, task: u64, now: Instant) {
        if let Some(lease) = self.leases.get_mut(&task) {
            lease.due = Some(now + FULL);
        }
    }

    /// The reply to a worker.
    pub fn hear(&mut self, word: Word, now: Instant) -> Reply {
        let worker = worker_of(&word.hand);
        if let Some(why) = self.crowd.why_away(worker) {
            return Reply::Leave(why.clone());
        }
        self.crowd.hear(worker, word.hands, now);
        let Word { hand, task, news, .. } = word;
        let Some(lease) = self.leases.get_mut(&task) else { return Reply::Done };
        if lease.end.is_some() {
            self.done.twice += u64::from(matches!(news, News::Answers(_)));
            return Reply::Done;
        }
        lease.due = Some(now + UNHEARD);
        let is_holder = lease.holder.as_ref().is_none_or(|(holder, _)| *holder == hand);
        match news {
            News::Begins => self.begins(task, hand, now),
            News::IsAtIt => {
                if is_holder {
                    lease.holder = Some((hand, now));
                }
                Reply::Go
            }
            News::Answers(answered) => self.answers(task, &hand, *answered),
            News::Fails(why) if is_holder => {
                lease.holder = None;
                self.fail(task, &format!("{hand} could not answer it: {why}"))
            }
            News::GivesBack if is_holder => {
                lease.holder = None;
                Reply::GiveBack
            }
            News::Fails(_) | News::GivesBack => Reply::Done,
        }
    }

    fn begins(&mut self, task: u64, hand: String, now: Instant) -> Reply {
        let Some(lease) = self.leases.get_mut(&task) else { return Reply::Done };
        match lease.holder.replace((hand.clone(), now)) {
            Some((holder, heard)) if holder != hand => {
                if now.duration_since(heard) < SILENT {
                    // The queue has delivered it twice.
                    lease.holder = Some((holder, heard));
                    return Reply::Done;
                }
                match self.fail(task, &format!("{holder} took it and was not heard again")) {
                    Reply::GiveBack => Reply::Go,
                    other => other,
                }
            }
            _ => Reply::Go,
        }
    }

    /// Notes the failure of a task; `true` if it is tried again.
    fn fail(&mut self, task: u64, why: &str) -> Reply {
        let Some(lease) = self.leases.get_mut(&task) else { return Reply::Done };
        self.done.failures += 1;
        lease.failures += 1;
        self.troubles.push(format!("task {task} goes to another worker: {why}"));
        if lease.failures < MOST_FAILURES {
            return Reply::GiveBack;
        }
        let name = lease.job.name();
        self.troubles.push(format!(
            "task {task} is put aside, as {MOST_FAILURES} workers failed at it: {name}"
        ));
        self.put_aside(task);
        Reply::Done
    }

    fn answers(&mut self, task: u64, hand: &str, answered: Answered) -> Reply {
        let Some(lease) = self.leases.get_mut(&task) else { return Reply::Done };
        match lease.job.check(&answered.line) {
            Ok(answer) => {
                let took = Duration::from_micros(answered.micros);
                self.done.answers += 1;
                let answer = Some((answer, took));
                lease.end = Some(answer.clone());
                lease.payload = Vec::new();
                let ticket = lease.ticket;
                self.settle(ticket, answer);
                Reply::Done
            }
            Err(why) => {
                lease.holder = None;
                let worker = worker_of(hand).to_string();
                self.crowd.dismiss(&worker, why.clone());
                let reason = format!("{worker} is sent away, as its answer cannot be right: {why}");
                self.fail(task, &reason);
                Reply::Leave(why)
            }
        }
    }

    /// Troubles since the last call.
    pub fn take_troubles(&mut self) -> Vec<String> {
        std::mem::take(&mut self.troubles)
    }

    /// Tasks held by workers.
    pub fn held(&self) -> usize {
        let is_held = |lease: &&Lease| lease.end.is_none() && lease.holder.is_some();
        self.leases.values().filter(is_held).count()
    }

    /// Tasks that are not settled.
    pub fn open(&self) -> usize {
        self.leases.values().filter(|lease| lease.end.is_none()).count()
    }
}

/// A worker that has been silent for this long is no longer counted.
const GONE: Duration = Duration::from_secs(15);

/// Workers that are present, and workers that were dismissed.
#[derive(Debug, Default)]
pub struct Crowd {
    here: BTreeMap<String, (u16, Instant)>,
    away: BTreeMap<String, String>,
}

impl Crowd {
    /// Notes a message of a worker with this many hands.
    pub fn hear(&mut self, worker: &str, hands: u16, now: Instant) {
        self.here.insert(worker.to_string(), (hands.max(1), now));
    }

    /// Forgets workers that have been silent for a while.
    pub fn look(&mut self, now: Instant) {
        self.here.retain(|_, (_, last)| now.duration_since(*last) < GONE);
    }

    /// Dismisses a worker.
    pub fn dismiss(&mut self, worker: &str, why: String) {
        self.here.remove(worker);
        self.away.insert(worker.to_string(), why);
    }

    /// Why a worker was dismissed; `None` if it was not.
    pub fn why_away(&self, worker: &str) -> Option<&String> {
        self.away.get(worker)
    }

    /// How many workers there are.
    pub fn workers(&self) -> usize {
        self.here.len()
    }

    /// How many tasks they can search at a time.
    pub fn hands(&self) -> usize {
        self.here.values().map(|&(hands, _)| usize::from(hands)).sum()
    }
}

/// The worker to which a hand belongs.
pub fn worker_of(hand: &str) -> &str {
    hand.rsplit_once('/').map_or(hand, |(worker, _)| worker)
}
