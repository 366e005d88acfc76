//! Deaths, stalls and cuts.

use std::time::Duration;

use super::event::{Alarm, Event, Place, fault_line};
use super::world::World;

/// What goes wrong besides messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A worker dies, and nobody is told.
    WorkerDies,
    /// A worker is ended, and gives back what it has.
    WorkerEnds,
    /// A worker does nothing for a while, and then goes on.
    WorkerStalls,
    /// A worker is cut off.
    WorkerCut,
    /// The broker dies, and begins again without a task: its disk does not matter.
    BrokerDies,
    /// The broker loses all tasks, and nobody notices.
    BrokerForgets,
    /// The broker does nothing for a while.
    BrokerStalls,
    /// The search dies; another one begins with what was saved last.
    SearchDies,
    /// The search is interrupted, and goes on from what was saved last, with the same table of tasks.
    SearchRests,
    /// The search does nothing for a while.
    SearchStalls,
    /// The search is cut off.
    SearchCut,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 11] = [
        Kind::WorkerDies,
        Kind::WorkerEnds,
        Kind::WorkerStalls,
        Kind::WorkerCut,
        Kind::BrokerDies,
        Kind::BrokerForgets,
        Kind::BrokerStalls,
        Kind::SearchDies,
        Kind::SearchRests,
        Kind::SearchStalls,
        Kind::SearchCut,
    ];
}

/// The time between two faults.
const BETWEEN: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(60)];
/// How long a fault lasts: longer than any patience of the program.
const LASTS: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(200)];
/// When those who lose a connection notice it, or that there is one again.
const NOTICED: [Duration; 2] = [Duration::from_millis(1), Duration::from_secs(2)];
/// When another worker takes the place of one that has gone.
const REPLACED: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(20)];

impl World {
    /// The next fault comes after a while, if there is one left.
    pub fn plan_fault(&mut self) {
        if self.weather.faults > 0 && !self.weather.kinds.is_empty() {
            self.weather.faults -= 1;
            let after = self.some_time(BETWEEN);
            self.after(after, Event::Fault);
        }
    }

    fn some_time(&mut self, [least, most]: [Duration; 2]) -> Duration {
        self.dice.time(least, most)
    }

    /// Something goes wrong.
    pub fn fault(&mut self) {
        self.plan_fault();
        let kind = self.dice.one(&self.weather.kinds);
        let workers: Vec<u64> = self.workers.keys().copied().collect();
        let worker = if workers.is_empty() { 0 } else { self.dice.one(&workers) };
        let place = match kind {
            Kind::WorkerDies | Kind::WorkerEnds | Kind::WorkerStalls | Kind::WorkerCut => {
                Place::Worker(worker)
            }
            Kind::BrokerDies | Kind::BrokerForgets | Kind::BrokerStalls => Place::Broker,
            Kind::SearchDies | Kind::SearchRests | Kind::SearchStalls | Kind::SearchCut => {
                Place::Search
            }
        };
        let is_there = match place {
            Place::Worker(worker) => self.workers.contains_key(&worker),
            Place::Broker => true,
            Place::Search => self.search.is_some(),
        };
        if is_there {
            *self.tally.faults.entry(kind).or_default() += 1;
            self.note(|| fault_line(kind, place));
            self.strike(kind, place, worker);
        }
    }

    fn strike(&mut self, kind: Kind, place: Place, worker: u64) {
        match kind {
            Kind::WorkerDies => self.is_gone(worker),
            Kind::WorkerEnds => {
                self.workers.get_mut(&worker).into_iter().for_each(|worker| worker.is_over = true);
            }
            Kind::WorkerStalls | Kind::BrokerStalls | Kind::SearchStalls => {
                let until = self.now() + self.some_time(LASTS);
                let condition = self.condition(place);
                condition.stalls_until = until.max(condition.stalls_until);
            }
            Kind::WorkerCut | Kind::SearchCut => {
                let is_noticed = self.dice.happens(500);
                self.cut(place, is_noticed);
            }
            Kind::BrokerDies => {
                self.forget_all();
                self.cut(place, true);
            }
            Kind::BrokerForgets => self.forget_all(),
            Kind::SearchDies => self.search_ends(),
            Kind::SearchRests => self.is_interrupted = true,
        }
    }

    fn forget_all(&mut self) {
        self.tally.forgotten += self.broker.tasks() as u64;
        self.broker.forget_all();
    }

    /// Nothing comes through for a while.
    fn cut(&mut self, place: Place, is_noticed: bool) {
        let lasts = self.some_time(LASTS);
        let until = self.now() + lasts;
        let condition = self.condition(place);
        condition.cut_until = until.max(condition.cut_until);
        condition.knows = is_noticed;
        let run = self.search.as_ref().map(|search| search.run.clone());
        let Some(run) = run.filter(|_| is_noticed && !matches!(place, Place::Worker(_))) else {
            return;
        };
        let noticed = self.some_time(NOTICED).min(lasts);
        self.alarm(Place::Search, noticed, Alarm::Lost(run.clone()));
        let back = lasts + self.some_time(NOTICED);
        self.alarm(Place::Search, back, Alarm::Back(run));
    }

    /// A worker is no longer there; another one will come.
    pub fn is_gone(&mut self, worker: u64) {
        self.workers.remove(&worker);
        self.places.remove(&Place::Worker(worker));
        let after = self.some_time(REPLACED);
        self.after(after, Event::Joins);
    }
}
