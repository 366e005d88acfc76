//! How messages travel: late, out of order, twice or not at all.

use std::time::Duration;

use super::event::{Alarm, Event, Message, Place};
use super::world::World;

/// What takes no time worth mentioning.
pub const MOMENT: Duration = Duration::from_millis(1);
/// Who does not answer within this time is not there.
pub const ANSWER: Duration = Duration::from_secs(5);

impl World {
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
        self.dice.time([MOMENT / 2, most])
    }

    /// Something that somebody notices after a while.
    pub fn alarm(&mut self, place: Place, after: Duration, alarm: Alarm) {
        self.after(after, Event::Alarm(place, alarm));
    }
}
