//! What workers do.

use std::time::Duration;

use super::event::{Alarm, Event, HandId, Message, Place};
use super::network::{ANSWER, MOMENT};
use super::parties::{Busy, Work, Worker};
use super::world::World;
use crate::app::net::hand::{Act, Order, Outcome};
use crate::app::net::lines::content;
use crate::app::net::transport::{Delivery, Refusal, Unreachable};
use crate::app::net::worker::GREETING;
use crate::chess::Position;
use crate::search::LeafAnswer;

/// How long a worker waits for a task before it asks again, and for a sign of the broker.
const PULL: Duration = Duration::from_secs(2);
/// How often a hand looks whether its search has ended. What is real looks more often, with the same result.
const LOOK: Duration = Duration::from_secs(1);
/// How long searches of leaves take.
const SEARCHES: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(40)];

/// When another worker takes the place of one that has gone.
const REPLACED: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(20)];

impl World {
    /// A worker begins.
    pub fn joins(&mut self) {
        let (number, hands) = (self.number(), self.weather.hands);
        self.workers.insert(number, Worker::new(number, hands));
        self.greets(number);
        (0..hands).for_each(|hand| self.advance((number, hand), Outcome::Nothing));
    }

    /// A worker introduces itself, and will do so again.
    pub fn greets(&mut self, number: u64) {
        let Some(worker) = self.workers.get(&number) else { return };
        let (hello, place) = (worker.hello.clone(), Place::Worker(number));
        self.send(place, Place::Search, Message::Hello(hello));
        self.alarm(place, GREETING, Alarm::Greet);
    }

    fn busy(&mut self, (worker, hand): HandId) -> Option<&mut Busy> {
        self.workers.get_mut(&worker)?.hands.get_mut(hand)
    }

    /// A task comes, or word that there is none: perhaps too late, or twice.
    pub fn comes(&mut self, hand: HandId, number: u64, delivery: Option<Delivery>) {
        let Some(busy) = self.busy(hand) else { return };
        match delivery {
            Some(delivery) if busy.waits != Some(number) => busy.inbox.push_back(delivery),
            delivery => self.outcome(hand, number, Outcome::Came(Ok(delivery))),
        }
    }

    /// Something that a hand may be waiting for.
    pub fn outcome(&mut self, hand: HandId, number: u64, outcome: Outcome) {
        if self.busy(hand).is_some_and(|busy| busy.waits == Some(number)) {
            self.advance(hand, outcome);
        }
    }

    /// A hand looks whether its search has ended.
    pub fn looks(&mut self, hand: HandId, number: u64) {
        let now = self.now();
        let Some(busy) = self.busy(hand) else { return };
        let is_done = |work: &Work| work.ends <= now || work.interrupt.is_thrown();
        let found = busy.work.take_if(|work| is_done(work)).map(|work| Ok(work.answer));
        self.outcome(hand, number, Outcome::Found(found));
    }

    /// The next step of a hand.
    fn advance(&mut self, id: HandId, outcome: Outcome) {
        let (now, number, place) = (self.now(), self.number(), Place::Worker(id.0));
        let Some(worker) = self.workers.get_mut(&id.0) else { return };
        let is_over = worker.is_over;
        let Some(busy) = worker.hands.get_mut(id.1) else { return };
        let step = busy.hand.step(outcome, is_over, now);
        busy.waits = Some(number);
        if let Some((delivery, settle)) = step.settle {
            self.send(place, Place::Broker, Message::Settle(delivery.receipt, settle));
        }
        match step.act {
            Act::Next => self.pulls(id, number),
            Act::Say(run, word) => {
                let said = serde_json::to_vec(&word).unwrap_or_default();
                self.asks(id, number, run, said);
            }
            Act::Search(order) => self.begins(id, number, order),
            Act::Look => self.waits_for_search(id, number),
            Act::Pause(pause) => self.later(id, number, pause, Outcome::Nothing),
            Act::End(ended) => self.ends(id, ended),
        }
    }

    fn later(&mut self, hand: HandId, number: u64, after: Duration, outcome: Outcome) {
        self.alarm(Place::Worker(hand.0), after, Alarm::Outcome(hand, number, outcome));
    }

    fn pulls(&mut self, hand: HandId, number: u64) {
        if let Some(delivery) = self.busy(hand).and_then(|busy| busy.inbox.pop_front()) {
            return self.later(hand, number, MOMENT, Outcome::Came(Ok(Some(delivery))));
        }
        if self.is_known_to_be_cut_off(Place::Worker(hand.0)) {
            let why = Err(Refusal::from("the broker is out of reach".to_string()));
            return self.later(hand, number, MOMENT, Outcome::Came(why));
        }
        self.send(Place::Worker(hand.0), Place::Broker, Message::Pull(hand, number));
        let why = Err(Refusal::from("the broker does not answer".to_string()));
        self.later(hand, number, 2 * PULL, Outcome::Came(why));
    }

    /// The broker hears that a hand wants a task.
    pub fn is_pulled(&mut self, hand: HandId, number: u64) {
        let until = self.now() + PULL;
        self.broker.pull(hand, number, until);
    }

    fn asks(&mut self, hand: HandId, number: u64, run: String, said: Vec<u8>) {
        let place = Place::Worker(hand.0);
        if self.is_known_to_be_cut_off(place) {
            return self.later(hand, number, MOMENT, Outcome::Replied(Err(Unreachable::CutOff)));
        }
        if self.is_listening(&run) {
            self.send(place, Place::Search, Message::Ask(hand, number, run, said));
        } else {
            self.send(Place::Broker, place, Message::Reply(hand, number, None));
        }
        self.later(hand, number, ANSWER, Outcome::Replied(Err(Unreachable::CutOff)));
    }

    fn begins(&mut self, hand: HandId, number: u64, (task, apart, interrupt): Order<Position>) {
        let content = content(&task.record());
        let Some(answer) = self.known.get(&content).filter(|_| apart) else {
            return self.is_wrong(format!("nobody knows the answer to {content}"));
        };
        let answer = LeafAnswer { ticket: task.ticket, ..answer.clone() };
        let ends = self.now() + self.dice.time(SEARCHES);
        if let Some(busy) = self.busy(hand) {
            busy.work = Some(Work { interrupt, answer, ends });
        }
        self.waits_for_search(hand, number);
    }

    fn waits_for_search(&mut self, hand: HandId, number: u64) {
        let now = self.now();
        let Some(work) = self.busy(hand).and_then(|busy| busy.work.as_ref()) else { return };
        let is_cut = work.interrupt.is_thrown();
        let left = if is_cut { MOMENT } else { work.ends.saturating_duration_since(now) };
        self.alarm(Place::Worker(hand.0), left.min(LOOK), Alarm::Looks(hand, number));
    }

    /// A hand has ended. When all have, another worker takes the place of theirs.
    fn ends(&mut self, id: HandId, ended: Result<(), String>) {
        if let Err(why) = ended {
            return self.is_wrong(format!("an honest worker is sent away: {why}"));
        }
        let Some(worker) = self.workers.get_mut(&id.0) else { return };
        if let Some(busy) = worker.hands.get_mut(id.1) {
            busy.waits = None;
        }
        if worker.hands.iter().all(|busy| busy.waits.is_none()) {
            self.is_gone(id.0);
        }
    }

    /// A worker is no longer there; another one will come.
    pub fn is_gone(&mut self, worker: u64) {
        self.workers.remove(&worker);
        self.places.remove(&Place::Worker(worker));
        let after = self.dice.time(REPLACED);
        self.after(after, Event::Joins);
    }
}
