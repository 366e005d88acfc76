//! A search that asks the workers of a world.

use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::event::{Alarm, HandId, Message, Place};
use super::worker::ANSWER;
use super::world::World;
use crate::app::net::coordinator::{Coordinator, Form};
use crate::app::net::desk::Desk;
use crate::app::net::hand::Outcome;
use crate::app::net::leases::MOST_FAILURES;
use crate::app::net::lines::{Terms, content};
use crate::app::net::transport::{Carrier, Unreachable};
use crate::app::net::words::{Reply, Word};
use crate::chess::{Position, Tapered};
use crate::search::{Budget, LeafAnswer, LeafTask, LeafWorkers, Stop};

/// How often it looks for tasks to be sent.
const LOOK: Duration = Duration::from_secs(1);

/// What workers and broker know of a search.
pub struct Asking {
    /// Its name.
    pub run: String,
    /// Its table.
    pub desk: Arc<Desk>,
    /// There may be something to send.
    woken: Arc<AtomicBool>,
}

/// The sending end of the queue.
struct Waker(Arc<AtomicBool>);

impl Carrier for Waker {
    fn wake(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The workers of a search. While it waits for an answer, the world goes on.
#[derive(Clone)]
pub struct Workers {
    coordinator: Rc<RefCell<Coordinator<Position>>>,
    world: Rc<RefCell<World>>,
    run: String,
}

impl Workers {
    /// Of a search that begins now.
    pub fn new(world: &Rc<RefCell<World>>) -> Workers {
        let (clock, run) = {
            let mut world = world.borrow_mut();
            (world.clock(), format!("run-{}", world.number()))
        };
        let terms = Terms::of::<Position>(&Tapered::default(), None);
        let form = Form { terms, searcher: String::new(), apart: true };
        let woken = Arc::<AtomicBool>::default();
        let waker = Waker(Arc::clone(&woken));
        let connect = |_| -> Result<Box<dyn Carrier>, Infallible> { Ok(Box::new(waker)) };
        let Ok(coordinator) = Coordinator::new(form, Box::new(|_| {}), clock, connect);
        let desk = Arc::clone(coordinator.desk());
        world.borrow_mut().search_begins(Asking { run: run.clone(), desk, woken });
        Workers { coordinator: Rc::new(RefCell::new(coordinator)), world: Rc::clone(world), run }
    }

    /// It has died, or something is wrong.
    fn is_over(&self) -> bool {
        let world = self.world.borrow();
        world.wrong().is_some() || !world.is_run(&self.run)
    }
}

impl LeafWorkers<Position> for Workers {
    fn capacity(&self) -> usize {
        self.coordinator.borrow().capacity()
    }

    fn is_in_order(&self) -> bool {
        self.coordinator.borrow().is_in_order()
    }

    fn submit(&mut self, task: LeafTask<Position>) {
        self.world.borrow_mut().watch.asks(task.ticket, content(&task.record()));
        self.coordinator.borrow_mut().submit(task);
        self.world.borrow_mut().look_if_woken();
    }

    fn next_answer(&mut self, budget: &Budget) -> Result<Option<LeafAnswer>, Stop> {
        loop {
            if let Some(stop) = budget.stop() {
                return Err(stop);
            }
            let is_interrupted = std::mem::take(&mut self.world.borrow_mut().is_interrupted);
            if is_interrupted || self.is_over() {
                return Err(Stop::Interrupted);
            }
            let arrived = self.coordinator.borrow_mut().arrived()?;
            let mut world = self.world.borrow_mut();
            if let Some(answer) = arrived {
                world.watch.takes(answer.ticket);
                return Ok(Some(answer));
            }
            world.step();
        }
    }

    fn stop(&mut self) -> Vec<LeafAnswer> {
        self.world.borrow_mut().watch.rests();
        self.coordinator.borrow_mut().stop()
    }
}

impl World {
    /// A search begins. It connects first.
    fn search_begins(&mut self, search: Asking) {
        search.desk.back();
        let run = search.run.clone();
        self.search = Some(search);
        self.looks_again(run);
    }

    /// The search is there no longer. What its workers have done is added up.
    pub fn search_ends(&mut self) {
        self.places.remove(&Place::Search);
        self.sent.clear();
        let Some(search) = self.search.take() else { return };
        let done = search.desk.done();
        self.tally.answers += done.answers;
        self.tally.twice += done.twice;
        self.tally.failures += done.failures;
        let watch = std::mem::take(&mut self.watch);
        if let Err(wrong) = watch.accepted(done.answers) {
            self.is_wrong(wrong);
        }
        if self.is_fair() && done.failures > 0 {
            self.is_wrong(format!("nothing went wrong, and failures: {}", done.failures));
        }
    }

    /// The search has ended, as a task was put aside.
    pub fn is_put_aside(&mut self) {
        self.tally.put_aside += 1;
        let failures = self.search.as_ref().map_or(0, |search| search.desk.done().failures);
        if failures < u64::from(MOST_FAILURES) {
            self.is_wrong(format!("a task is put aside, and failures: {failures}"));
        }
    }

    /// Whether this run is going on.
    pub fn is_run(&self, run: &str) -> bool {
        self.search.as_ref().is_some_and(|search| search.run == run)
    }

    fn desk(&self, run: &str) -> Option<Arc<Desk>> {
        let search = self.search.as_ref().filter(|search| search.run == run);
        search.map(|search| Arc::clone(&search.desk))
    }

    /// It looks for tasks to be sent, and will do so again.
    pub fn looks_again(&mut self, run: String) {
        if self.is_run(&run) {
            self.look();
            self.alarm(Place::Search, LOOK, Alarm::Look(run));
        }
    }

    /// It looks for tasks to be sent if there may be some.
    pub fn look_if_woken(&mut self) {
        let is_woken = |search: &Asking| search.woken.swap(false, Ordering::Relaxed);
        if self.search.as_ref().is_some_and(is_woken) {
            self.look();
        }
    }

    fn look(&mut self) {
        let Some(search) = &self.search else { return };
        let (run, due) = (search.run.clone(), search.desk.due());
        for parcel in due {
            let number = self.number();
            self.sent.insert(number, parcel.task);
            let message = Message::Publish(run.clone(), number, parcel);
            self.send(Place::Search, Place::Broker, message);
            self.alarm(Place::Search, ANSWER, Alarm::NotTaken(run.clone(), number));
        }
    }

    /// It hears, for the first time or again, what has become of a task that it sent.
    pub fn is_taken(&mut self, run: &str, number: u64, taken: Result<(), String>) {
        let Some(desk) = self.desk(run) else { return };
        let Some(task) = self.sent.remove(&number) else { return };
        match taken {
            Ok(()) => desk.took(),
            Err(why) => {
                self.tally.refused += 1;
                desk.refused(task, &why);
            }
        }
    }

    /// It notices that the broker is out of reach, or that it is back.
    pub fn notices(&mut self, run: &str, is_back: bool) {
        let Some(desk) = self.desk(run) else { return };
        if is_back { desk.back() } else { desk.lost("the broker is out of reach") }
    }

    /// It hears a worker, and replies.
    pub fn hears(&mut self, hand: HandId, number: u64, run: &str, said: &[u8]) {
        let Some(desk) = self.desk(run) else { return };
        let reply = desk.hear(said);
        let words = (serde_json::from_slice::<Word>(said), serde_json::from_slice(&reply));
        let (Ok(word), Ok(told)) = words else {
            return self.is_wrong("somebody says what nobody understands".to_string());
        };
        if let Err(wrong) = self.watch.replies(&word, &told, self.now()) {
            self.is_wrong(wrong);
        }
        self.send(Place::Search, Place::Worker(hand.0), Message::Reply(hand, number, Some(reply)));
        self.look();
    }

    /// A worker hears the reply, or that nobody listens.
    pub fn is_told(&mut self, hand: HandId, number: u64, reply: Option<Vec<u8>>) {
        let reply: Option<Reply> = reply.and_then(|reply| serde_json::from_slice(&reply).ok());
        self.outcome(hand, number, Outcome::Replied(reply.ok_or(Unreachable::Nobody)));
    }
}
