//! Takes tasks off a queue and answers them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::answerer::Answerer;
use super::leases::LEASE;
use super::lines::{AnswerLine, TaskLine, Terms};
use super::transport::{Delivery, Settle, Source, Unreachable};
use super::words::{Answered, Hello, News, Reply, Word};
use crate::app::engines::EngineSettings;
use crate::app::games::CommandLineGame;
use crate::search::{Interrupt, LeafAnswer, LeafTask};

/// How often a worker reports that it is working on a task.
pub const WORD: Duration = Duration::from_secs(LEASE.as_secs() / 3);
/// How often it checks whether the program should end.
const LOOK: Duration = Duration::from_millis(100);
/// How often it introduces itself.
const GREETING: Duration = Duration::from_secs(5);
/// The pause between two attempts to send a message.
const RETRY: Duration = Duration::from_millis(500);
/// An answer is kept this long for a search that cannot be reached ...
const PATIENCE: Duration = Duration::from_secs(10);
/// ... and this long if it is the worker that is cut off.
const LONG_PATIENCE: Duration = Duration::from_secs(120);
/// A task of a search that does not reply comes back after this long, ...
const LATER: Duration = Duration::from_secs(5);
/// ... and is taken off the queue after this many deliveries.
const MOST_TIMES: u64 = 4;

/// A worker.
pub struct WorkerSetup<G: CommandLineGame> {
    /// Its unique name.
    pub name: String,
    /// What it matches: game, evaluation, engine.
    pub terms: Terms,
    /// What positions are worth.
    pub evaluator: G::Evaluator,
    /// The engine of each hand; `None` if it searches by itself.
    pub engines: Vec<Option<EngineSettings>>,
    /// How often it reports that it is working on a task: [`WORD`], or less where time passes faster.
    pub word_every: Duration,
    /// Ends it.
    pub interrupt: Interrupt,
}

/// What all hands share.
struct Shared<'a, G: CommandLineGame> {
    setup: &'a WorkerSetup<G>,
    hands: u16,
    tell: &'a (dyn Fn(&str) + Sync),
    /// Tasks answered, positions searched for them, and how long that took: microseconds.
    answers: AtomicU64,
    nodes: AtomicU64,
    micros: AtomicU64,
}

/// Answers tasks until it is interrupted, with a source for each hand and `greeter` for introductions. Returns how
/// many were answered, and reports trouble to `tell`.
///
/// # Errors
///
/// Why a search has dismissed this worker.
pub fn serve<G: CommandLineGame>(
    setup: &WorkerSetup<G>,
    sources: Vec<Box<dyn Source>>,
    mut greeter: Box<dyn Source>,
    tell: &(dyn Fn(&str) + Sync),
) -> Result<u64, String>
where
    G::Evaluator: Send,
{
    let hands = u16::try_from(sources.len()).unwrap_or(u16::MAX);
    let [answers, nodes, micros] = [0; 3].map(AtomicU64::new);
    let shared = Shared { setup, hands, tell, answers, nodes, micros };
    let ended = thread::scope(|scope| {
        let shared = &shared;
        let hands: Vec<_> = sources
            .into_iter()
            .enumerate()
            .map(|(number, source)| scope.spawn(move || Hand::begin(shared, number, source)))
            .collect();
        scope.spawn(move || shared.greet(&mut *greeter));
        let ended = hands.into_iter().map(|hand| match hand.join() {
            Ok(ended) => ended,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        ended.collect::<Vec<_>>()
    });
    ended.into_iter().collect::<Result<(), String>>()?;
    Ok(shared.answers.into_inner())
}

impl<G: CommandLineGame> Shared<'_, G> {
    /// Introduces this worker every few seconds.
    fn greet(&self, source: &mut dyn Source) {
        let mut last: Option<Instant> = None;
        while !self.setup.interrupt.is_thrown() {
            if last.is_none_or(|last| last.elapsed() >= GREETING) {
                last = Some(Instant::now());
                let nodes = self.nodes.load(Ordering::Relaxed);
                let micros = self.micros.load(Ordering::Relaxed).max(1);
                let speed = u128::from(nodes) * 1_000_000 / u128::from(micros);
                source.greet(&Hello {
                    worker: self.setup.name.clone(),
                    hands: self.hands,
                    terms: self.setup.terms.clone(),
                    speed: u64::try_from(speed).unwrap_or(u64::MAX),
                });
            }
            thread::sleep(LOOK);
        }
    }
}

/// A task for the searching thread, whether it is searched apart from others, and its interrupt.
type Order<G> = (LeafTask<G>, bool, Interrupt);

/// Does one task at a time.
struct Hand<'a, G: CommandLineGame> {
    shared: &'a Shared<'a, G>,
    name: String,
    source: Box<dyn Source>,
    orders: Sender<Order<G>>,
    found: Receiver<Result<LeafAnswer, String>>,
}

impl<'a, G: CommandLineGame> Hand<'a, G> {
    /// Works until the end.
    fn begin(
        shared: &'a Shared<'a, G>,
        number: usize,
        source: Box<dyn Source>,
    ) -> Result<(), String> {
        let (orders, inbox) = channel::<Order<G>>();
        let (sender, found) = channel();
        let engine = shared.setup.engines.get(number).cloned().flatten();
        let name = format!("{}/{number}", shared.setup.name);
        thread::scope(|scope| {
            // In another thread; this one reports meanwhile that it is alive.
            scope.spawn(move || {
                let mut answerer = Answerer::new(engine);
                for (task, apart, interrupt) in inbox {
                    if sender.send(answerer.answer(task, apart, &interrupt)).is_err() {
                        return;
                    }
                }
            });
            let ended = Hand { shared, name, source, orders, found }.work();
            if ended.is_err() {
                shared.setup.interrupt.throw();
            }
            ended
        })
    }

