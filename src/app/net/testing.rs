//! A queue in memory, which fails in every way that a queue and those who use it can.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::desk::{Clock, Desk};
use super::hand::HandSetup;
use super::leases::{Job, LEASE};
use super::lines::{AnswerLine, Hello, News, Reply, Terms, Word};
use super::transport::{Carrier, Delivery, Parcel, Refusal, Settle, Source, Unreachable};
use super::worker::{WORD, WorkerSetup, serve};
use crate::chess::{Position, Tapered};
use crate::game::{Game, Notation};
use crate::search::{Interrupt, LeafAnswer, LeafTask, TaskRecord, Ticket};
use crate::value::Value;

/// A position in the middle of a game.
pub const FEN: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8";

/// Time passes this many times as fast.
pub const HASTE: u32 = 40;

/// A clock for those who wait long.
pub fn fast_clock() -> Clock {
    let start = Instant::now();
    Box::new(move || start + start.elapsed() * HASTE)
}

/// What goes wrong, each once in this many tasks; never if it is 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Faults {
    /// A task is delivered twice.
    pub twice: u64,
    /// A worker dies before it answers, at most twice of one task.
    pub deaths: u64,
    /// The queue loses all that it holds.
    pub loss: u64,
    /// An answer is said twice.
    pub echo: u64,
    /// The most tasks that it takes; any number where 0.
    pub room: usize,
}

/// The queue.
#[derive(Clone, Default)]
pub struct Queue(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    faults: Faults,
    seed: u64,
    waiting: VecDeque<(String, Parcel, u64)>,
    /// By receipt: when it comes back, and what.
    out: BTreeMap<String, (Instant, String, Parcel, u64)>,
    desks: HashMap<String, Arc<Desk>>,
    /// How many died of each task.
    died: HashMap<u64, u32>,
    count: u64,
}

impl State {
    fn happens(&mut self, once_in: u64) -> bool {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        once_in > 0 && (self.seed >> 33).is_multiple_of(once_in)
    }

    /// Takes what is to be sent, and what comes back.
    fn pump(&mut self) {
        let late: Vec<String> = self
            .out
            .iter()
            .filter(|(_, task)| task.0 <= Instant::now())
            .map(|(r, _)| r.clone())
            .collect();
        for receipt in late {
            if let Some((_, run, parcel, times)) = self.out.remove(&receipt) {
                self.waiting.push_back((run, parcel, times));
            }
        }
        for (run, desk) in self.desks.clone() {
            for parcel in desk.due() {
                let is_same = |r: &String, p: &Parcel| *r == run && p.task == parcel.task;
                let is_there = self.waiting.iter().any(|(r, p, _)| is_same(r, p))
                    || self.out.values().any(|(_, r, p, _)| is_same(r, p));
                let is_full = self.faults.room > 0 && self.waiting.len() >= self.faults.room;
                match (is_there, is_full) {
                    (true, _) => {}
                    (false, true) => desk.refused(parcel.task, "it is full"),
                    (false, false) => {
                        desk.took();
                        self.waiting.push_back((run.clone(), parcel, 0));
                    }
                }
            }
        }
    }

    fn deliver(&mut self) -> Option<Delivery> {
        self.pump();
        let (run, parcel, times) = self.waiting.pop_front()?;
        self.count += 1;
        let receipt = self.count.to_string();
        if self.happens(self.faults.twice) {
            self.waiting.push_front((run.clone(), parcel.clone(), times + 1));
        }
        let back = Instant::now() + LEASE / HASTE;
        self.out.insert(receipt.clone(), (back, run.clone(), parcel.clone(), times + 1));
        if self.happens(self.faults.loss) {
            self.waiting.clear();
            self.out.clear();
        }
        Some(Delivery { run, parcel, times: times + 1, receipt })
    }
}

impl Queue {
    /// With these faults.
    pub fn new(seed: u64, faults: Faults) -> Queue {
        Queue(Arc::new(Mutex::new(State { seed, faults, ..State::default() })))
    }

    fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// As a search has it.
    pub fn carrier(&self, run: &str, desk: Arc<Desk>) -> Result<Carrier, Infallible> {
        self.with(|state| state.desks.insert(run.to_string(), desk));
        Ok(Box::new(|| {}))
    }

    /// A worker with this many hands, which changes what it says by `liar`.
    pub fn worker(&self, hands: usize, liar: impl Fn(&mut Word) + Send + Sync + 'static) -> Worker {
        let liar: Arc<dyn Fn(&mut Word) + Send + Sync> = Arc::new(liar);
        let interrupt = Interrupt::default();
        let evaluator = Tapered::default();
        let terms = Terms::of::<Position>(&evaluator, None);
        let number = self.with(|state| {
            state.count += 1;
            state.count
        });
        let of_hands = HandSetup {
            name: format!("worker-{number}"),
            hands: hands as u16,
            terms,
            evaluator,
            word_every: WORD / HASTE,
        };
        let (engines, interrupt) = (vec![None; hands], interrupt.clone());
        let setup = WorkerSetup::<Position> { of_hands, engines, interrupt: interrupt.clone() };
        let source = || -> Box<dyn Source> {
            Box::new(QueueSource {
                queue: self.clone(),
                lives: 0,
                is_dead: false,
                liar: Arc::clone(&liar),
            })
        };
        let sources: Vec<_> = (0..hands).map(|_| source()).collect();
        let greeter = source();
        let thread = thread::spawn(move || serve(&setup, sources, greeter, &|_| {}));
        Worker { interrupt, thread }
    }
}

