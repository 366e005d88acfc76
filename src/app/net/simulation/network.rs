//! How messages travel, late, out of order, twice or not at all, and to whom.

use std::time::{Duration, Instant};

use super::event::{Alarm, Event, Message, Place};
use super::worker::MOMENT;
use super::world::World;

/// Whether somebody is there.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// It does nothing until then.
    pub stalls_until: Instant,
    /// Nothing reaches it until then, and nothing comes from it.
    pub cut_until: Instant,
    /// It knows that it is cut off.
    pub knows: bool,
}

impl World {
    /// What is known of a place.
    pub fn condition(&mut self, place: Place) -> &mut Condition {
        let now = self.now();
        let well = Condition { stalls_until: now, cut_until: now, knows: false };
        self.places.entry(place).or_insert(well)
    }

    /// Nothing comes through to it.
    pub fn is_cut_off(&mut self, place: Place) -> bool {
        let now = self.now();
        self.condition(place).cut_until > now
    }

    /// Whether a worker notices that it has no connection.
    pub fn is_known_to_be_cut_off(&mut self, place: Place) -> bool {
        let knows = self.condition(place).knows;
        knows && self.is_cut_off(place) || self.is_cut_off(Place::Broker)
    }

    /// Whether the broker knows of a search that listens to this run.
    pub fn is_listening(&mut self, run: &str) -> bool {
        let is_gone = self.condition(Place::Search).knows && self.is_cut_off(Place::Search);
        !is_gone && self.search.as_ref().is_some_and(|search| search.run == run)
    }

    /// Sends a message, always by way of the broker.
    pub fn send(&mut self, from: Place, to: Place, message: Message) {
        if [from, Place::Broker, to].into_iter().any(|place| self.is_cut_off(place)) {
            return;
        }
        if self.dice.happens(self.weather.lost) {
            self.tally.lost += 1;
            return;
        }
        let stalled = self.condition(Place::Broker).stalls_until;
        let held = stalled.saturating_duration_since(self.now());
        if self.dice.happens(self.weather.doubled) {
            self.tally.doubled += 1;
            let after = held + self.delay();
            self.after(after, Event::Arrives(to, message.clone()));
        }
        let after = held + self.delay();
        self.after(after, Event::Arrives(to, message));
    }

    fn delay(&mut self) -> Duration {
        let most = self.weather.delay;
        self.dice.time(MOMENT / 2, most)
    }

    /// Something that somebody notices after a while.
    pub fn alarm(&mut self, place: Place, after: Duration, alarm: Alarm) {
        self.after(after, Event::Alarm(place, alarm));
    }

    /// A message has come.
    pub fn arrives(&mut self, message: Message) {
        match message {
            Message::Publish(run, number, parcel) => {
                let (room, now) = (self.weather.room, self.now());
                let taken = self.broker.publish(&run, parcel, room, now);
                self.send(Place::Broker, Place::Search, Message::Taken(run, number, taken));
            }
            Message::Taken(run, number, taken) => self.is_taken(&run, number, taken),
            Message::Pull(hand, number) => self.is_pulled(hand, number),
            Message::Task(hand, number, delivery) => self.comes(hand, number, delivery),
            Message::Ask(hand, number, run, said) => self.hears(hand, number, &run, &said),
            Message::Reply(hand, number, reply) => self.is_told(hand, number, reply),
            Message::Settle(receipt, settle) => {
                let (heeds_old, now) = (self.weather.heeds_old_receipts, self.now());
                self.broker.settle(&receipt, settle, heeds_old, now);
            }
            Message::Hello(said) => {
                self.search.iter().for_each(|search| search.desk.meet(&said));
            }
        }
    }

    /// Somebody has waited for long enough.
    pub fn wakes(&mut self, place: Place, alarm: Alarm) {
        match (place, alarm) {
            (_, Alarm::Look(run)) => self.looks_again(run),
            (_, Alarm::NotTaken(run, number)) => {
                self.is_taken(&run, number, Err("it does not answer".to_string()));
            }
            (_, Alarm::Lost(run)) => self.notices(&run, false),
            (_, Alarm::Back(run)) => self.notices(&run, true),
            // What was due is dealt after every event.
            (_, Alarm::Deal) => self.deals_at = None,
            (Place::Worker(worker), Alarm::Greet) => self.greets(worker),
            (_, Alarm::Greet) => {}
            (_, Alarm::Looks(hand, number)) => self.looks(hand, number),
            (_, Alarm::Outcome(hand, number, outcome)) => self.outcome(hand, number, outcome),
        }
    }

    /// The broker gives what it has, unless it is dead.
    pub fn deal(&mut self) {
        let now = self.now();
        if self.is_cut_off(Place::Broker) || self.condition(Place::Broker).stalls_until > now {
            return;
        }
        for (hand, number, delivery) in self.broker.deal(&mut self.dice, now) {
            let place = Place::Worker(hand.0);
            self.send(Place::Broker, place, Message::Task(hand, number, delivery));
        }
        let next = self.broker.next_change();
        if let Some(next) = next.filter(|&next| self.deals_at.is_none_or(|at| next < at)) {
            self.deals_at = Some(next);
            self.alarm(Place::Broker, next.saturating_duration_since(now), Alarm::Deal);
        }
    }
}
