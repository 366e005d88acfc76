//! What a search hears and sends.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::event::{Alarm, HandId, Message, Place};
use super::network::ANSWER;
use super::parties::Asking;
use super::world::World;
use crate::app::net::desk::Desk;
use crate::app::net::hand::Outcome;
use crate::app::net::leases::MOST_FAILURES;
use crate::app::net::lines::{Reply, Word};
use crate::app::net::transport::Unreachable;

/// How often it looks for tasks to be sent.
const LOOK: Duration = Duration::from_secs(1);

impl World {
    /// A search begins. It connects first.
    pub fn search_begins(&mut self, search: Asking) {
        search.desk.back();
        let run = search.run.clone();
        self.search = Some(search);
        self.looks_again(run);
    }

    /// The search is there no longer. What its workers have done is added up.
    pub fn search_ends(&mut self) {
        self.places.remove(&Place::Search);
        self.sent.clear();
        self.is_interrupted = false;
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