    fn work(mut self) -> Result<(), String> {
        let mut trouble = None;
        while !self.is_over() {
            match self.source.next() {
                Ok(Some(delivery)) => {
                    trouble = None;
                    self.treat(&delivery)?;
                }
                Ok(None) => trouble = None,
                Err(why) => {
                    if trouble.as_ref() != Some(&why) {
                        (self.shared.tell)(&format!("{why}; trying again"));
                        trouble = Some(why);
                    }
                    thread::sleep(RETRY);
                }
            }
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.shared.setup.interrupt.is_thrown()
    }

    /// Does a task, unless another worker has it.
    fn treat(&mut self, delivery: &Delivery) -> Result<(), String> {
        let reply = match self.say(delivery, News::Begins) {
            Ok(Reply::Go) => self.search(delivery),
            Ok(reply) => reply,
            Err(_) if delivery.times >= MOST_TIMES => Reply::Done,
            Err(_) => {
                self.source.settle(delivery, Settle::Again(LATER));
                return Ok(());
            }
        };
        match reply {
            Reply::Done => self.source.settle(delivery, Settle::Done),
            Reply::Go | Reply::GiveBack => {
                self.source.settle(delivery, Settle::Again(Duration::ZERO));
            }
            Reply::Leave(why) => {
                self.source.settle(delivery, Settle::Again(Duration::ZERO));
                return Err(why);
            }
        }
        Ok(())
    }

    /// Searches a task, and returns what to do with it then.
    fn search(&mut self, delivery: &Delivery) -> Reply {
        let begun = Instant::now();
        let news = match self.read(delivery) {
            Err(why) => News::Fails(why),
            Ok((line, task)) => match self.answer(delivery, task, line.apart) {
                None => return self.give_up(delivery),
                Some(Err(why)) => News::Fails(why),
                Some(Ok(answer)) => {
                    let micros = u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX);
                    self.shared.answers.fetch_add(1, Ordering::Relaxed);
                    self.shared.nodes.fetch_add(answer.nodes, Ordering::Relaxed);
                    self.shared.micros.fetch_add(micros, Ordering::Relaxed);
                    let TaskLine { asked, task, .. } = line;
                    let terms = self.shared.setup.terms.clone();
                    let line = AnswerLine { terms, asked, task, answer };
                    News::Answers(Box::new(Answered { line, micros }))
                }
            },
        };
        self.insist(delivery, &news)
    }

    /// The search was ended: the task is no longer needed, or this program ends.
    fn give_up(&mut self, delivery: &Delivery) -> Reply {
        match self.is_over() {
            true => self.say(delivery, News::GivesBack).unwrap_or(Reply::GiveBack),
            false => Reply::Done,
        }
    }

    fn read(&self, delivery: &Delivery) -> Result<(TaskLine, LeafTask<G>), String> {
        let line: TaskLine = serde_json::from_slice(&delivery.parcel.payload)
            .map_err(|error| format!("no task: {error}"))?;
        let setup = self.shared.setup;
        setup.terms.agree_with(&line.terms).map_err(|differs| differs.to_string())?;
        let task = LeafTask::read(&line.task, setup.evaluator.clone());
        Ok((line, task.map_err(|error| error.to_string())?))
    }

    /// The answer to a task, with reports now and then that it is being worked on; `None` if it was ended.
    fn answer(
        &mut self,
        delivery: &Delivery,
        task: LeafTask<G>,
        apart: bool,
    ) -> Option<Result<LeafAnswer, String>> {
        let interrupt = Interrupt::default();
        if self.orders.send((task, apart, interrupt.clone())).is_err() {
            return Some(Err("the thread that searches has ended".to_string()));
        }
        let mut last = Instant::now();
        loop {
            match self.found.recv_timeout(LOOK) {
                Ok(_) if interrupt.is_thrown() => return None,
                Ok(found) => return Some(found),
                Err(RecvTimeoutError::Disconnected) => {
                    return Some(Err("the thread that searches has ended".to_string()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.is_over() {
                interrupt.throw();
            } else if last.elapsed() >= self.shared.setup.word_every {
                last = Instant::now();
                self.source.settle(delivery, Settle::Keep);
                if let Ok(Reply::Done | Reply::Leave(_)) = self.say(delivery, News::IsAtIt) {
                    interrupt.throw();
                }
            }
        }
    }

    fn say(&mut self, delivery: &Delivery, news: News) -> Result<Reply, Unreachable> {
        let (hand, hands, task) = (self.name.clone(), self.shared.hands, delivery.parcel.task);
        self.source.say(&delivery.run, &Word { hand, hands, task, news })
    }

    /// Repeats a message until it is delivered, or its receiver is gone.
    fn insist(&mut self, delivery: &Delivery, news: &News) -> Reply {
        let begun = Instant::now();
        loop {
            let patience = match self.say(delivery, news.clone()) {
                Ok(reply) => return reply,
                Err(Unreachable::Nobody) => PATIENCE,
                Err(Unreachable::CutOff) => LONG_PATIENCE,
            };
            if self.is_over() || begun.elapsed() >= patience {
                // The search asks again.
                return Reply::Done;
            }
            self.source.settle(delivery, Settle::Keep);
            thread::sleep(RETRY);
        }
    }
}

#[cfg(test)]
mod tests;
