//! The clock, the events to come, and all who take part.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::broker::Broker;
use super::dice::{Dice, Kind, Weather};
use super::event::{Event, Place, place};
use super::known::Answers;
use super::parties::{Asking, Condition, Worker};
use super::watch::Watch;
use crate::app::net::desk::Clock;

/// No history is longer, unless something was lost for ever.
const PATIENCE: Duration = Duration::from_secs(3 * 60 * 60);

/// A world.
pub struct World {
    /// Microseconds since the beginning.
    time: Arc<AtomicU64>,
    start: Instant,
    events: BTreeMap<Turn, Event>,
    count: u64,
    /// Chance.
    pub dice: Dice,
    /// What goes wrong.
    pub weather: Weather,
    /// The broker.
    pub broker: Broker,
    /// When it looks again what there is to deal.
    pub deals_at: Option<Instant>,
    /// Who is there.
    pub places: BTreeMap<Place, Condition>,
    /// Who asks, if anybody does.
    pub search: Option<Asking>,
    /// Tasks of which nobody has heard yet whether the broker has them, by the numbers of the messages.
    pub sent: BTreeMap<u64, u64>,
    /// By their numbers.
    pub workers: BTreeMap<u64, Worker>,
    /// What searches of leaves find.
    pub known: Rc<Answers>,
    /// The search is to rest.
    pub is_interrupted: bool,
    is_fair: bool,
    /// What may never happen.
    pub watch: Watch,
    /// What has happened.
    pub tally: Tally,
    log: Option<Vec<String>>,
    wrong: Option<String>,
}

/// When an event comes, when it would have come if nobody had stalled, and what the dice say of two at one time.
/// What has waited keeps its order: a connection is lost before it is back.
type Turn = (Instant, Instant, u64, u64);

/// How often something has happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Messages.
    pub lost: u64,
    /// Messages.
    pub doubled: u64,
    /// Tasks that the broker did not take.
    pub refused: u64,
    /// Tasks that the broker held and lost.
    pub forgotten: u64,
    /// By kind.
    pub faults: BTreeMap<Kind, u64>,
    /// Searches that began with what was saved last.
    pub restarts: u64,
    /// Searches that ended since a task had failed too often.
    pub put_aside: u64,
    /// Answers that were accepted, and answers to tasks that were answered before.
    pub answers: u64,
    /// See `answers`.
    pub twice: u64,
    /// Tasks that failed: mostly, because their worker was not heard again.
    pub failures: u64,
    /// Events.
    pub events: u64,
}

impl World {
    /// Without anybody. What goes wrong is changed by `change`. With `logs`, every event is noted.
    pub fn new(
        seed: u64,
        known: Rc<Answers>,
        change: impl FnOnce(&mut Weather),
        logs: bool,
    ) -> World {
        let (mut dice, start) = (Dice::new(seed), Instant::now());
        let mut weather = Weather::of(&mut dice);
        change(&mut weather);
        let is_fair = weather.is_fair();
        let log = logs.then(|| vec![format!("{weather:?}")]);
        World {
            time: Arc::default(),
            start,
            events: BTreeMap::new(),
            count: 0,
            dice,
            weather,
            broker: Broker::default(),
            deals_at: None,
            places: BTreeMap::new(),
            search: None,
            sent: BTreeMap::new(),
            workers: BTreeMap::new(),
            known,
            is_interrupted: false,
            is_fair,
            watch: Watch::default(),
            tally: Tally::default(),
            log,
            wrong: None,
        }
    }

    /// The time.
    pub fn now(&self) -> Instant {
        self.start + Duration::from_micros(self.time.load(Ordering::Relaxed))
    }

    /// A clock that shows it.
    pub fn clock(&self) -> Clock {
        let (time, start) = (Arc::clone(&self.time), self.start);
        Box::new(move || start + Duration::from_micros(time.load(Ordering::Relaxed)))
    }

    /// It is later now.
    pub fn set_time(&mut self, now: Instant) {
        let micros = now.saturating_duration_since(self.start).as_micros();
        self.time.store(u64::try_from(micros).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// A number that was not there before.
    pub fn number(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    /// Something will happen.
    pub fn after(&mut self, after: Duration, event: Event) {
        let time = self.now() + after;
        let turn = (time, time, self.dice.any(), self.number());
        self.events.insert(turn, event);
    }

    /// Notes a line.
    pub fn note(&mut self, line: impl FnOnce() -> String) {
        let since = self.now() - self.start;
        if let Some(log) = &mut self.log {
            log.push(format!("{:>11.6} {}", since.as_secs_f64(), line()));
        }
    }

    /// What was noted.
    pub fn take_log(&mut self) -> Vec<String> {
        self.log.take().unwrap_or_default()
    }

    /// Something has happened that may never happen.
    pub fn is_wrong(&mut self, what: String) {
        self.note(|| format!("WRONG {what}"));
        self.wrong.get_or_insert(what);
    }

    /// What has happened that may never happen.
    pub fn wrong(&self) -> Option<&String> {
        self.wrong.as_ref()
    }

    /// Whether nothing goes wrong in this history.
    pub fn is_fair(&self) -> bool {
        self.is_fair
    }

    /// From now on nothing new goes wrong, and what is wrong is mended.
    pub fn clear(&mut self) {
        self.weather.clear();
        self.places.clear();
    }

    /// When there is an event again.
    pub fn next_time(&self) -> Option<Instant> {
        self.events.keys().next().map(|turn| turn.0)
    }

    /// The next event, and it is so late then. `None` if it has to wait as somebody stalls.
    pub fn next_event(&mut self) -> Option<Event> {
        let ((time, planned, tie, number), event) = self.events.pop_first()?;
        self.set_time(time);
        if time - self.start > PATIENCE {
            self.is_wrong("it has no end".to_string());
        }
        let free = place(&event).map(|place| self.condition(place).stalls_until);
        if let Some(free) = free.filter(|&free| free > time) {
            self.events.insert((free, planned, tie, number), event);
            return None;
        }
        self.tally.events += 1;
        Some(event)
    }

    /// What is known of a place.
    pub fn condition(&mut self, place: Place) -> &mut Condition {
        let now = self.now();
        let well = Condition { stalls_until: now, cut_until: now, knows: false };
        self.places.entry(place).or_insert(well)
    }
}