/// A worker that runs.
pub struct Worker {
    interrupt: Interrupt,
    thread: JoinHandle<Result<u64, String>>,
}

impl Worker {
    /// Ends it; how many tasks it has answered, or why it was sent away.
    pub fn end(self) -> Result<u64, String> {
        self.interrupt.throw();
        self.thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

struct QueueSource {
    queue: Queue,
    /// How often it has died: each life has another name.
    lives: u64,
    /// It has just died, and does not settle its task.
    is_dead: bool,
    liar: Arc<dyn Fn(&mut Word) + Send + Sync>,
}

impl Source for QueueSource {
    fn next(&mut self) -> Result<Option<Delivery>, Refusal> {
        let delivery = self.queue.with(State::deliver);
        if delivery.is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        Ok(delivery)
    }

    fn say(&mut self, run: &str, word: &Word) -> Result<Reply, Unreachable> {
        let (desk, dies, echoes) = self.queue.with(|state| {
            let is_answer = matches!(word.news, News::Answers(_));
            let deaths = state.died.get(&word.task).copied().unwrap_or(0);
            let dies = is_answer && deaths < 2 && state.happens(state.faults.deaths);
            if dies {
                state.died.insert(word.task, deaths + 1);
            }
            (state.desks.get(run).cloned(), dies, is_answer && state.happens(state.faults.echo))
        });
        let desk = desk.ok_or(Unreachable::Nobody)?;
        let mut word = word.clone();
        word.hand = format!("{}{}", word.hand, "'".repeat(self.lives as usize));
        if dies {
            // Nobody hears of it again: neither the search nor the queue.
            self.lives += 1;
            self.is_dead = true;
            return Ok(Reply::Go);
        }
        (self.liar)(&mut word);
        let said = serde_json::to_vec(&word).unwrap_or_default();
        let reply = desk.hear(&said);
        if echoes {
            desk.hear(&said);
        }
        serde_json::from_slice(&reply).map_err(|_| Unreachable::Nobody)
    }

    fn greet(&mut self, hello: &Hello) {
        let said = serde_json::to_vec(hello).unwrap_or_default();
        let desks = self.queue.with(|state| state.desks.clone());
        desks.values().for_each(|desk| desk.meet(&said));
    }

    fn settle(&mut self, delivery: &Delivery, settle: Settle) {
        if std::mem::take(&mut self.is_dead) {
            return;
        }
        self.queue.with(|state| match settle {
            Settle::Done => _ = state.out.remove(&delivery.receipt),
            Settle::Keep => {
                if let Some(task) = state.out.get_mut(&delivery.receipt) {
                    task.0 = Instant::now() + LEASE / HASTE;
                }
            }
            Settle::Again(later) => {
                if let Some(task) = state.out.get_mut(&delivery.receipt) {
                    task.0 = Instant::now() + later / HASTE;
                }
            }
        });
    }
}

/// A task that takes any answer.
pub struct AnyAnswer;

impl Job for AnyAnswer {
    fn check(&self, line: &AnswerLine) -> Result<LeafAnswer, String> {
        Ok(line.answer.clone())
    }

    fn name(&self) -> String {
        "the position".to_string()
    }
}

/// A question about [`FEN`].
pub fn task() -> TaskRecord {
    let (position, _) = Position::<Tapered>::from_fen(FEN).expect("a position");
    TaskRecord {
        ticket: Ticket(1),
        start: position.describe(),
        played: Vec::new(),
        searched_from: 0,
        candidates: None,
        moves: Vec::new(),
        left_out: Vec::new(),
        left_out_below: Vec::new(),
        grant: 1,
        most: 1_000,
        known: None,
    }
}

/// A possible answer: the position is worth nothing, and its first move is the best.
pub fn answer_to(record: &TaskRecord) -> LeafAnswer {
    let task = LeafTask::<Position>::read(record, Tapered::default()).expect("a task");
    let game = task.root.game();
    let mut moves = Vec::new();
    game.moves(&mut moves);
    LeafAnswer {
        ticket: record.ticket,
        is_finished: true,
        value: Value::DRAW,
        line: moves.first().map(|&mv| game.encode(mv)).into_iter().collect(),
        depth: 1,
        nodes: 1,
        evals: 1,
        table_hits: 0,
    }
}
