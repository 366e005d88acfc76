//! What happens, one event after the other.

use std::time::{Duration, Instant};

use super::event::{Alarm, Event, Message, Place, line};
use super::world::World;

impl World {
    /// Workers begin, and the first fault is on its way.
    pub fn begin(&mut self) {
        (0..self.weather.workers).for_each(|_| self.joins());
        self.plan_fault();
    }

    /// The next event.
    pub fn step(&mut self) {
        let Some(event) = self.next_event() else { return };
        self.note(|| line(&event));
        self.happens(event);
        self.deal();
        self.look_if_woken();
    }

    /// Lets time pass.
    pub fn run_for(&mut self, duration: Duration) {
        let until = self.now() + duration;
        let is_before = |time: Instant| time <= until;
        while self.wrong().is_none() && self.next_time().is_some_and(is_before) {
            self.step();
        }
        self.set_time(until.max(self.now()));
    }

    fn happens(&mut self, event: Event) {
        match event {
            Event::Arrives(place, message) if !self.is_cut_off(place) => self.arrives(message),
            Event::Arrives(..) => {}
            Event::Alarm(place, alarm) => self.wakes(place, alarm),
            Event::Fault => self.fault(),
            Event::Joins => self.joins(),
        }
    }

    /// A message has come.
    fn arrives(&mut self, message: Message) {
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
    fn wakes(&mut self, place: Place, alarm: Alarm) {
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
    fn deal(&mut self) {
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
