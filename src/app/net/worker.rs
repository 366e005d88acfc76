//! Takes tasks off a queue and answers them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::answerer::Answerer;
use super::hand::{Act, Hand, HandSetup, Order, Outcome, Step};
use super::leases::LEASE;
use super::lines::{Answered, Hello, News};
use super::transport::{Delivery, Refusal, Source};
use crate::app::engines::EngineSettings;
use crate::app::games::CommandLineGame;
use crate::search::{Interrupt, LeafAnswer};

/// How often a worker reports that it is working on a task.
pub const WORD: Duration = Duration::from_secs(LEASE.as_secs() / 3);
/// How often it checks whether the program should end.
const LOOK: Duration = Duration::from_millis(100);
/// How often it introduces itself.
pub const GREETING: Duration = Duration::from_secs(5);

/// Why there is no answer if the thread that searches has panicked.
const NO_THREAD: &str = "the thread that searches has ended";

/// A worker.
pub struct WorkerSetup<G: CommandLineGame> {
    /// What its hands are; the name is its own, which is unique.
    pub of_hands: HandSetup<G>,
    /// The engine of each hand; `None` if it searches by itself.
    pub engines: Vec<Option<EngineSettings>>,
    /// Ends it.
    pub interrupt: Interrupt,
}

/// What all hands share.
struct Shared<'a, G: CommandLineGame> {
    setup: &'a WorkerSetup<G>,
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
/// Why this worker gets no more tasks.
pub fn serve<G: CommandLineGame>(
    setup: &WorkerSetup<G>,
    sources: Vec<Box<dyn Source>>,
    mut greeter: Box<dyn Source>,
    tell: &(dyn Fn(&str) + Sync),
) -> Result<u64, String>
where
    G::Evaluator: Send,
{
    let [answers, nodes, micros] = [0; 3].map(AtomicU64::new);
    let shared = Shared { setup, tell, answers, nodes, micros };
    let ended = thread::scope(|scope| {
        let shared = &shared;
        let hands: Vec<_> = sources
            .into_iter()
            .enumerate()
            .map(|(number, source)| scope.spawn(move || Place::begin(shared, number, source)))
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
    /// Adds an answer to those that were found.
    fn count(&self, answered: &Answered) {
        self.answers.fetch_add(1, Ordering::Relaxed);
        self.nodes.fetch_add(answered.line.answer.nodes, Ordering::Relaxed);
        self.micros.fetch_add(answered.micros, Ordering::Relaxed);
    }

    /// Introduces this worker every few seconds.
    fn greet(&self, source: &mut dyn Source) {
        let mut last: Option<Instant> = None;
        while !self.setup.interrupt.is_thrown() {
            if last.is_none_or(|last| last.elapsed() >= GREETING) {
                last = Some(Instant::now());
                let nodes = self.nodes.load(Ordering::Relaxed);
                let micros = self.micros.load(Ordering::Relaxed).max(1);
                let speed = u128::from(nodes) * 1_000_000 / u128::from(micros);
                let HandSetup { name, hands, terms, .. } = &self.setup.of_hands;
                source.greet(&Hello {
                    worker: name.clone(),
                    hands: *hands,
                    terms: terms.clone(),
                    speed: u64::try_from(speed).unwrap_or(u64::MAX),
                });
            }
            thread::sleep(LOOK);
        }
    }
}

/// Where a hand works: with its queue, and a thread that searches.
struct Place<'a, G: CommandLineGame> {
    shared: &'a Shared<'a, G>,
    source: Box<dyn Source>,
    orders: Sender<Order<G>>,
    found: Receiver<Result<LeafAnswer, String>>,
    /// Why the queue gave nothing when it was last asked.
    trouble: Option<Refusal>,
}

impl<'a, G: CommandLineGame> Place<'a, G> {
    /// Works until the end.
    fn begin(
        shared: &'a Shared<'a, G>,
        number: usize,
        source: Box<dyn Source>,
    ) -> Result<(), String> {
        let (orders, inbox) = channel::<Order<G>>();
        let (sender, found) = channel();
        let engine = shared.setup.engines.get(number).cloned().flatten();
        let of_hands = shared.setup.of_hands.clone();
        let name = format!("{}/{number}", of_hands.name);
        let hand = Hand::new(HandSetup { name, ..of_hands });
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
            let ended = Place { shared, source, orders, found, trouble: None }.work(hand);
            if ended.is_err() {
                shared.setup.interrupt.throw();
            }
            ended
        })
    }

    fn work(mut self, mut hand: Hand<G>) -> Result<(), String> {
        let mut outcome = Outcome::Nothing;
        loop {
            let is_search = matches!(outcome, Outcome::Found(_));
            let is_over = self.shared.setup.interrupt.is_thrown();
            let Step { settle, act } = hand.step(outcome, is_over, Instant::now());
            if let Some((delivery, settle)) = settle {
                self.source.settle(&delivery, settle);
            }
            outcome = match act {
                Act::Next => Outcome::Came(self.next()),
                Act::Say(run, word) => {
                    if let News::Answers(answered) = &word.news
                        && is_search
                    {
                        self.shared.count(answered);
                    }
                    Outcome::Replied(self.source.say(&run, &word))
                }
                Act::Search(order) => Outcome::Found(match self.orders.send(order) {
                    Ok(()) => self.look(),
                    Err(_) => Some(Err(NO_THREAD.to_string())),
                }),
                Act::Look => Outcome::Found(self.look()),
                Act::Pause(pause) => {
                    thread::sleep(pause);
                    Outcome::Nothing
                }
                Act::End(ended) => return ended,
            };
        }
    }

    /// The next task. The same trouble is reported once.
    fn next(&mut self) -> Result<Option<Delivery>, Refusal> {
        let next = self.source.next();
        if let Err(refusal) = &next
            && !refusal.is_final
            && self.trouble.as_ref() != Some(refusal)
        {
            (self.shared.tell)(&format!("{}; trying again", refusal.why));
        }
        self.trouble = next.as_ref().err().cloned();
        next
    }

    /// What the search has found, if it ends soon.
    fn look(&self) -> Option<Result<LeafAnswer, String>> {
        match self.found.recv_timeout(LOOK) {
            Ok(found) => Some(found),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Err(NO_THREAD.to_string())),
        }
    }
}

#[cfg(test)]
mod tests;
